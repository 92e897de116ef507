package fold

import "github.com/ceptre-graph/ceptre/causal"

// findCovers returns the covering relation of the causal order among the selected
// events: for each position those of its direct predecessors, ascending. What fired
// before the first or after the last of them lies between no two.
func (s *Selection) findCovers() [][]cover {
	covers := make([][]cover, len(s.Events))
	if len(s.Events) == 0 {
		return covers
	}
	first, last := s.Events[0], s.Events[len(s.Events)-1]
	r := newReduction(int(last-first) + 1)
	positions := s.positions()
	var before []int32
	next := 0
	for e := first; e <= last; e++ {
		before = before[:0]
		for _, c := range s.Graph.Causes(e) {
			if c >= first {
				before = append(before, int32(c-first))
			}
		}
		if s.Events[next] != e {
			r.pass(int32(e-first), before)
		} else {
			covers[next] = r.choose(int32(e-first), before)
			for i, c := range covers[next] {
				covers[next][i].from = positions[c.from]
			}
			next++
		}
		s.forget(r, e, before)
	}
	return covers
}

// forget drops what no event after e follows directly.
func (s *Selection) forget(r *reduction, e causal.Event, before []int32) {
	first := s.Events[0]
	for _, c := range before {
		if effects := s.Graph.Effects(first + causal.Event(c)); effects[len(effects)-1] == e {
			r.forget(c)
		}
	}
	if len(s.Graph.Effects(e)) == 0 {
		r.forget(int32(e - first))
	}
}

// positions returns the position of each event from the first selected to the last,
// -1 for those that are left out.
func (s *Selection) positions() []int32 {
	if len(s.Events) == 0 {
		return nil
	}
	first := s.Events[0]
	positions := make([]int32, s.Events[len(s.Events)-1]-first+1)
	for i := range positions {
		positions[i] = -1
	}
	for i, e := range s.Events {
		positions[e-first] = int32(i)
	}
	return positions
}

// position returns the position of an event by those of [Selection.positions], -1
// for those that are left out and for [causal.Outside].
func (s *Selection) position(positions []int32, e causal.Event) int32 {
	if i := int(e - s.Events[0]); i >= 0 && i < len(positions) {
		return positions[i]
	}
	return -1
}
