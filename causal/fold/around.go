package fold

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// Around keeps some of the selected events apart, which are ascending, and puts the others into boxes
// between them. An event joins
//
//   - the last box of events that lead to the same next event of those apart, through facts, or
//     like it to none; or else
//   - the last box in which one of its direct predecessors is,
//
// if all its direct predecessors are in that box, or in groups that begin before it. So where a group
// precedes another, it has the earlier first event, as [Selection.Fold] has it: this is a condition
// of joining, and no group begins earlier than it did. Hence there is no cycle.
func (s *Selection) Around(apart []causal.Event) *Folding {
	leads := s.leads(apart)
	with := make([]int32, len(s.Events))
	last := make(map[int32]int32) // by what they lead to: the last box
	for i, covers := range s.covers() {
		at := int32(i)
		with[i] = at
		if leads[i] == at {
			continue
		}
		joins := func(box int32) bool {
			return !slices.ContainsFunc(covers, func(c cover) bool { return with[c.from] > box })
		}
		if box, known := last[leads[i]]; known && joins(box) {
			with[i] = box
			continue
		}
		for _, c := range slices.Backward(covers) {
			if box := with[c.from]; leads[box] != box && joins(box) {
				with[i] = box
				break
			}
		}
		last[leads[i]] = with[i]
	}
	return s.single().bundled().join(Around, with)
}

// leads returns for each event, by position, which of those apart it leads to next through facts:
// itself if it is one of them, and -1 if there is none.
func (s *Selection) leads(apart []causal.Event) []int32 {
	positions := s.positions()
	next := make([]int32, s.Graph.Len()) // by event
	for e := range next {
		next[e] = -1
	}
	for e := causal.Event(len(next) - 1); e >= 0; e-- {
		if _, is := slices.BinarySearch(apart, e); is {
			next[e] = s.position(positions, e)
		}
		step := s.Graph.Step(e)
		for _, id := range slices.Concat(step.Consumes, step.Reads) {
			r := s.Graph.Resource(id)
			if p := r.Producer; p != causal.Outside && !r.StageToken() && next[e] >= 0 && (next[p] < 0 || next[e] < next[p]) {
				next[p] = next[e]
			}
		}
	}
	leads := make([]int32, len(s.Events))
	for i, e := range s.Events {
		leads[i] = next[e]
	}
	return leads
}
