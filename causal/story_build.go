package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mostBuilt is how many events a part may have that is built up from nothing.
const mostBuilt = 400

// begin returns a part of the past of an event that can be replayed and ends with the event: one
// built up from the missing facts, if that ends soon, and else the whole past.
func (s *Stories) begin(e Event) []Event {
	s.markPast(e)
	if part := s.build(e); part != nil {
		return part
	}
	var past []Event
	for i := range e + 1 {
		if s.marks[i] == s.round {
			past = append(past, i)
		}
	}
	return past
}

// markPast marks an event and its past. It scans the run backwards, which is faster than following
// arrows, for events close in the run are close in memory.
func (s *Stories) markPast(e Event) {
	s.round++
	s.marks[e] = s.round
	for i := e; i >= 0; i-- {
		if s.marks[i] != s.round {
			continue
		}
		for _, m := range s.led[s.first[i]:s.first[i+1]] {
			s.marks[m] = s.round
		}
	}
}

// follow enters for each event those that made what it uses.
func (s *Stories) follow() {
	s.first = make([]int32, s.graph.Len()+1)
	for e := range Event(s.graph.Len()) {
		step := s.graph.Step(e)
		for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
			for _, id := range ids {
				if m := s.graph.Resource(id).Producer; m != Outside {
					s.led = append(s.led, int32(m))
				}
			}
		}
		s.first[e+1] = int32(len(s.led))
	}
}

// build adds to an event, as long as one of the part cannot fire, the earliest event
// of the past that makes what it lacks. The result is nil where none does, or where
// it gets too large.
func (s *Stories) build(e Event) []Event {
	part := []Event{e}
	for len(part) <= mostBuilt {
		at, fact, lacks := s.lacking(part)
		if !lacks {
			return part
		}
		k, maker := s.supplier(part, at, fact)
		if maker == Outside {
			return nil
		}
		part = slices.Insert(part, k, maker)
	}
	return nil
}

// supplier returns the earliest event of the past, before one of a part, that makes a
// fact and is not in the part, with its place there; [Outside] for none.
func (s *Stories) supplier(part []Event, at int, fact int32) (int, Event) {
	for _, m := range s.makers[fact] {
		if m >= part[at] {
			break
		}
		if s.marks[m] != s.round {
			continue
		}
		if k, found := slices.BinarySearch(part, m); !found {
			return k, m
		}
	}
	return 0, Outside
}

// lacking returns the place of the first event of a part that cannot fire, and which
// fact it lacks; false where all can.
func (s *Stories) lacking(part []Event) (at int, fact int32, lacks bool) {
	defer s.settle()
	for i, e := range part {
		if fact, lacks := s.spend(e); lacks {
			return i, fact, true
		}
		for _, id := range s.graph.Step(e).Produces {
			s.change(s.fact[s.graph.resources.of(id)], 1)
		}
	}
	return 0, 0, false
}

// spend takes what an event consumes from the balances, and returns a fact that it
// lacks.
func (s *Stories) spend(e Event) (fact int32, lacks bool) {
	step := s.graph.Step(e)
	for _, id := range step.Consumes {
		f := s.fact[s.graph.resources.of(id)]
		if s.change(f, -1); s.balances[f] < 0 {
			return f, true
		}
	}
	for k, id := range step.Reads {
		f, least := s.fact[s.graph.resources.of(id)], int32(1)
		for _, other := range step.Reads[:k] {
			if s.fact[s.graph.resources.of(other)] == f {
				least++
			}
		}
		if s.balances[f] < least {
			return f, true
		}
	}
	return 0, false
}

// change changes how many resources of a fact there are.
func (s *Stories) change(fact, by int32) {
	s.work--
	s.balances[fact] += by
	s.changed = append(s.changed, fact)
}

// settle makes the balances those of the initial state.
func (s *Stories) settle() {
	for _, f := range s.changed {
		s.balances[f] = int32(len(s.initial[f]))
	}
	s.changed = s.changed[:0]
}
