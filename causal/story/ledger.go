package story

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// ledger records, for a part of a run, how many resources of each fact its events need and make.
// Events are numbered by their place in the part.
type ledger struct {
	entries map[int32][]entry // by fact, in order of the part
	facts   [][]int32         // by event: the facts it touches
}

// entry is the effect of an event on a fact: the number of resources before it, the number that
// it needs, and the change of the number.
type entry struct{ at, before, needs, gain int }

// shortage is an event of a part, by its place, that lacks a fact.
type shortage struct {
	at   int
	fact int32
}

// ledger returns the ledger of a part.
func (f *Finder) ledger(part []causal.Event) *ledger {
	l := &ledger{entries: make(map[int32][]entry), facts: make([][]int32, len(part))}
	for i, e := range part {
		of := func(fact int32) *entry { return l.entry(i, fact, len(f.initial[fact])) }
		step := f.graph.Step(e)
		for _, id := range step.Consumes {
			x := of(f.factOf(id))
			x.needs++
			x.gain--
		}
		for _, id := range step.Reads {
			of(f.factOf(id)).needs++
		}
		for _, id := range step.Produces {
			of(f.factOf(id)).gain++
		}
	}
	return l
}

// entry returns the entry of an event for a fact. It adds one if the event is the first after all
// others that touches the fact.
func (l *ledger) entry(at int, fact int32, initial int) *entry {
	list := l.entries[fact]
	if n := len(list); n == 0 || list[n-1].at != at {
		before := initial
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
		k := search(list, at)
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
		k := search(list, at)
		for i := range list[k+1:] {
			list[k+1+i].before -= list[k].gain
		}
		l.entries[fact] = slices.Delete(list, k, k+1)
	}
	l.facts[at] = nil
}

// search returns the index in a list of the entry of an event, or of the first after it.
func search(list []entry, at int) int {
	k, _ := slices.BinarySearchFunc(list, at, func(e entry, at int) int { return e.at - at })
	return k
}
