package shard

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
)

// Header says which runs a shard has, and names all that its rows count by position.
type Header struct {
	Part Part `json:"shard"`
	Subject
}

// Subject says which runs all shards of a series make together, so that shards of two series are told apart.
type Subject struct {
	Version string   `json:"version"` // of the tools that made the runs
	Program string   `json:"program"`
	SHA256  string   `json:"sha256"` // of the text of the program, in hexadecimal
	Stage   string   `json:"stage"`  // the first
	Seed    uint64   `json:"seed"`   // of the first run of all
	Runs    int      `json:"runs"`   // of all shards
	Choose  string   `json:"choose"` // who chooses the steps
	Flags   []string `json:"flags"`  // that what comes of the runs depends on, such as `--steps 100`

	Rules      []Rule   `json:"rules"`
	Statements []string `json:"statements,omitempty"` // labels
	Facts      []Tally  `json:"facts,omitempty"`
	By         []int    `json:"by,omitempty"` // indexes of Rules by which the report counts runs apart
	Hashed     bool     `json:"hashed"`       // rows have hashes
	Goal       bool     `json:"goal"`         // runs have a goal
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
// there is no program.
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
			return nil, damaged("facts %v", err)
		}
		out.Facts = append(out.Facts, sweep.Tally{Goal: g, Number: t.Number})
	}
	if s.Goal {
		out.Goal = new(lang.Goal)
	}
	return out, nil
}

// check refuses headers that no shard has.
func (h *Header) check() error {
	switch {
	case !h.Part.valid():
		return damaged("there is no shard %v", h.Part)
	case h.Runs < 0:
		return damaged("there are %d runs", h.Runs)
	}
	for _, by := range h.By {
		if by < 0 || by >= len(h.Rules) {
			return damaged("there is no rule %d", by)
		}
	}
	return nil
}

// Differs says how the runs of another header are those of another series, as in `another seed, 5 instead of 1`, with
// the other's value first. It is empty if they are of the same series.
func (h *Header) Differs(other *Header) string {
	differ := func(what string, ours, theirs any) string {
		if ours == theirs {
			return ""
		}
		return fmt.Sprintf("%s, %v instead of %v", what, theirs, ours)
	}
	all := []string{
		differ("another program", h.Program, other.Program),
		differ("another text of the program, with the SHA-256", short(h.SHA256), short(other.SHA256)),
		differ("another version of ceptre", h.Version, other.Version),
		differ("another seed", h.Seed, other.Seed),
		differ("another number of runs", h.Runs, other.Runs),
		differ("another number of shards", h.Part.Of, other.Part.Of),
		flags(h.Flags, other.Flags),
		differ("another choice", h.Choose, other.Choose),
		differ("another first stage", h.Stage, other.Stage),
	}
	if !reflect.DeepEqual(h.Subject, other.Subject) {
		all = append(all, "other rules, statements or facts")
	}
	i := slices.IndexFunc(all, func(text string) bool { return text != "" })
	if i < 0 {
		return ""
	}
	return all[i]
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
