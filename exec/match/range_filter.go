package match

import (
	"math"
	"math/bits"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// rangeFilter drops facts that fail one of the next checks, by the number in the open column
// of a join over many facts. The facts that pass are checked again, so the filter may be
// incomplete: it passes all terms that are not small numbers.
//
// Checks that compare the number, or a monotonic function of it, leave a range of
// numbers. The range is computed once, and each fact then costs one comparison.
type rangeFilter struct {
	low, high int64 // range of the numbers that pass
	tests     [mostTests]filterTest
	count     int                // number of tests
	passed    [filterSize]member // the facts that passed last
}

// filterTest passes a number if its value lies in a range or, where out is true, does not.
type filterTest struct {
	kind      filterKind
	by        uint32
	low, wide uint32
	out       bool
}

// filterKind says which value of a number is tested.
type filterKind uint8

const (
	filterItself    filterKind = iota
	filterRemainder            // its remainder after division by a constant
	filterDividing             // the remainder of a constant divided by it
)

const (
	mostTests  = 4   // tests of a range filter
	filterSize = 256 // facts filtered at a time
	// manyMembers is the number of facts above which making a range filter pays off.
	manyMembers = 48
)

// set makes a range filter from the checks that always follow a join, and reports whether they
// restrict the number.
func (f *rangeFilter) set(n *node, env []trace.Sym) bool {
	if !n.bindsOpen() {
		return false
	}
	f.low, f.high, f.count = 0, math.MaxInt32, 0
	for c := n.sole(); c != nil && c.isQuick; c = c.sole() {
		f.check(&c.quick, n.other, env)
	}
	return f.count > 0 || f.low > 0 || f.high < math.MaxInt32
}

// bindsOpen reports whether a join gives a value to the variable in the open column of
// its index, and to no other.
func (n *node) bindsOpen() bool {
	for _, c := range n.rest {
		if c.kind != patternSame && c.kind != patternConst && c.kind != patternMoreSame {
			return false
		}
	}
	return n.binds
}

// keep adds the restriction that the number lies in a range.
func (f *rangeFilter) keep(w interval) {
	if w.out {
		f.test(filterItself, 0, w)
		return
	}
	f.low, f.high = max(f.low, w.low), min(f.high, w.high)
}

// test adds a test that a value of the number lies in a range. If there is no room for the
// test, it is left to the checks.
func (f *rangeFilter) test(kind filterKind, by int64, w interval) {
	w.low, w.high = max(w.low, 0), min(w.high, math.MaxInt32)
	switch {
	case w.high < w.low && w.out:
	case w.high < w.low:
		f.high = -1
	case f.count < mostTests:
		f.tests[f.count] = filterTest{kind, uint32(by), uint32(w.low), uint32(w.high - w.low), w.out}
		f.count++
	}
}

// pass returns the facts that pass, of at most filterSize given ones.
func (f *rangeFilter) pass(members []member) []member {
	kept := f.between(members)
	for i := range f.count {
		t := &f.tests[i]
		switch t.kind {
		case filterItself:
			kept = f.byItself(t, kept)
		case filterRemainder:
			kept = f.byRemainder(t, kept)
		case filterDividing:
			kept = f.byDividing(t, kept)
		}
	}
	return f.passed[:kept]
}

// between passes the facts with numbers in the range of the filter. The loop has no branch on
// the result, because the processor could not predict it for unordered facts.
func (f *rangeFilter) between(members []member) int {
	low, wide := uint32(f.low), uint32(f.high-f.low)
	if f.low > f.high {
		low, wide = math.MaxInt32+1, math.MaxInt32 // passes only terms that are not small numbers
	}
	kept := 0
	for _, e := range members {
		f.passed[kept%filterSize] = e
		x, in := number(e), 0
		if x-low <= wide {
			in = 1
		}
		kept += in | int(x>>31)
	}
	return kept
}

// number returns the number in the open column. For other terms, it returns a number above all
// small ones.
func number(e member) uint32 { return uint32(e.open - trace.Numeral) }

func (t *filterTest) holds(value uint32) bool { return (value-t.low <= t.wide) != t.out }

func (f *rangeFilter) byItself(t *filterTest, count int) int {
	kept := 0
	for _, e := range f.passed[:count] {
		if x := number(e); x > math.MaxInt32 || t.holds(x) {
			f.passed[kept] = e
			kept++
		}
	}
	return kept
}

// byRemainder divides by multiplying (Lemire, Kaser and Kurz, "Faster remainder by
// direct computation", Software: Practice and Experience 49, 2019).
func (f *rangeFilter) byRemainder(t *filterTest, count int) int {
	kept, by := 0, uint64(t.by)
	inverse := math.MaxUint64/by + 1
	for _, e := range f.passed[:count] {
		x := number(e)
		if rest, _ := bits.Mul64(inverse*uint64(x), by); t.holds(uint32(rest)) || x > math.MaxInt32 {
			f.passed[kept] = e
			kept++
		}
	}
	return kept
}

// byDividing need not test for 0, which is outside the range of the filter.
func (f *rangeFilter) byDividing(t *filterTest, count int) int {
	kept := 0
	for _, e := range f.passed[:count] {
		if x := number(e); x > math.MaxInt32 || t.holds(t.by%x) {
			f.passed[kept] = e
			kept++
		}
	}
	return kept
}
