package scenes

import (
	"container/heap"
	"slices"
)

// ranked are ranks with the least on top: a [heap.Interface].
type ranked []int

func (r ranked) Len() int           { return len(r) }
func (r ranked) Less(i, j int) bool { return r[i] < r[j] }
func (r ranked) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *ranked) Push(x any)        { *r = append(*r, x.(int)) }
func (r *ranked) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}

func (r *ranked) push(rank int) { heap.Push(r, rank) }
func (r *ranked) pop() int      { return heap.Pop(r).(int) }

// mostAsked is the number of events at a door that are tried: a bound, so that time stays
// near-linear with thousands of events there.
const mostAsked = 32

// A line is of ranks, ascending. Most come in that order.
type line []int

func (l *line) enter(rank int) {
	i, _ := slices.BinarySearch(*l, rank)
	*l = slices.Insert(*l, i, rank)
}

// first returns the least rank of the line that fits. It removes the ranks that are done.
func (l *line) first(done, fits func(rank int) bool) (int, bool) {
	asked := 0
	for i := 0; i < len(*l) && asked < mostAsked; {
		if done((*l)[i]) {
			*l = slices.Delete(*l, i, i+1)
			continue
		}
		if fits((*l)[i]) {
			return (*l)[i], true
		}
		i, asked = i+1, asked+1
	}
	return 0, false
}
