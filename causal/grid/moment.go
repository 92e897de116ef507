package grid

import "github.com/ceptre-graph/ceptre/causal"

// Moment is a part of the run in which the grid changes at once.
type Moment struct {
	// Events are the events that change the grid, ascending; none for the start.
	Events []causal.Event
	// After is the last of the events, or [causal.Outside] for the start of the run.
	After causal.Event
}

// fewMoments is how many moments are too few for a run of one stage with more changes.
const fewMoments = 2

// Moments returns the moments of some events, which ascend, behind the one before the first of them.
// Events that change the grid make one moment as long as none depends on the first of them or on an event
// behind it: all cells of a cellular automaton, or all that a turn changes. Where that leaves hardly a
// moment of a run without links, whose changes have no order, each is a moment of its own. Time is linear
// in the graph.
func (g *Grid) Moments(events []causal.Event) []Moment {
	start := Moment{After: causal.Outside}
	if len(events) > 0 {
		start.After = events[0] - 1
	}
	var moments, single []Moment
	for _, e := range events {
		if !g.changes(e) {
			continue
		}
		last := causal.Outside // the last event that this one depends on
		for _, c := range g.graph.Causes(e) {
			last = max(last, c)
		}
		if len(moments) == 0 || last >= moments[len(moments)-1].Events[0] {
			moments = append(moments, Moment{})
		}
		m := &moments[len(moments)-1]
		m.Events, m.After = append(m.Events, e), e
		single = append(single, Moment{[]causal.Event{e}, e})
	}
	if len(moments) <= fewMoments && len(single) > fewMoments && !g.hasLinks() {
		moments = single
	}
	return append([]Moment{start}, moments...)
}

// changes reports whether an event leaves the grid other than it was.
func (g *Grid) changes(e causal.Event) bool {
	step := g.graph.Step(e)
	count := make(map[placed]int)
	enter := func(r *causal.Resource, by int) {
		for _, p := range g.byFact[r] {
			p.thing.Fact = nil // which of equal facts it is does not show
			if count[p] += by; count[p] == 0 {
				delete(count, p)
			}
		}
	}
	for _, id := range step.Consumes {
		enter(g.graph.Resource(id), -1)
	}
	for _, id := range step.Produces {
		enter(g.graph.Resource(id), 1)
	}
	return len(count) > 0
}

// hasLinks reports whether the run went from stage to stage.
func (g *Grid) hasLinks() bool {
	for i := range g.graph.Resources {
		if r := &g.graph.Resources[i]; r.StageToken() && r.Consumer != causal.Outside {
			return true
		}
	}
	return false
}
