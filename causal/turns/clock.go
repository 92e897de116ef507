package turns

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// clock is a fact that may mark the turns of a run, with the turns that it makes.
type clock struct {
	place  *place
	turns  []Turn
	by     int // how much the value changes each time, of clocks that count; 0 if it goes round
	timed  int // how many events are in time
	driven int // how many of a thousand events it drives
}

// findClock returns the clock of a run, nil if it has none, and the names of its rounds, if
// there is a fact that counts them. Clocks with clearly fewer events in
// time than another, or with clearly fewer that they drive than another of their kind, can
// only be slower ones.
func findClock(g *causal.Graph) (*clock, []string) {
	h := newHistory(g)
	var all []*clock
	timed, driven := 0, 0
	for _, p := range candidates(g) {
		for _, r := range p.readings() {
			if c := (&clock{place: p, turns: p.turns(r)}); c.runs(h, r) {
				all = append(all, c)
				timed = max(timed, c.timed)
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	// Clocks that go round come first, then clocks that count up, then clocks that count down. Among
	// clocks of one kind, more turns come first, then fewer rounds.
	slices.SortStableFunc(all, func(c, d *clock) int {
		return cmp.Or(c.kind()-d.kind(), len(d.turns)-len(c.turns), len(c.begins())-len(d.begins()))
	})
	clearly := func(less, than int) bool { return 10*less < 9*than }
	first := slices.DeleteFunc(slices.Clone(all), func(c *clock) bool { return clearly(c.timed, timed) })
	kind := first[0].kind()
	first = slices.DeleteFunc(first, func(c *clock) bool { return c.kind() != kind })
	for _, c := range first {
		driven = max(driven, c.driven)
	}
	best := first[slices.IndexFunc(first, func(c *clock) bool { return !clearly(c.driven, driven) })]
	for _, c := range all {
		if len(c.turns) < len(best.turns) && best.within(c) {
			best = c
		}
	}
	for _, c := range append([]*clock{best}, all...) {
		if names := c.names(best); names != nil {
			return best, names
		}
	}
	return best, nil
}

// names returns the marks of a clock that counts up in each round of another, or of its own,
// if it changes exactly as each of these but the first begins. The rounds of clocks that count
// down have names by themselves alone.
func (c *clock) names(of *clock) []string {
	begins := of.begins()
	if c.by == 0 || c.by < 0 && c != of {
		return nil
	}
	var names []string
	for i, t := range c.turns {
		switch {
		case t.Mark == "":
			continue
		case len(names) == len(begins), len(names) > 0 && begins[len(names)] != t.First,
			len(names) == 0 && i+1 < len(c.turns) && c.turns[i+1].First <= begins[0]:
			return nil
		}
		names = append(names, t.Mark)
	}
	if len(names) < len(begins) {
		return nil
	}
	return names
}

// runs reports whether a clock goes round or counts, and drives the run.
func (c *clock) runs(h *history, r reading) bool {
	if len(c.turns) < 3 || !c.covers(h) || !c.ticks(h, r) {
		return false
	}
	if c.driven = c.drives(h); c.driven <= 500 {
		return false
	}
	c.timed = c.inTime(h)
	return 2*c.timed > c.events(h)
}

// history is a run with its parts that have nothing to do with each other: no event of one
// precedes an event of another.
type history struct {
	*causal.Graph
	part  []causal.Event       // by event: the first one of its part
	sizes map[causal.Event]int // by the first event of a part
}

func newHistory(g *causal.Graph) *history {
	h := &history{Graph: g, part: g.Events(), sizes: make(map[causal.Event]int)}
	for e := range h.part {
		for _, c := range g.Causes(causal.Event(e)) {
			a, b := h.first(c), h.first(causal.Event(e))
			h.part[max(a, b)] = min(a, b)
		}
	}
	for e := range h.part {
		h.part[e] = h.first(causal.Event(e))
		h.sizes[h.part[e]]++
	}
	return h
}

// first returns the first event of the part that an event is in, as far as it is known.
func (h *history) first(e causal.Event) causal.Event {
	for h.part[e] != e {
		h.part[e] = h.part[h.part[e]]
		e = h.part[e]
	}
	return e
}

// same reports whether two events are in the same part.
func (h *history) same(a, b causal.Event) bool { return h.part[a] == h.part[b] }

// origin returns the first event that changes the clock.
func (c *clock) origin() causal.Event {
	i := slices.IndexFunc(c.turns, func(t Turn) bool { return t.First > 0 })
	return c.turns[i].First - 1
}

// candidates returns the places with exactly one fact from their first to their last.
func candidates(g *causal.Graph) []*place {
	var single, partial []*place
	for _, p := range places(g) {
		if p.single() {
			single = append(single, p)
		}
		if n := len(p.ticks); p.ticks[0].after != causal.Outside || !p.single() || p.ticks[n-1].fact == nil {
			partial = append(partial, p)
		}
	}
	return append(single, invariants(partial)...)
}

// covers reports whether there is a fact of the clock during a quarter or more of the events
// that have to do with it, and these are at least a tenth of the run.
func (c *clock) covers(h *history) bool {
	size := h.sizes[h.part[c.origin()]]
	return 10*size >= h.Len() && 4*c.events(h) >= size
}

// events returns how many events that have to do with the clock there are while it has a fact.
func (c *clock) events(h *history) int {
	n := 0
	for i, t := range c.turns {
		for e := t.First; t.Mark != "" && e < end(c.turns, i, h.Len()); e++ {
			if h.same(e, c.origin()) {
				n++
			}
		}
	}
	return n
}

// ticks reports whether a clock goes round or counts, and numbers its rounds.
func (c *clock) ticks(h *history, r reading) bool {
	if goesRound(c.turns) {
		return true
	}
	c.by = c.place.counts(r, c.turns)
	return c.by != 0 && c.events(h) >= 2*len(c.turns)
}

// kind is 0 for clocks that go round, 1 for those that count up, and 2 for those that count down.
func (c *clock) kind() int { return (cmp.Compare(c.by, 0) + 3) % 3 }

// begins returns the first events of rounds.
func (c *clock) begins() []causal.Event {
	var begins []causal.Event
	for i, t := range c.turns {
		if t.Round > 0 && (i == 0 || c.turns[i-1].Round != t.Round) {
			begins = append(begins, t.First)
		}
	}
	return begins
}

// within reports whether the rounds of a clock lie within the turns of a slower one: this
// changes only as a round begins, mostly after the same number of rounds, and that number is
// more than 1 if it counts.
func (c *clock) within(slower *clock) bool {
	begins := c.begins()
	often, turns := make(map[int]int), 0 // by number of rounds: how many turns have it
	last := -1
	for i, t := range slower.turns {
		if i == 0 || t.Mark == "" {
			continue
		}
		at, found := slices.BinarySearch(begins, t.First)
		if !found {
			return false
		}
		if last >= 0 {
			often[at-last]++
			turns++
		}
		last = at
	}
	for n, times := range often {
		if 4*times >= 3*turns {
			return n > 1 || slower.by == 0
		}
	}
	return false
}
