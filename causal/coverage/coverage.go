// Package coverage says which parts of a program many runs covered: rules and links that fired, stages
// that were entered, facts that were there, prose that was told. Of the other parts it says why not,
// from the program, the start, and states of the runs.
package coverage

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
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

	stage *lang.Stage
	rests int // runs that came to rest in it
}

// states returns the number of states in the stage: one before each step, and one for each run that came to rest there.
func (s *Stage) states() int { return s.Steps + s.rests }

// Options say how runs were made, and what else is counted.
type Options struct {
	Seed   uint64 // of the first run
	Choose string
	Input  bool   // sensors read an input
	Prose  *Prose // coverage of the prose; nil without prose
	// Missing lists the shards whose runs are not counted.
	Missing []shard.Missing
}

// New counts what runs covered, and finds out why they did not cover the rest. With an error there is a
// report all the same.
func New(ctx context.Context, from []*Batch, o Options) (*Report, error) {
	all, of := merged(from), from[0].of
	c := &Report{
		Series: series(from, o), From: from, Facts: []Fact{}, Prose: o.Prose, Ends: summary.Ends(&all.ends),
		program: of.Program, input: o.Input,
	}
	for i, rule := range of.rules {
		r := newRule(rule, &all.rules[i])
		for _, f := range from {
			if f.counts.rules[i].fired > 0 {
				r.From = append(r.From, f.Name)
				f.Fired++
			}
		}
		c.Fired += min(r.Fired, 1)
		c.Rules = append(c.Rules, r)
	}
	for i, r := range c.Rules {
		for _, f := range from {
			if len(r.From) == 1 && f.counts.rules[i].fired > 0 {
				f.Only++
			}
		}
		for _, l := range all.rules[i].mostLost() {
			winner := c.Rules[l.To]
			r.Lost = append(r.Lost, Loss{winner.Name, l.Times, l.Took, over(r.rule, winner.rule)})
		}
	}
	for i, s := range of.stages {
		c.Stages = append(c.Stages, c.visit(s, &all.stages[i]))
	}
	c.fillProse()
	if c.Done == 0 {
		return c, nil
	}
	newReasons(c).fill()
	return c, c.look(ctx)
}

// series describes the runs of all batches as one series.
func series(from []*Batch, o Options) summary.Series {
	all := summary.Series{Program: from[0].of.Name, Stage: from[0].Stage, Seed: o.Seed, Choose: o.Choose,
		Missing: o.Missing}
	for _, b := range from {
		b.Done = b.runs()
		all.Asked += b.Asked
		all.Done += b.Done
	}
	return all
}

func newRule(rule *lang.Rule, f *firings) *Rule {
	return &Rule{
		Name: rule.Label, Stage: rule.Stage.Name, Link: rule.Link() != nil, Line: rule.Start.Line, Column: rule.Start.Col,
		Fired: f.fired, Runs: f.runs, Enabled: f.enabled, Enabling: f.enabling, Expected: f.expected.Float64(),
		Lost: []Loss{}, From: []string{}, rule: rule, ready: f.ready,
	}
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

// visit returns the findings about a stage.
func (c *Report) visit(s *lang.Stage, visits *visits) *Stage {
	v := &Stage{Name: s.Name, Line: s.Start.Line, Column: s.Start.Col, Runs: visits.runs, Visits: visits.times, stage: s,
		rests: visits.rests}
	for _, r := range c.Rules {
		if r.rule.Stage == s {
			v.Steps += r.Fired
		}
	}
	return v
}
