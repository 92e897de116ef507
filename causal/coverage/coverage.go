// Package coverage says which parts of a program many runs covered: rules and links that fired, stages
// that were entered, facts that were there, prose that was told. Of the other parts it says why not,
// from the program, the start, and states of the runs.
package coverage

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Report is the part of a program that many runs covered. Its fields are the JSON.
type Report struct {
	summary.Series
	From   []*Batch      `json:"from"`
	Fired  int           `json:"fired"` // rules and links
	Rules  []*Rule       `json:"rules"` // links are the last
	Stages []*Stage      `json:"stages"`
	Facts  []Fact        `json:"idleFacts"`
	Prose  *Prose        `json:"prose,omitempty"`
	Ends   []summary.End `json:"ends"`
	// Annotate prints the text of the program with how often each line came up, in place of the rest.
	Annotate bool `json:"-"`

	program *lang.Program
	rows    sweep.Rows // of all batches
	input   bool
}

// Rule is a rule or a link after the runs.
type Rule struct {
	Name     string  `json:"rule"`
	Stage    string  `json:"stage"`
	Link     bool    `json:"link,omitempty"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Fired    int     `json:"fired"`
	Runs     int     `json:"runs"` // in which it fired at all
	Enabled  int     `json:"enabledStates"`
	Enabling int     `json:"enabledRuns"`
	Expected float64 `json:"expected"` // firings, if each transition was as likely
	Lost     []Loss  `json:"lost"`
	// Cause and Reason say why it never fired.
	Cause  Cause    `json:"cause,omitempty"`
	Reason string   `json:"reason,omitempty"`
	From   []string `json:"from"`             // batches with runs in which it fired
	Looked int      `json:"looked,omitempty"` // at how many states, for what it lacked there
	Lacked []Lack   `json:"lacked,omitempty"`

	rule  *lang.Rule
	ready int // runs that ended where it was enabled
	lacks []sweep.Lack
}

// Loss says how often another rule fired in place of one.
type Loss struct {
	To    string   `json:"to"`
	Times int      `json:"times"`
	Took  int      `json:"took"` // how often it was no longer enabled then
	Over  []string `json:"over"` // predicates of facts that both need and the other uses up
}

// Stage is a stage after the runs.
type Stage struct {
	Name   string `json:"stage"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Runs   int    `json:"runs"` // in which it was entered at all
	Visits int    `json:"visits"`
	Steps  int    `json:"steps"`
	Reason string `json:"reason,omitempty"` // why it was never entered

	stage  *lang.Stage
	states int // before these steps, and at the ends of runs that came to rest in it
}

// Options say how runs were made, and what else is counted.
type Options struct {
	Seed   uint64 // of the first run
	Choose string
	Input  bool   // sensors read an input
	Prose  *Prose // coverage of the prose; nil without prose
}

// New counts what runs covered, and finds out why they did not cover the rest. With an error there is a
// report all the same.
func New(ctx context.Context, from []*Batch, o Options) (*Report, error) {
	all := united(from)
	c := &Report{
		Series: summary.NewSeries(all, o.Seed, o.Choose), From: from, Facts: []Fact{}, Prose: o.Prose,
		Ends: summary.Ends(total.EndsOf(all.Rows)), program: all.Program, rows: all.Rows, input: o.Input,
	}
	for i := range all.Rules {
		r := newRule(all, i)
		for _, f := range from {
			if f.reaches(i) {
				r.From = append(r.From, f.Name)
				f.Fired++
			}
		}
		c.Fired += min(r.Fired, 1)
		c.Rules = append(c.Rules, r)
	}
	for i, r := range c.Rules {
		for _, f := range from {
			if len(r.From) == 1 && f.reaches(i) {
				f.Only++
			}
		}
		for _, l := range all.Losses[i] {
			winner := c.Rules[l.To]
			r.Lost = append(r.Lost, Loss{winner.Name, l.Times, l.Took, over(r.rule, winner.rule)})
		}
	}
	for _, s := range all.Program.Stages {
		c.Stages = append(c.Stages, c.visit(s))
	}
	c.fillProse()
	if len(c.rows) == 0 {
		return c, nil
	}
	newReasons(c).fill()
	return c, c.look(ctx)
}

func newRule(all sweep.Made, i int) *Rule {
	rule := all.Rules[i]
	var times mergeable.Histogram
	for _, row := range all.Rows {
		times.Add(int64(row.Fired[i]))
	}
	could, enabling := all.Rows.Could(i)
	r := &Rule{
		Name: rule.Label, Stage: rule.Stage.Name, Link: rule.Link() != nil, Line: rule.Start.Line, Column: rule.Start.Col,
		Fired: times.Sum(), Runs: times.NotZero(), Enabled: could.States, Enabling: enabling, Expected: could.Expected,
		Lost: []Loss{}, From: []string{}, rule: rule,
	}
	for _, row := range all.Rows {
		if slices.Contains(row.Ready, i) {
			r.ready++
		}
	}
	return r
}

// over returns the predicates of the facts that one rule uses up and another needs.
func over(loser, winner *lang.Rule) []string {
	names := []string{}
	for _, p := range winner.Premises {
		if p.Kind == lang.Consume && needs(loser, p.Atom.Pred) && !slices.Contains(names, p.Atom.Pred.Name) {
			names = append(names, p.Atom.Pred.Name)
		}
	}
	return names
}

// needs reports whether a premise of a rule is met by facts of a predicate, or proofs may read them.
func needs(r *lang.Rule, p *lang.Pred) bool {
	return slices.Contains(r.Reads(), p) || slices.ContainsFunc(r.Premises, func(premise lang.Premise) bool {
		return premise.Kind.OnState() && premise.Atom.Pred == p
	})
}

// visit counts the visits to a stage.
func (c *Report) visit(s *lang.Stage) *Stage {
	v := &Stage{Name: s.Name, Line: s.Start.Line, Column: s.Start.Col, stage: s}
	for _, f := range c.From {
		for _, row := range f.Made.Rows {
			n := 0
			if s == f.Made.Start.Stage {
				n++
			}
			for i, r := range c.Rules {
				if r.Link && r.rule.Link().To == s {
					n += row.Fired[i]
				}
			}
			v.Visits += n
			v.Runs += min(n, 1)
			if rests(row, s) {
				v.states++
			}
		}
	}
	for _, r := range c.Rules {
		if r.rule.Stage == s {
			v.Steps += r.Fired
		}
	}
	v.states += v.Steps
	return v
}

// rests reports whether a run ended at rest in a stage.
func rests(r *sweep.Row, s *lang.Stage) bool { return r.Why == trace.Quiescent && r.Stage == s.Name }
