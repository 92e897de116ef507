package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// order draws the events alone, each below those that had to come before: the causal
// order without what follows from the rest (its Hasse diagram). A solid arrow says that
// something was made by one event and used by the other, a dashed one that the other
// used up what the one had read, and a dotted one that only the stage decided.
func (a *artist) order() {
	a.legend()
	for e := range causal.Event(a.graph.Len()) {
		step := a.graph.Step(e)
		a.event(step, a.eventShape(step))
	}
	for e, causes := range a.graph.Reduction() {
		for _, c := range causes {
			a.edge(a.graph.Step(c).ID.String(), a.graph.Step(causal.Event(e)).ID.String(), a.precedence(c, causal.Event(e))...)
		}
	}
}

// precedence is the look of an arrow between two events, one of which directly
// precedes the other.
func (a *artist) precedence(before, after causal.Event) attrs {
	if slices.Contains(a.makers(after), before) {
		return attrs{{"class", "cause"}}
	}
	for _, id := range a.graph.Step(after).Consumes {
		r := a.graph.Resource(id)
		if _, read := slices.BinarySearch(r.Readers, before); read && !r.StageToken() {
			return append(attrs{{"class", "read"}, {"tooltip", plain(r.String())}}, a.readStyle()...)
		}
	}
	return a.tieStyle("stage")
}
