package trace

import (
	"container/heap"
	"slices"
)

// Arrange checks a trace as [Validate] does, and puts records that do not stand in the order in which
// things happened into it: that of the file as far as possible. The error has the name of the file
// before each problem. Where short is true, steps are missing that may have been in a part of the
// file that is gone.
func Arrange(file string, t *Trace) (short bool, err error) {
	c := check(t)
	if len(c.problems) > 0 {
		if ordered, ok := arrange(t); ok {
			*t = *ordered
			c = check(t)
		}
	}
	return c.short, inFile(file, c.found())
}

// arrange returns a trace with its records in an order in which they can have happened: a resource
// is made before it is used, and read before it is consumed. Other engines write them in any order.
// Of the steps that can come next, the first in the file does. It returns false if steps wait for
// each other, so that there is no such order.
//
// Other faults are left to [Validate].
func arrange(t *Trace) (*Trace, bool) {
	a := newArrangement(t)
	steps := a.steps()
	if len(steps) < len(t.Steps) {
		return nil, false
	}
	out := &Trace{Header: t.Header, End: t.End}
	made := make(map[StepID][]Resource)
	for _, r := range t.Resources {
		if r.By != 0 {
			made[r.By] = append(made[r.By], r)
		} else {
			out.Resources = append(out.Resources, r)
		}
	}
	for _, i := range steps {
		s := t.Steps[i]
		out.Steps = append(out.Steps, s)
		out.Resources = append(out.Resources, made[s.ID]...)
		delete(made, s.ID)
	}
	for _, r := range t.Resources { // made by steps that are missing
		if _, missing := made[r.By]; missing {
			out.Resources = append(out.Resources, r)
		}
	}
	if t.End != nil && !slices.IsSorted(t.End.Alive) {
		out.End = t.End.clone()
		slices.Sort(out.End.Alive)
	}
	return out, true
}

// arrangement is the causal order of steps by their places in the file.
type arrangement struct {
	after [][]int // the steps that come after each
	waits []int   // for how many steps each waits
	ready places  // those that wait for none
}

func newArrangement(t *Trace) *arrangement {
	a := &arrangement{after: make([][]int, len(t.Steps)), waits: make([]int, len(t.Steps))}
	at := make(map[StepID]int, len(t.Steps))
	for i, s := range t.Steps {
		at[s.ID] = i
	}
	makers := make(map[ResourceID]int, len(t.Resources))
	for _, r := range t.Resources {
		if maker, ok := at[r.By]; ok && r.By != 0 {
			makers[r.ID] = maker
		}
	}
	readers := make(map[ResourceID][]int)
	for i, s := range t.Steps {
		for _, id := range s.Reads {
			a.follows(i, makers, id)
			readers[id] = append(readers[id], i)
		}
	}
	for i, s := range t.Steps {
		for _, id := range s.Consumes {
			a.follows(i, makers, id)
			for _, reader := range readers[id] {
				a.precedes(reader, i)
			}
		}
	}
	return a
}

// follows notes that a step comes after the maker of a resource.
func (a *arrangement) follows(step int, makers map[ResourceID]int, id ResourceID) {
	if maker, ok := makers[id]; ok {
		a.precedes(maker, step)
	}
}

// precedes notes that one step comes before another. A step that uses a resource it makes itself
// is left to [Validate].
func (a *arrangement) precedes(before, step int) {
	if before != step {
		a.after[before] = append(a.after[before], step)
		a.waits[step]++
	}
}

// steps returns the steps in order, without those that wait for each other.
func (a *arrangement) steps() []int {
	for i, n := range a.waits {
		if n == 0 {
			a.ready = append(a.ready, i)
		}
	}
	var out []int
	for len(a.ready) > 0 {
		step := heap.Pop(&a.ready).(int)
		out = append(out, step)
		for _, next := range a.after[step] {
			if a.waits[next]--; a.waits[next] == 0 {
				heap.Push(&a.ready, next)
			}
		}
	}
	return out
}

// places is a heap of places in a file, the first on top.
type places []int

func (p places) Len() int           { return len(p) }
func (p places) Less(i, j int) bool { return p[i] < p[j] }
func (p places) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *places) Push(x any)        { *p = append(*p, x.(int)) }

// Pop implements [heap.Interface].
func (p *places) Pop() any {
	last := len(*p) - 1
	x := (*p)[last]
	*p = (*p)[:last]
	return x
}
