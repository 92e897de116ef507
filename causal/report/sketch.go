package report

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Sketch is a part of a run with a step that did not happen, and on the left what it lacked.
type Sketch struct {
	Trace *trace.Trace
	Step  trace.Step // the step that did not happen, on the right
	Sides compare.Sides
	Spent map[compare.Arc]bool        // steps that consumed the missing fact
	Names map[trace.ResourceID]string // empty for missing facts
	last  trace.ResourceID
}

// Sketch returns the nearest way of the rule as if it had fired, with what it would have taken,
// where that came from, and what was missing and where that went.
func (r *Refusal) Sketch() *Sketch {
	n := &r.Nears[0]
	k := &Sketch{
		Sides: compare.NewSides(), Trace: surroundings(r.Graph, n),
		Spent: make(map[compare.Arc]bool), Names: make(map[trace.ResourceID]string),
	}
	for _, x := range r.Graph.Resources {
		k.last = max(k.last, x.ID)
	}
	k.Step = trace.Step{ID: 1, Rule: n.Rule.Label}
	for i := range r.Graph.Trace.Steps {
		k.Step.ID = max(k.Step.ID, r.Graph.Trace.Steps[i].ID+1)
	}
	for i := range n.Args {
		k.Step.Args = append(k.Step.Args, n.Instance(lang.Variable(i)))
	}
	k.Sides.Steps[k.Step.ID] = compare.Right
	k.take(n)
	k.miss(r.Graph, n)
	k.Trace.Steps = append(k.Trace.Steps, k.Step)
	return k
}

// backward is how many steps a sketch goes back from what was there.
const backward = 2

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
func (k *Sketch) take(n *inquiry.NearMiss) {
	for i, x := range n.By {
		switch {
		case x == nil:
		case n.Rule.Premises[i].Kind == lang.Consume && !x.Persistent && !k.consumed(x.ID):
			k.Step.Consumes = append(k.Step.Consumes, x.ID)
		default:
			k.Step.Reads = append(k.Step.Reads, x.ID)
		}
	}
}

// miss makes the step read what was missing, which those lead to who used it up: facts, and
// what does not hold or cannot be proved.
func (k *Sketch) miss(g *causal.Graph, n *inquiry.NearMiss) {
	for i := range n.Lacks {
		l := &n.Lacks[i]
		k.last++
		missing := trace.Resource{ID: k.last, Pred: l.Fact.Pred, Args: l.Fact.Args,
			Persistent: l.Premise.Kind == lang.Permanent}
		if l.Premise.Kind == lang.Compare {
			missing.Pred = fmt.Sprintf("%s %s %s", l.X, l.Premise.Op, l.Y)
		}
		k.Sides.Resources[k.last], k.Names[k.last] = compare.Left, ""
		k.Step.Reads = append(k.Step.Reads, k.last)
		if l.Last != nil {
			missing.By = g.Step(l.Last.Consumer).ID
			for i := range k.Trace.Steps {
				if s := &k.Trace.Steps[i]; s.ID == missing.By {
					s.Produces = append(slices.Clone(s.Produces), k.last)
					k.Spent[compare.Arc{Step: s.ID, Resource: k.last}] = true
				}
			}
		}
		k.Trace.Resources = append(k.Trace.Resources, missing)
	}
	slices.SortStableFunc(k.Trace.Resources, func(a, b trace.Resource) int { return int(a.By - b.By) })
}

// consumed reports whether a step of the run uses up a resource.
func (k *Sketch) consumed(id trace.ResourceID) bool {
	return slices.ContainsFunc(k.Trace.Steps, func(s trace.Step) bool { return slices.Contains(s.Consumes, id) })
}
