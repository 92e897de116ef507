package causal

import "slices"

// smaller returns a part of a part that replays and has its last event, but not
// all others; nil where there is none. It tries all, so the part has to be small.
func (s *Stories) smaller(part []Event) []Event {
	l := s.ledger(part)
	t := &trial{deeds: make([][]deed, len(part)), stock: make(map[int32]int)}
	for fact, entries := range l.entries {
		t.stock[fact] = len(s.initial[fact])
		for _, e := range entries {
			t.deeds[e.at] = append(t.deeds[e.at], deed{fact, e.needs, e.gain})
		}
	}
	if !t.from(0, false) {
		return nil
	}
	var less []Event
	for i, e := range part {
		if slices.Contains(t.chosen, i) {
			less = append(less, e)
		}
	}
	return less
}

// trial replays parts event by event.
type trial struct {
	deeds  [][]deed // by event
	stock  map[int32]int
	chosen []int
}

// deed is what an event needs and gains of a fact.
type deed struct {
	fact        int32
	needs, gain int
}

// from reports whether the events from the next on can be chosen among so that
// the last fires, and some event does not. Then those are chosen.
func (t *trial) from(next int, smaller bool) bool {
	last := next == len(t.deeds)-1
	if last && !smaller {
		return false
	}
	if !last && t.from(next+1, true) {
		return true
	}
	if !t.enabled(next) {
		return false
	}
	t.fire(next, 1)
	t.chosen = append(t.chosen, next)
	if last || t.from(next+1, smaller) {
		return true
	}
	t.chosen = t.chosen[:len(t.chosen)-1]
	t.fire(next, -1)
	return false
}

func (t *trial) enabled(i int) bool {
	return !slices.ContainsFunc(t.deeds[i], func(d deed) bool { return t.stock[d.fact] < d.needs })
}

func (t *trial) fire(i, times int) {
	for _, d := range t.deeds[i] {
		t.stock[d.fact] += times * d.gain
	}
}
