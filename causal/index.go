package causal

import "github.com/ceptre-graph/ceptre/exec/trace"

// index finds the records of a trace by their ids. As a rule these count from 1
// and stand in order; then it need not keep any.
type index[ID trace.StepID | trace.ResourceID] struct {
	len  int
	rest map[ID]int // nil where record i has the id i+1
}

func newIndex[ID trace.StepID | trace.ResourceID](n int, id func(int) ID) index[ID] {
	ordered := true
	for i := range n {
		ordered = ordered && id(i) == ID(i+1)
	}
	if ordered {
		return index[ID]{len: n}
	}
	rest := make(map[ID]int, n)
	for i := range n {
		rest[id(i)] = i
	}
	return index[ID]{rest: rest}
}

// of returns the number of a record, from 0, or -1.
func (x index[ID]) of(id ID) int {
	if x.rest != nil {
		if i, ok := x.rest[id]; ok {
			return i
		}
		return -1
	}
	if id < 1 || int(id) > x.len {
		return -1
	}
	return int(id) - 1
}
