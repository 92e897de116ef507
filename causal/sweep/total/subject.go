package total

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
)

// The names of reports. Each report has a total of its own type.
const (
	Sweep     = "sweep" // counted by a [Total]
	Influence = "influence"
	Coverage  = "coverage"
	Range     = "range"
)

// ErrOther is the error of totals that do not add up: they are of different runs.
var ErrOther = errors.New("these are other runs")

// Subject describes a series of runs, and names the rules, statements, facts and metrics that are counted by position.
// Totals of different subjects do not add up.
type Subject struct {
	Report  string   `json:"report"`  // name of the report for which the runs are made, such as [Sweep]
	Version string   `json:"version"` // of the tools that made the runs, with their commit unless it is a release
	Program string   `json:"program"`
	SHA256  string   `json:"sha256"` // of the text of the program, in hexadecimal
	Stage   string   `json:"stage"`  // the first
	Seed    uint64   `json:"seed"`   // of the first run of all
	Runs    int      `json:"runs"`   // number of runs of all shards together
	Choose  string   `json:"choose"` // chooser of the steps, as --choose names it
	Flags   []string `json:"flags"`  // flags on which the report depends, such as `--steps 100`

	Rules      []Rule   `json:"rules"`
	Statements []string `json:"statements,omitempty"` // labels
	Facts      []Tally  `json:"facts,omitempty"`
	By         []int    `json:"by,omitempty"` // indexes of the Rules by whose firings runs are grouped
	Hashed     bool     `json:"hashed"`       // runs have hashes
	Goal       bool     `json:"goal"`         // runs have a goal
	Metrics    []Metric `json:"metrics,omitempty"`
	Bins       int      `json:"bins,omitempty"` // the greatest number of bins for the values of a metric
}

// Rule names a rule.
type Rule struct {
	Label string `json:"label"`
	Stage string `json:"stage"`
}

// Tally names facts that are counted where runs end.
type Tally struct {
	Facts  string `json:"facts"`
	Number int    `json:"number"` // as [sweep.Tally.Number]
}

// Metric names a metric that is measured in each run.
type Metric struct {
	Text  string `json:"metric"`
	Names bool   `json:"names,omitempty"` // values are names of ends of runs, and no numbers
}

// Name enters the names of what the rows of some runs count.
func (s *Subject) Name(made *sweep.Sweep) {
	for _, r := range made.Rules {
		s.Rules = append(s.Rules, Rule{r.Label, r.Stage.Name})
	}
	for _, of := range made.Statements {
		s.Statements = append(s.Statements, of.Label)
	}
	for _, t := range made.Facts {
		s.Facts = append(s.Facts, Tally{t.String(), t.Number})
	}
	s.Hashed, s.Goal = made.Hashed, made.Goal != nil
}

// Sweep returns the sweep that the rows belong to, without rows. Its rules, statements and tallies are names alone:
// there is no program. The error is for tallies of what are no facts.
func (s *Subject) Sweep() (*sweep.Sweep, error) {
	out := &sweep.Sweep{Hashed: s.Hashed}
	stages := make(map[string]*lang.Stage)
	for _, r := range s.Rules {
		if stages[r.Stage] == nil {
			stages[r.Stage] = &lang.Stage{Name: r.Stage}
		}
		out.Rules = append(out.Rules, &lang.Rule{Label: r.Label, Stage: stages[r.Stage]})
	}
	for _, label := range s.Statements {
		out.Statements = append(out.Statements, &lang.Statement{Label: label})
	}
	for _, t := range s.Facts {
		g, err := goal.Parse(t.Facts)
		if err != nil {
			return nil, err
		}
		out.Facts = append(out.Facts, sweep.Tally{Goal: g, Number: t.Number})
	}
	if s.Goal {
		out.Goal = new(lang.Goal)
	}
	return out, nil
}

// SameAs returns [ErrOther] with the first difference of another subject; nil if it is the same.
func (s *Subject) SameAs(other *Subject) error {
	if why := s.Differs(other); why != "" {
		return fmt.Errorf("%w: they have %s", ErrOther, why)
	}
	return nil
}

// Differs says how another subject differs, as in `another seed, 5 instead of 1`, with the other's value first. It is
// empty if they are the same.
func (s *Subject) Differs(other *Subject) string {
	differ := func(what string, ours, theirs any) string {
		if ours == theirs {
			return ""
		}
		return fmt.Sprintf("%s, %v instead of %v", what, theirs, ours)
	}
	all := []string{
		differ("another report", s.Report, other.Report),
		differ("another program", s.Program, other.Program),
		differ("another text of the program, with the SHA-256", short(s.SHA256), short(other.SHA256)),
		differ("another version of ceptre", s.Version, other.Version),
		differ("another seed", s.Seed, other.Seed),
		differ("another number of runs", s.Runs, other.Runs),
		flags(s.Flags, other.Flags),
		differ("another choice", s.Choose, other.Choose),
		differ("another first stage", s.Stage, other.Stage),
	}
	i := slices.IndexFunc(all, func(text string) bool { return text != "" })
	switch {
	case i >= 0:
		return all[i]
	case !bytes.Equal(s.form(), other.form()):
		return "other rules, statements or facts"
	}
	return ""
}

// shortSum is how much of a checksum is shown, in digits.
const shortSum = 12

func short(sum string) string { return sum[:min(len(sum), shortSum)] }

// flags says how flags differ.
func flags(ours, theirs []string) string {
	less := func(a, b []string) string {
		left := slices.DeleteFunc(slices.Clone(a), func(flag string) bool { return slices.Contains(b, flag) })
		if len(left) == 0 {
			return "the default"
		}
		return strings.Join(left, " ")
	}
	if slices.Equal(ours, theirs) {
		return ""
	}
	return fmt.Sprintf("other flags, %s instead of %s", less(theirs, ours), less(ours, theirs))
}

// form returns the canonical form.
func (s *Subject) form() []byte {
	form, err := json.Marshal(s)
	if err != nil {
		panic(err) // there is nothing but numbers and texts
	}
	return form
}

// AppendHeader appends the beginning of the canonical form of a total: a magic text, which names the format, and the
// subject.
func AppendHeader(b []byte, magic string, s *Subject) []byte {
	return mergeable.AppendText(append(b, magic...), string(s.form()))
}

// ReadHeader reads the beginning of a canonical form, as [AppendHeader] appends it. The reader reads the rest.
func ReadHeader(data []byte, magic string) (r *mergeable.Reader, s Subject) {
	r = mergeable.NewReader(data)
	if string(r.Bytes(min(len(magic), len(data)))) != magic {
		r.Fail("it does not begin with %q", magic)
	}
	text := r.Text()
	if r.Err() != nil {
		return r, s
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		r.Fail("%v", err)
		return r, Subject{}
	}
	if !bytes.Equal(s.form(), []byte(text)) {
		r.Fail("the subject is not in its canonical form")
	}
	for _, rule := range s.By {
		if rule < 0 || rule >= len(s.Rules) {
			r.Fail("there is no rule %d", rule)
		}
	}
	return r, s
}
