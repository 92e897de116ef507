package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// histogram counts the occurrences of values, and those of all values that compare in some way
// with a given one. Ordered numbers are counted in a tree of sums (Fenwick, "A
// new data structure for cumulative frequency tables", Software: Practice and
// Experience 24, 1994).
type histogram struct {
	total   uint64
	ordered bool
	of      map[trace.Sym]uint64 // counts of unordered values
	numbers []uint64             // counts of ordered numbers
	sums    []uint64             // the tree, from index 1
}

// mostOrdered is the largest number that can be ordered.
const mostOrdered = 1 << 22

func newHistogram(op lang.Op) histogram {
	if op == lang.Differs {
		return histogram{of: make(map[trace.Sym]uint64)}
	}
	return histogram{ordered: op != ""}
}

// add adds occurrences of a value, modulo 2⁶⁴. It returns false if there is no room for the
// value.
func (t *histogram) add(value trace.Sym, more uint64) bool {
	t.total += more
	if t.of != nil {
		if t.of[value] += more; t.of[value] == 0 {
			delete(t.of, value)
		}
		return true
	}
	n := int(value - trace.Numeral)
	switch {
	case !t.ordered:
		return true
	case value < trace.Numeral || n >= mostOrdered:
		return false
	case n >= len(t.numbers):
		t.grow(n)
	}
	t.numbers[n] += more
	for i := n + 1; i < len(t.sums); i += i & -i {
		t.sums[i] += more
	}
	return true
}

// grow makes room for a number.
func (t *histogram) grow(n int) {
	numbers := make([]uint64, 2*n+16)
	copy(numbers, t.numbers)
	t.numbers, t.sums = numbers, make([]uint64, len(numbers)+1)
	for i := 1; i < len(t.sums); i++ {
		t.sums[i] += numbers[i-1]
		if next := i + i&-i; next < len(t.sums) {
			t.sums[next] += t.sums[i]
		}
	}
}

// below returns the count of numbers below n.
func (t *histogram) below(n int) uint64 {
	sum := uint64(0)
	for i := min(n, len(t.numbers)); i > 0; i -= i & -i {
		sum += t.sums[i]
	}
	return sum
}

// fitting returns the count of values y for which `value op y` holds.
func (t *histogram) fitting(op lang.Op, value trace.Sym) uint64 {
	n := int(value - trace.Numeral)
	switch op {
	case "":
		return t.total
	case lang.Differs:
		return t.total - t.of[value]
	case lang.Less:
		return t.total - t.below(n+1)
	case lang.LessEq:
		return t.total - t.below(n)
	case lang.More:
		return t.below(n)
	}
	return t.below(n + 1)
}
