package causal

import "math/bits"

// abreast is how many events are followed at a time, each by a bit.
const abreast = 64

// Followers returns for each of some events how many of others come causally after it. For
// each 64 of the events it takes one pass over all those of the run.
func (g *Graph) Followers(of, among []Event) []int {
	f := followers{Graph: g, after: make([]uint64, g.Len()), counted: make([]bool, g.Len())}
	for _, e := range among {
		f.counted[e] = true
	}
	counts := make([]int, len(of))
	for from := 0; from < len(of); from += abreast {
		to := min(from+abreast, len(of))
		f.count(of[from:to], counts[from:to])
	}
	return counts
}

// followers is what it takes to follow events.
type followers struct {
	*Graph
	after   []uint64 // by event: has a bit for each of those followed that it comes after, or is
	counted []bool   // by event
}

// count counts what comes after each of up to 64 events.
func (f *followers) count(of []Event, counts []int) {
	clear(f.after)
	for i, e := range of {
		f.after[e] |= 1 << i
	}
	for e, causes := range f.causes { // which fire first
		before := uint64(0)
		for _, c := range causes {
			before |= f.after[c]
		}
		f.after[e] |= before
		if !f.counted[e] {
			continue
		}
		for ; before != 0; before &= before - 1 {
			counts[bits.TrailingZeros64(before)]++
		}
	}
}
