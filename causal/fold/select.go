package fold

import (
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/turns"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Selection is what of a run is looked at.
type Selection struct {
	Graph *causal.Graph
	// Events are those that are selected, ascending. Where the package speaks of
	// the position of an event, it is the index here.
	Events []causal.Event
	// Left says for each option that left events out how many, in the order in
	// which the options took effect: an event counts for the first that did not
	// want it. With the selected events they add up to the run.
	Left []Left

	options   Options
	hidden    map[trace.ResourceID]bool // facts that were ignored
	predicate map[string]bool           // predicates that are not shown

	covers  func() [][]cover // by position
	touched func() []touch
	visited func() []int32      // by position: the visit to a stage
	turns   func() *turns.Turns // of the run, whatever is selected of it
	ladder  func() *ladder
}

// Left is how many events an option left out.
type Left struct {
	Option string // Option is the field of [Options]; "Only" for parts in other pieces
	Events int
}

// Select returns what options leave of a run. The error is an [*OptionError]: of a
// pattern that matches nothing, a step that is not there, or a last step before the
// first. Time is linear in the graph.
func Select(g *causal.Graph, o Options) (*Selection, error) {
	t := &trimming{graph: g, keep: make([]bool, g.Len()), hidden: make(map[trace.ResourceID]bool)}
	for e := range t.keep {
		t.keep[e] = true
	}
	predicates, err := hides(g.Trace, o.HidePredicates)
	if err == nil {
		err = t.trim(o)
	}
	if err != nil {
		return nil, err
	}
	s := &Selection{Graph: g, Left: t.left, options: o, hidden: t.hidden, predicate: predicates}
	s.turns = sync.OnceValue(func() *turns.Turns { return turns.Of(g) })
	for e, kept := range t.keep {
		if kept {
			s.Events = append(s.Events, causal.Event(e))
		}
	}
	s.prepare()
	return s, nil
}

// prepare sets up the data computed on first use.
func (s *Selection) prepare() {
	s.covers = sync.OnceValue(s.findCovers)
	s.touched = sync.OnceValue(s.findTouched)
	s.visited = sync.OnceValue(s.visits)
	s.ladder = sync.OnceValue(func() *ladder { return s.climb(s.fitting()...) })
}

// Shows reports whether a resource is shown, if a selected event touches it.
func (s *Selection) Shows(r *causal.Resource) bool {
	switch {
	case r.StageToken() && !s.options.StageTokens:
		return false
	case r.Persistent && r.Producer == causal.Outside && !s.options.Persistent:
		return false
	}
	return !s.predicate[r.Pred] && !s.hidden[r.ID]
}

// Facts returns how many facts that are shown the selected events touch.
func (s *Selection) Facts() int {
	touched := make(map[trace.ResourceID]bool)
	for _, e := range s.Events {
		step := s.Graph.Step(e)
		for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads, step.Produces} {
			for _, id := range ids {
				if !touched[id] && s.Shows(s.Graph.Resource(id)) {
					touched[id] = true
				}
			}
		}
	}
	return len(touched)
}

// LeftOut returns how many events of the run are not selected.
func (s *Selection) LeftOut() int { return s.Graph.Len() - len(s.Events) }

// Only returns the selection of some of the events, which are ascending. What they need
// of others counts as from outside.
func (s *Selection) Only(events []causal.Event) *Selection {
	only := *s
	only.Events = events
	if others := len(s.Events) - len(events); others > 0 {
		only.Left = append(slices.Clip(s.Left), Left{"Only", others})
	}
	only.prepare()
	return &only
}

// Spans cuts a selection into pieces of that many consecutive events; the last may
// have fewer. It lets pictures of long runs be drawn one after another. What a piece
// needs of others counts as from outside.
func (s *Selection) Spans(size int) []*Selection {
	var pieces []*Selection
	for from := 0; from < len(s.Events); from += max(1, size) {
		to := min(from+max(1, size), len(s.Events))
		piece := *s
		piece.Events = s.Events[from:to:to]
		piece.Left = s.Left
		if others := len(s.Events) - (to - from); others > 0 {
			piece.Left = append(slices.Clip(s.Left), Left{"Spans", others})
		}
		piece.prepare()
		pieces = append(pieces, &piece)
	}
	return pieces
}
