package story

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// smaller returns a part of a part that replays and has its last event, but not all others; nil
// where there is none. It tries all, so the part has to be small.
func (f *Finder) smaller(part []causal.Event) []causal.Event {
	s := &subsets{effects: make([][]effect, len(part)), stock: make(map[int32]int)}
	for fact, entries := range f.ledger(part).entries {
		s.stock[fact] = len(f.initial[fact])
		for _, e := range entries {
			s.effects[e.at] = append(s.effects[e.at], effect{fact, e.needs, e.gain})
		}
	}
	if !s.choose(0, false) {
		return nil
	}
	less := make([]causal.Event, len(s.chosen))
	for i, at := range s.chosen {
		less[i] = part[at]
	}
	return less
}

// subsets enumerates the subsets of a part that replay, event by event.
type subsets struct {
	effects [][]effect    // by event
	stock   map[int32]int // by fact: the number of resources after the chosen events
	chosen  []int         // ascending
}

// effect is what an event needs and gains of a fact.
type effect struct {
	fact        int32
	needs, gain int
}

// choose reports whether events from the next on can be chosen such that the last fires and, unless
// one is left out already, some event is left out. If so, it has chosen them.
func (s *subsets) choose(next int, leftOut bool) bool {
	last := next == len(s.effects)-1
	switch {
	case last && !leftOut:
		return false
	case !last && s.choose(next+1, true):
		return true
	case slices.ContainsFunc(s.effects[next], func(x effect) bool { return s.stock[x.fact] < x.needs }):
		return false
	}
	s.fire(next, 1)
	s.chosen = append(s.chosen, next)
	if last || s.choose(next+1, leftOut) {
		return true
	}
	s.chosen = s.chosen[:len(s.chosen)-1]
	s.fire(next, -1)
	return false
}

// fire adds the gains of an event to the stock, or takes them back.
func (s *subsets) fire(i, times int) {
	for _, x := range s.effects[i] {
		s.stock[x.fact] += times * x.gain
	}
}

// dropIdle repeatedly leaves out the first event that causes no shortage by its absence. The last
// event stays.
func (f *Finder) dropIdle(part []causal.Event) []causal.Event {
	p := &pruner{ledger: f.ledger(part), shortages: make([]shortage, len(part)), needed: make([]bool, len(part))}
	out := make([]bool, len(part))
	for i := 0; i < len(part)-1; {
		if !out[i] && !p.needed[i] {
			p.shortages[i], p.needed[i] = p.without(i)
			if !p.needed[i] {
				out[i] = true
				i = p.drop(i)
				continue
			}
		}
		i++
	}
	var left []causal.Event
	for i, e := range part {
		if !out[i] {
			left = append(left, e)
		}
	}
	return left
}

// pruner tracks which events of a part are needed while others are taken out.
type pruner struct {
	*ledger
	shortages []shortage // by needed event: the shortage without it
	needed    []bool     // by event; false where it is not known
}

// drop takes an event out, and returns the first event to look at again, or else the one after it.
// A needed event is looked at again if its absence caused a shortage of a fact that the dropped
// event needed: that need is gone, and later events may find more of the fact.
func (p *pruner) drop(at int) int {
	first := at + 1
	for _, fact := range p.facts[at] {
		list := p.entries[fact]
		gain := list[search(list, at)].gain
		for _, e := range list {
			s := p.shortages[e.at]
			if p.needed[e.at] && s.fact == fact && (s.at == at || s.at > at && gain < 0) {
				p.needed[e.at] = false
				first = min(first, e.at)
			}
		}
	}
	p.remove(at)
	return first
}
