package export

import (
	"iter"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// kind says what a step does with a resource.
type kind string

const (
	consume kind = "consume"
	read    kind = "read"
	produce kind = "produce"
)

// arc joins a step to a resource in the bipartite graph of a run.
type arc struct {
	kind     kind
	step     trace.StepID
	resource trace.ResourceID
}

// ends returns the ids of the nodes from and to which the arc goes.
func (a arc) ends() (from, to string) {
	if a.kind == produce {
		return a.step.String(), a.resource.String()
	}
	return a.resource.String(), a.step.String()
}

// arcs returns the arcs of a run: those of each step in order of firing; what it
// consumes, reads and produces in the order of the trace.
func arcs(t *trace.Trace) iter.Seq[arc] {
	return func(yield func(arc) bool) {
		for i := range t.Steps {
			for a := range stepArcs(&t.Steps[i]) {
				if !yield(a) {
					return
				}
			}
		}
	}
}

func stepArcs(s *trace.Step) iter.Seq[arc] {
	lists := []struct {
		kind kind
		ids  []trace.ResourceID
	}{{consume, s.Consumes}, {read, s.Reads}, {produce, s.Produces}}
	return func(yield func(arc) bool) {
		for _, l := range lists {
			for _, id := range l.ids {
				if !yield(arc{l.kind, s.ID, id}) {
					return
				}
			}
		}
	}
}
