package compare

import (
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Side is one of two things that are laid over each other, or both.
type Side int

// The sides.
const (
	Both Side = iota
	Left
	Right
)

// Sides says which parts belong to only one of two graphs laid over each other, such as two runs,
// or the pasts of two facts. A part in neither map belongs to both.
type Sides struct {
	Steps     map[trace.StepID]Side
	Resources map[trace.ResourceID]Side
	Arcs      map[Arc]Side
}

// Arc is the arrow between a step and a resource.
type Arc struct {
	Step     trace.StepID
	Resource trace.ResourceID
}

// NewSides returns sides in which everything belongs to both.
func NewSides() Sides {
	return Sides{make(map[trace.StepID]Side), make(map[trace.ResourceID]Side), make(map[Arc]Side)}
}

// Mark puts targets, which are of a graph, on the right.
func (s Sides) Mark(g *causal.Graph, targets []causal.Target) {
	for _, t := range targets {
		if t.Resource != nil {
			s.Resources[t.Resource.ID] = Right
		} else {
			s.Steps[g.Step(t.Event).ID] = Right
		}
	}
}

// Has reports whether anything belongs to a side alone.
func (s Sides) Has(side Side) bool {
	return slices.Contains(slices.Collect(maps.Values(s.Steps)), side) ||
		slices.Contains(slices.Collect(maps.Values(s.Resources)), side) ||
		slices.Contains(slices.Collect(maps.Values(s.Arcs)), side)
}

// Union is two runs laid over each other. Steps and resources of one id are the same
// in both.
type Union struct {
	Sides
	// Graph holds all of both. It is no run: two steps, one of each side, may use up
	// the same resource.
	Graph *causal.Graph
}

// Unite lays two runs over each other. Steps that only the right one has come last.
func Unite(left, right *trace.Trace) *Union {
	u := &Union{Sides: NewSides()}
	both := &trace.Trace{Header: left.Header}
	both.Resources = u.resources(left, right)
	both.Steps = u.steps(left, right)
	u.Graph = causal.New(both)
	return u
}

// Around returns the events that only one side has, or that are not the same on both, and
// the events joined to them by a fact that one makes and the other uses, if it is not permanent; in
// order.
func (u *Union) Around() []causal.Event {
	near := make(map[causal.Event]bool)
	for e := range causal.Event(u.Graph.Len()) {
		if s := u.Graph.Step(e); u.differs(s) {
			near[e] = true
			u.addNeighbours(near, s)
		}
	}
	return slices.Sorted(maps.Keys(near))
}

func (u *Union) addNeighbours(near map[causal.Event]bool, s *trace.Step) {
	for _, id := range slices.Concat(s.Consumes, s.Reads) {
		if r := u.Graph.Resource(id); r.Producer != causal.Outside && !r.Persistent && !r.StageToken() {
			near[r.Producer] = true
		}
	}
	for _, id := range s.Produces {
		if r := u.Graph.Resource(id); !r.Persistent && !r.StageToken() {
			for _, e := range r.Users() {
				near[e] = true
			}
		}
	}
}

// differs reports whether a step is not the same on both sides.
func (u *Union) differs(s *trace.Step) bool {
	return u.Steps[s.ID] != Both ||
		slices.ContainsFunc(slices.Concat(s.Consumes, s.Reads, s.Produces), func(id trace.ResourceID) bool {
			return u.Arcs[Arc{s.ID, id}] != Both
		})
}

// resources returns the resources of both sides, the initial ones first.
func (u *Union) resources(left, right *trace.Trace) []trace.Resource {
	inLeft, inRight := make(map[trace.ResourceID]bool), make(map[trace.ResourceID]bool)
	for _, r := range right.Resources {
		inRight[r.ID] = true
	}
	var initial, made []trace.Resource
	add := func(r trace.Resource) {
		if r.By == 0 {
			initial = append(initial, r)
		} else {
			made = append(made, r)
		}
	}
	for _, r := range left.Resources {
		inLeft[r.ID] = true
		if add(r); !inRight[r.ID] {
			u.Resources[r.ID] = Left
		}
	}
	for _, r := range right.Resources {
		if !inLeft[r.ID] {
			add(r)
			u.Resources[r.ID] = Right
		}
	}
	return append(initial, made...)
}

// steps returns the steps of both sides, with the arrows that they have on either.
func (u *Union) steps(left, right *trace.Trace) []trace.Step {
	inLeft, inRight := make(map[trace.StepID]bool), make(map[trace.StepID]int)
	for i, s := range right.Steps {
		inRight[s.ID] = i
	}
	var steps []trace.Step
	for _, s := range left.Steps {
		inLeft[s.ID] = true
		if i, both := inRight[s.ID]; both {
			other := &right.Steps[i]
			s.Consumes = u.arcs(s.ID, s.Consumes, other.Consumes)
			s.Reads = u.arcs(s.ID, s.Reads, other.Reads)
			s.Produces = u.arcs(s.ID, s.Produces, other.Produces)
		} else {
			u.Steps[s.ID] = Left
		}
		steps = append(steps, s)
	}
	for _, s := range right.Steps {
		if !inLeft[s.ID] {
			u.Steps[s.ID] = Right
			steps = append(steps, s)
		}
	}
	return steps
}

// arcs returns the arrows of a kind that a step has on either side, the left ones first.
func (u *Union) arcs(step trace.StepID, left, right []trace.ResourceID) []trace.ResourceID {
	both := slices.Clone(left)
	for _, id := range left {
		if !slices.Contains(right, id) {
			u.Arcs[Arc{step, id}] = Left
		}
	}
	for _, id := range right {
		if !slices.Contains(left, id) {
			u.Arcs[Arc{step, id}] = Right
			both = append(both, id)
		}
	}
	return both
}
