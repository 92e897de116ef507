package main

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// backward is how many steps the picture goes back from what was there.
const backward = 2

// draw draws the nearest way: the rule as if it had fired, with what it would have
// taken, where that came from, and what was missing and where that went.
func (d *doubter) draw(c *cobra.Command, s cli.Streams, r *report.Refusal) error {
	k := newSketch(r, &r.Nears[0])
	return d.Draw(c.Context(), s, causal.New(k.trace), render.Options{
		Title:  "why not " + r.Asked + "?",
		Select: fold.Options{Persistent: true},
		Overlay: &render.Overlay{
			Sides: k.sides, Left: "missing", Right: r.Asked, Spent: k.spent,
			StepNames: map[trace.StepID]string{k.step.ID: ""}, ResourceNames: k.names,
		},
	})
}

// sketch is a part of a run with a step that did not happen.
type sketch struct {
	trace *trace.Trace
	step  trace.Step
	sides causal.Sides
	last  trace.ResourceID
	spent map[causal.Arc]bool         // steps that consumed the missing fact
	names map[trace.ResourceID]string // empty for missing facts
}

func newSketch(r *report.Refusal, n *inquiry.NearMiss) *sketch {
	k := &sketch{
		sides: causal.NewSides(), trace: surroundings(r.Graph, n),
		spent: make(map[causal.Arc]bool), names: make(map[trace.ResourceID]string),
	}
	for _, x := range r.Graph.Resources {
		k.last = max(k.last, x.ID)
	}
	k.step = trace.Step{ID: 1, Rule: n.Rule.Label}
	for i := range r.Graph.Trace.Steps {
		k.step.ID = max(k.step.ID, r.Graph.Trace.Steps[i].ID+1)
	}
	for i := range n.Args {
		k.step.Args = append(k.step.Args, n.Instance(lang.Variable(i)))
	}
	k.sides.Steps[k.step.ID] = causal.Right
	k.take(n)
	k.miss(r.Graph, n)
	k.trace.Steps = append(k.trace.Steps, k.step)
	return k
}

// surroundings returns what led to what was there for a rule, and to what had been
// there and went.
func surroundings(g *causal.Graph, n *inquiry.NearMiss) *trace.Trace {
	near := slices.Clone(n.By)
	var there []causal.Target
	for i := range n.Lacks {
		l := &n.Lacks[i]
		near = append(near, l.Present, l.Linear, l.Last)
		if l.Last != nil {
			there = append(there, causal.Target{Event: l.Last.Consumer})
		}
	}
	for _, x := range near {
		if x != nil {
			there = append(there, causal.Target{Resource: x, Event: x.Producer})
		}
	}
	why := g.Why(there, causal.Reach{Depth: backward})
	return g.Excerpt(why.Events, there...)
}

// take makes the step take what was there. The step reads what others of the run
// use up later.
func (k *sketch) take(n *inquiry.NearMiss) {
	for i, x := range n.By {
		switch {
		case x == nil:
		case n.Rule.Premises[i].Kind == lang.Consume && !x.Persistent && !k.consumed(x.ID):
			k.step.Consumes = append(k.step.Consumes, x.ID)
		default:
			k.step.Reads = append(k.step.Reads, x.ID)
		}
	}
}

// miss makes the step read what was missing, which those lead to who used it up: facts, and
// what does not hold or cannot be proved.
func (k *sketch) miss(g *causal.Graph, n *inquiry.NearMiss) {
	for i := range n.Lacks {
		l := &n.Lacks[i]
		k.last++
		missing := trace.Resource{ID: k.last, Pred: l.Fact.Pred, Args: l.Fact.Args, Persistent: l.Premise.Kind == lang.Permanent}
		if l.Premise.Kind == lang.Compare {
			missing.Pred = fmt.Sprintf("%s %s %s", l.X, l.Premise.Op, l.Y)
		}
		k.sides.Resources[k.last], k.names[k.last] = causal.Left, ""
		k.step.Reads = append(k.step.Reads, k.last)
		if l.Last != nil {
			missing.By = g.Step(l.Last.Consumer).ID
			k.spend(missing.By)
		}
		k.trace.Resources = append(k.trace.Resources, missing)
	}
	slices.SortStableFunc(k.trace.Resources, func(a, b trace.Resource) int { return int(a.By - b.By) })
}

// spend draws an arc from a step to the last missing fact.
func (k *sketch) spend(by trace.StepID) {
	for i := range k.trace.Steps {
		if s := &k.trace.Steps[i]; s.ID == by {
			s.Produces = append(slices.Clone(s.Produces), k.last)
			k.spent[causal.Arc{Step: by, Resource: k.last}] = true
		}
	}
}

// consumed reports whether a step of the run uses up a resource.
func (k *sketch) consumed(id trace.ResourceID) bool {
	return slices.ContainsFunc(k.trace.Steps, func(s trace.Step) bool { return slices.Contains(s.Consumes, id) })
}
