package rules

import (
	"math"
	"slices"
)

// An elementary cycle is a way along the edges of the rule graph from a rule back
// to itself that comes by no rule twice. There can be exponentially many, so they
// are searched for by length, and the search ends when there are enough.
//
// Each cycle is found once, from its rule of the smallest index, the start, through rules of
// greater index. For each start the search goes depth first for the cycles of one length at a
// time. A rule is skipped if its shortest way back to the start, by breadth-first search, exceeds
// the rest of that length; the least length that would admit a skipped rule is the next to search
// for, since every longer cycle passes such a rule. (This is the iterative deepening of Korf,
// "Depth-first iterative-deepening", Artificial Intelligence 27, 1985, with that distance as the
// bound. Johnson, "Finding all the elementary circuits of a directed graph", SIAM Journal on
// Computing 4, 1975, lists all cycles faster, but not by length.)

// maxCycleWork bounds the edges that a search for cycles looks at: about a
// second.
const maxCycleWork = 100_000_000

// Cycles returns elementary cycles of the rule graph, the shortest first, but at
// most so many. Each is a list of indexes of Nodes, in the order of going round,
// from the smallest on; of equally long ones the smaller comes first. Whole says
// that these are all there are, and not cut off by their number or by the work
// that the search takes.
func (rg *Graph) Cycles(most int) (cycles [][]int, whole bool) {
	s := newCycleSearch(rg, most)
	for {
		s.work += len(s.due)
		s.length = never
		for _, due := range s.due {
			s.length = min(s.length, due)
		}
		if s.length == never {
			return s.found, true
		}
		for start, due := range s.due {
			if due != s.length {
				continue
			}
			s.measure(start)
			s.start, s.due[start] = start, never
			s.path = append(s.path[:0], start)
			if !s.walk(start) {
				return s.found, false
			}
		}
	}
}

// never is the length of no cycle, and the distance of what cannot be reached.
const never = math.MaxInt

// cycleSearch is a search for cycles.
type cycleSearch struct {
	next, previous [][]int // neighbours in the same component, ascending
	due            []int   // for each start, the next length to search for
	most           int     // bound on found
	work           int     // edges looked at
	found          [][]int

	// These are of the current start and length.
	start, length int
	back          []int // distance of each rule to the start
	reached       []int // rules with a distance
	path          []int
	onPath        []bool
}

func newCycleSearch(rg *Graph, most int) *cycleSearch {
	n := len(rg.Nodes)
	s := &cycleSearch{
		next: make([][]int, n), previous: make([][]int, n), due: make([]int, n),
		most: most, back: make([]int, n), onPath: make([]bool, n),
	}
	for i := range rg.Nodes {
		s.due[i], s.back[i] = 1, never
	}
	s.addEdges(rg)
	return s
}

// addEdges adds the edges that a cycle can follow.
func (s *cycleSearch) addEdges(rg *Graph) {
	component := make([]int, len(rg.Nodes))
	for i, members := range rg.Components() {
		for _, m := range members {
			component[m] = i
		}
	}
	for _, e := range rg.Edges {
		if component[e.From] == component[e.To] {
			s.next[e.From] = append(s.next[e.From], e.To)
			s.previous[e.To] = append(s.previous[e.To], e.From)
		}
	}
}

// measure fills in the distances back to a start through rules after it.
func (s *cycleSearch) measure(start int) {
	for _, n := range s.reached {
		s.back[n] = never
	}
	s.back[start] = 0
	s.reached = append(s.reached[:0], start)
	for i := 0; i < len(s.reached); i++ {
		n := s.reached[i]
		s.work += len(s.previous[n])
		for _, p := range s.previous[n] {
			if p > start && s.back[p] == never {
				s.back[p] = s.back[n] + 1
				s.reached = append(s.reached, p)
			}
		}
	}
}

// walk extends the path from its last rule. It reports false where the search is cut off.
func (s *cycleSearch) walk(at int) bool {
	for _, n := range s.next[at] {
		if s.work++; s.work > maxCycleWork {
			return false
		}
		if n < s.start || s.onPath[n] || s.back[n] == never {
			continue
		}
		if length := len(s.path) + s.back[n]; length > s.length {
			s.due[s.start] = min(s.due[s.start], length) // the least length that admits the rule
		} else if !s.step(n) {
			return false
		}
	}
	return true
}

// step adds a rule to the path and walks on, or closes the cycle.
func (s *cycleSearch) step(n int) bool {
	if n == s.start {
		return len(s.path) < s.length || s.add()
	}
	s.path = append(s.path, n)
	s.onPath[n] = true
	whole := s.walk(n)
	s.onPath[n] = false
	s.path = s.path[:len(s.path)-1]
	return whole
}

// add adds the path to the cycles, if there is room.
func (s *cycleSearch) add() bool {
	if len(s.found) == s.most {
		return false
	}
	s.found = append(s.found, slices.Clone(s.path))
	return true
}
