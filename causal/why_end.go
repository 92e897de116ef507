package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Outcome says what the end of a run rests on, and which steps came to nothing. Marks of stages
// are no facts here, unless they are followed.
type Outcome struct {
	// Left are the facts of the final state, in the order of the trace.
	Left []*Resource
	// RestsOn are the events that led to one of these, as [Graph.Why] says; ascending.
	RestsOn []Event
	// DeadEnds are the events that led to none of them, though they may have told the
	// outside something; ascending.
	DeadEnds []Event
	// Moves are the other events that left a stage and made no fact: they led to what happened
	// in the next, or to the end of the run; ascending. There are none where marks are followed.
	Moves []Event
}

// Outcome explains the end of the run, in time linear in the run.
func (g *Graph) Outcome(stages bool) *Outcome {
	o := new(Outcome)
	var targets []Target
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Consumer != Outside || r.StageToken() && !stages {
			continue
		}
		o.Left = append(o.Left, r)
		targets = append(targets, Target{r, r.Producer})
	}
	o.RestsOn = g.Why(targets, Reach{Stages: stages}).Events
	for e := range Event(g.Len()) {
		switch {
		case contains(o.RestsOn, e):
		case !stages && g.moves(e):
			o.Moves = append(o.Moves, e)
		default:
			o.DeadEnds = append(o.DeadEnds, e)
		}
	}
	return o
}

// moves reports whether an event left a stage and made no fact.
func (g *Graph) moves(e Event) bool {
	isToken := func(id trace.ResourceID) bool { return g.Resource(id).StageToken() }
	isFact := func(id trace.ResourceID) bool { return !isToken(id) }
	s := g.Step(e)
	return slices.ContainsFunc(s.Consumes, isToken) && !slices.ContainsFunc(s.Produces, isFact)
}
