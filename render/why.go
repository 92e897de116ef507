package render

import (
	"errors"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
)

// why draws the past of its targets, as the causal view does, with the targets highlighted.
func (a *artist) why() error {
	if len(a.Of) == 0 {
		return errors.New("the why view needs to know what to explain")
	}
	var targets []causal.Target
	for _, text := range a.Of {
		found, err := a.graph.Find(text)
		if err != nil {
			return err
		}
		targets = append(targets, found...)
	}
	a.Select.Persistent = true // an explanation rests on these, too
	within, err := a.selection()
	if err != nil {
		return err
	}
	why := a.graph.Why(targets, causal.Reach{Stages: a.Select.StageTokens})
	a.within = within.Only(common(why.Events, within.Events))
	a.Overlay = &Overlay{Sides: compare.NewSides(), Right: strings.Join(a.Of, ", ")}
	a.Overlay.Mark(a.graph, targets)
	a.untouched(targets)
	return a.causal()
}

// common returns the events of two lists that are in both; all are ascending.
func common(some, others []causal.Event) []causal.Event {
	return slices.DeleteFunc(slices.Clone(some), func(e causal.Event) bool {
		_, both := slices.BinarySearch(others, e)
		return !both
	})
}

// untouched adds facts that are to be explained and that were there from the start, if
// no event of the explanation touches them.
func (a *artist) untouched(targets []causal.Target) {
	for _, t := range targets {
		if t.Resource == nil || t.Resource.Producer != causal.Outside {
			continue
		}
		_, known := a.nodes[t.Resource.ID.String()]
		if !known && len(common(t.Resource.Users(), a.within.Events)) == 0 {
			a.add(a.resource(t.Resource))
		}
	}
}
