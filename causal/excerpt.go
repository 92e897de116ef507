package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Excerpt returns a run of some of the events, ascending, with what they touch and
// the targets. Ids stay as they are; what events that are left out have made
// counts as there from the start, and the end is left open. It is valid.
func (g *Graph) Excerpt(events []Event, targets ...Target) *trace.Trace {
	out := &trace.Trace{Header: g.Trace.Header}
	for _, e := range events {
		out.Steps = append(out.Steps, *g.Step(e))
	}
	var made []trace.Resource
	for _, i := range g.touched(events, targets) {
		r := g.Trace.Resources[i]
		if contains(events, g.Resources[i].Producer) {
			made = append(made, r)
			continue
		}
		r.By = 0
		out.Resources = append(out.Resources, r)
	}
	out.Resources = append(out.Resources, made...)
	return out
}

// touched returns the indexes of the resources that events and targets touch,
// ascending.
func (g *Graph) touched(events []Event, targets []Target) []int {
	var touched []int
	for _, e := range events {
		s := g.Step(e)
		for _, ids := range [][]trace.ResourceID{s.Consumes, s.Reads, s.Produces} {
			for _, id := range ids {
				touched = append(touched, g.resources.of(id))
			}
		}
	}
	for _, t := range targets {
		if t.Resource != nil {
			touched = append(touched, g.resources.of(t.Resource.ID))
		}
	}
	slices.Sort(touched)
	return slices.Compact(touched)
}
