package main

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// coverage is the part of a program that many runs covered.
type coverage struct {
	*outcome            // of all runs
	from     []*batch   // of which these are
	annotate bool       // the text of the program is wanted
	rules    []*covered // as the rules of the sweep
	stages   []*visited
	idle     []*idle
	words    *wording // nil without prose
}

// covered holds the findings about a rule after the runs.
type covered struct {
	*lang.Rule
	link      *lang.Link // nil for the rules of a stage
	fired     int
	runs      int // in which it fired at all
	could     sweep.Chances
	couldRuns int
	ready     int      // runs that ended where it was enabled
	from      []*batch // batches with runs in which it fired
	losses    []sweep.Loss
	cause     cause // why it never fired; "" if it did
	reason    string
	lacked    sweep.Absence // if its premises were never met
}

// visited holds the findings about a stage after the runs.
type visited struct {
	*lang.Stage
	runs   int // in which it was entered at all
	visits int
	steps  int    // that were made in it
	states int    // before these steps, and at the ends of runs that came to rest in it
	reason string // why it was never entered; "" if it was
}

// newCoverage counts what the runs covered, and finds out why they did not cover the rest.
func newCoverage(from []*batch, words *wording) *coverage {
	o := united(from)
	c := &coverage{outcome: o, from: from, words: words}
	for i, r := range o.Rules {
		times, runs := sweep.Firings(o.Rows, i)
		could, couldRuns := sweep.Could(o.Rows, i)
		c.rules = append(c.rules, &covered{
			Rule: r, link: r.Link(), fired: times.Total, runs: runs,
			could: could, couldRuns: couldRuns, losses: o.Losses[i], from: reaching(from, i),
		})
		for _, row := range o.Rows {
			if slices.Contains(row.Ready, i) {
				c.rules[i].ready++
			}
		}
	}
	for _, s := range o.Program.Stages {
		c.stages = append(c.stages, c.visit(s))
	}
	newNeverFiredReport(c).fill()
	return c
}

// visit counts the visits to a stage.
func (c *coverage) visit(s *lang.Stage) *visited {
	v := &visited{Stage: s}
	for _, f := range c.from {
		for _, row := range f.Rows {
			n := c.entered(row, s)
			if s == f.Start.Stage {
				n++
			}
			v.visits += n
			v.runs += min(n, 1)
			if rests(row, s) {
				v.states++
			}
		}
	}
	for _, r := range c.rules {
		if r.Stage == s {
			v.steps += r.fired
		}
	}
	v.states += v.steps
	return v
}

// rests reports whether a run ended at rest in a stage.
func rests(r *sweep.Row, s *lang.Stage) bool { return r.Why == trace.Quiescent && r.Stage == s.Name }

// entered returns how often links led to a stage in a run.
func (c *coverage) entered(row *sweep.Row, s *lang.Stage) (n int) {
	for i, r := range c.rules {
		if r.link != nil && r.link.To == s {
			n += row.Fired[i]
		}
	}
	return n
}

// fired returns how many rules and links fired at all.
func (c *coverage) fired() (n int) {
	for _, r := range c.rules {
		n += min(r.fired, 1)
	}
	return n
}

// rested reports whether a stage ever had no rule to fire.
func (c *coverage) rested(s *lang.Stage) bool {
	return slices.ContainsFunc(c.rules, func(r *covered) bool { return r.Stage == s && r.link != nil && r.could.States+r.ready > 0 }) ||
		slices.ContainsFunc(c.Rows, func(r *sweep.Row) bool { return rests(r, s) })
}

// stage returns the findings about a stage.
func (c *coverage) stage(s *lang.Stage) *visited {
	return c.stages[slices.IndexFunc(c.stages, func(v *visited) bool { return v.Stage == s })]
}
