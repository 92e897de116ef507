package causal

import "slices"

// ledger records, for a part of a run, how many resources of each fact its events need and make.
// Events are numbered by their place in the part.
type ledger struct {
	entries map[int32][]entry // by fact, in order of the part
	facts   [][]int32         // by event: the facts it touches
}

// entry is the effect of an event on a fact: the number of resources before it, the number that
// it needs, and the change of the number.
type entry struct{ at, before, needs, gain int }

// shortage is the first event that lacks a fact.
type shortage struct {
	at   int
	fact int32
}

// ledger returns the ledger of a part.
func (s *Stories) ledger(part []Event) *ledger {
	l := &ledger{entries: make(map[int32][]entry), facts: make([][]int32, len(part))}
	for i, e := range part {
		step := s.graph.Step(e)
		for _, id := range step.Consumes {
			d := l.enter(s, i, s.fact[s.graph.resources.of(id)])
			d.needs++
			d.gain--
		}
		for _, id := range step.Reads {
			l.enter(s, i, s.fact[s.graph.resources.of(id)]).needs++
		}
		for _, id := range step.Produces {
			l.enter(s, i, s.fact[s.graph.resources.of(id)]).gain++
		}
	}
	return l
}

// enter returns the entry of an event for a fact.
func (l *ledger) enter(s *Stories, at int, fact int32) *entry {
	list := l.entries[fact]
	if n := len(list); n == 0 || list[n-1].at != at {
		before := len(s.initial[fact])
		if n > 0 {
			before = list[n-1].before + list[n-1].gain
		}
		list = append(list, entry{at: at, before: before})
		l.entries[fact] = list
		l.facts[at] = append(l.facts[at], fact)
	}
	return &list[len(list)-1]
}

// without returns the first shortage if an event is left out; false if there is none.
func (l *ledger) without(at int) (first shortage, found bool) {
	for _, fact := range l.facts[at] {
		list := l.entries[fact]
		k := place(list, at)
		lost := list[k].gain
		if lost <= 0 {
			continue
		}
		for _, e := range list[k+1:] {
			if found && e.at >= first.at {
				break
			}
			if e.before-lost < e.needs {
				first, found = shortage{e.at, fact}, true
				break
			}
		}
	}
	return first, found
}

// remove takes an event out; it touches no facts afterwards.
func (l *ledger) remove(at int) {
	for _, fact := range l.facts[at] {
		list := l.entries[fact]
		k := place(list, at)
		for i := range list[k+1:] {
			list[k+1+i].before -= list[k].gain
		}
		l.entries[fact] = slices.Delete(list, k, k+1)
	}
	l.facts[at] = nil
}

// place returns the place in a list of the entry of an event, or of the first after it.
func place(list []entry, at int) int {
	k, _ := slices.BinarySearchFunc(list, at, func(e entry, at int) int { return e.at - at })
	return k
}
