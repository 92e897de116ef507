package story

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mostBuilt is how many events a part may have that is built up from nothing.
const mostBuilt = 400

// start returns a part of the past of an event that replays and ends with the event: one built up
// from the missing facts, if that ends soon, and else the whole past.
func (f *Finder) start(e causal.Event) []causal.Event {
	f.markPast(e)
	if part := f.build(e); part != nil {
		return part
	}
	var past []causal.Event
	for i := range e + 1 {
		if f.marks[i] == f.round {
			past = append(past, i)
		}
	}
	return past
}

// markPast marks an event and its past. It scans the run backwards, which is faster than following
// arrows, for events close in the run are close in memory.
func (f *Finder) markPast(e causal.Event) {
	f.round++
	f.marks[e] = f.round
	for i := e; i >= 0; i-- {
		if f.marks[i] != f.round {
			continue
		}
		for _, c := range f.causes[f.first[i]:f.first[i+1]] {
			f.marks[c] = f.round
		}
	}
}

// listCauses lists for each event the makers of what it uses.
func (f *Finder) listCauses() {
	f.first = make([]int32, f.graph.Len()+1)
	for e := range causal.Event(f.graph.Len()) {
		step := f.graph.Step(e)
		for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
			for _, id := range ids {
				if maker := f.graph.Resource(id).Producer; maker != causal.Outside {
					f.causes = append(f.causes, int32(maker))
				}
			}
		}
		f.first[e+1] = int32(len(f.causes))
	}
}

// build adds to an event, as long as some event of the part cannot fire, the earliest event of the
// past that makes what it lacks. The result is nil where none does, or where it gets too large.
func (f *Finder) build(e causal.Event) []causal.Event {
	part := []causal.Event{e}
	for len(part) <= mostBuilt {
		s, short := f.firstShortage(part)
		if !short {
			return part
		}
		k, maker := f.supplier(part, s)
		if maker == causal.Outside {
			return nil
		}
		part = slices.Insert(part, k, maker)
	}
	return nil
}

// supplier returns the earliest event of the past that makes a fact in time and is not in the part, with
// its place there; [causal.Outside] for none.
func (f *Finder) supplier(part []causal.Event, s shortage) (int, causal.Event) {
	for _, maker := range f.makers[s.fact] {
		if maker >= part[s.at] {
			break
		}
		if f.marks[maker] != f.round {
			continue
		}
		if k, found := slices.BinarySearch(part, maker); !found {
			return k, maker
		}
	}
	return 0, causal.Outside
}

// firstShortage returns the first event of a part that cannot fire, and which fact it lacks; false
// where all can.
func (f *Finder) firstShortage(part []causal.Event) (s shortage, found bool) {
	defer f.resetBalances()
	for i, e := range part {
		if fact, lacks := f.spend(e); lacks {
			return shortage{i, fact}, true
		}
		for _, id := range f.graph.Step(e).Produces {
			f.addBalance(f.factOf(id), 1)
		}
	}
	return shortage{}, false
}

// spend takes what an event consumes from the balances, and returns a fact that it lacks.
func (f *Finder) spend(e causal.Event) (fact int32, lacks bool) {
	step := f.graph.Step(e)
	for _, id := range step.Consumes {
		fact := f.factOf(id)
		if f.addBalance(fact, -1); f.balances[fact] < 0 {
			return fact, true
		}
	}
	for k, id := range step.Reads {
		fact := f.factOf(id)
		if f.balances[fact] <= f.readBefore(step, k) {
			return fact, true
		}
	}
	return 0, false
}

// readBefore returns how many resources a step reads of the fact of its k-th one before that.
func (f *Finder) readBefore(step *trace.Step, k int) (n int32) {
	fact := f.factOf(step.Reads[k])
	for _, id := range step.Reads[:k] {
		if f.factOf(id) == fact {
			n++
		}
	}
	return n
}

// addBalance changes the number of resources of a fact.
func (f *Finder) addBalance(fact, by int32) {
	f.work--
	f.balances[fact] += by
	f.changed = append(f.changed, fact)
}

// resetBalances makes the balances those of the initial state.
func (f *Finder) resetBalances() {
	for _, fact := range f.changed {
		f.balances[fact] = int32(len(f.initial[fact]))
	}
	f.changed = f.changed[:0]
}
