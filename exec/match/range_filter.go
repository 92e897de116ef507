package match

import (
	"math"
	"math/bits"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
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

// interval is a range of numbers, which is empty if high is below low. If out is true, it stands for
// all other numbers. Solving a check for its number yields an interval.
type interval struct {
	low, high int64
	out       bool
}

// unbounded is above all results of calculations on small numbers.
const unbounded = 1 << 62

// check restricts a range filter by a check of a variable, given the values of the others. It adds no
// restriction if these are not small numbers, or if the variable occurs twice.
func (f *rangeFilter) check(q *quick, v lang.Variable, env []trace.Sym) {
	var known [3]int64
	at := -1
	for i, o := range [3]operand{q.c, q.a, q.b} {
		switch {
		case i == 2 && q.op == "":
		case o.v == v && at >= 0:
			return
		case o.v == v:
			at = i
		case o.in(env) < trace.Numeral:
			return
		default:
			known[i] = int64(o.in(env) - trace.Numeral)
		}
	}
	switch at {
	case 0:
		f.result(q, known[1], known[2])
	case 1:
		f.left(q.op, known[2], wanted(q.cmp, known[0]))
	case 2:
		f.right(q.op, known[1], wanted(q.cmp, known[0]))
	}
}

// wanted returns the numbers x for which `x cmp k` holds.
func wanted(cmp lang.Op, k int64) interval {
	switch cmp {
	case lang.Same, lang.Differs:
		return interval{k, k, cmp == lang.Differs}
	case lang.Less:
		return interval{0, k - 1, false}
	case lang.LessEq:
		return interval{0, k, false}
	case lang.More:
		return interval{k + 1, unbounded, false}
	}
	return interval{k, unbounded, false}
}

// result adds the restriction that `n op m cmp x` holds for the unknown x.
func (f *rangeFilter) result(q *quick, n, m int64) {
	if q.op != "" {
		y, ok := small(q.op, uint64(n), uint64(m))
		if !ok {
			return
		}
		n = int64(y)
	}
	f.keep(wanted(opposite(q.cmp), n))
}

// left adds the restriction that `x op m` lies in a range for the unknown x.
func (f *rangeFilter) left(op lang.Op, m int64, w interval) {
	switch op {
	case lang.Plus:
		w.low, w.high = w.low-m, w.high-m
	case lang.Minus:
		f.keep(interval{low: m, high: unbounded})
		w.low, w.high = w.low+m, w.high+m
	case lang.Times:
		w = w.over(m)
	case lang.Divide, lang.Mod:
		switch {
		case m == 0: // there is no result
			w = interval{low: 0, high: -1}
		case op == lang.Mod:
			f.test(filterRemainder, m, w)
			return
		default:
			w = interval{w.low * m, (min(w.high, math.MaxInt32)+1)*m - 1, w.out}
		}
	}
	f.keep(w)
}

// over returns the numbers with products by m in a range.
func (w interval) over(m int64) interval {
	switch {
	case m == 0 && w.low <= 0 && 0 <= w.high:
		return interval{0, unbounded, w.out}
	case m == 0 || w.high < 0:
		return interval{0, -1, w.out}
	}
	return interval{(w.low + m - 1) / m, w.high / m, w.out}
}

// right adds the restriction that `n op x` lies in a range for the unknown x.
func (f *rangeFilter) right(op lang.Op, n int64, w interval) {
	switch op {
	case lang.Plus, lang.Times:
		f.left(op, n, w)
		return
	case lang.Minus:
		f.keep(interval{low: 0, high: n})
		w.low, w.high = n-w.high, n-w.low
	default:
		f.keep(interval{low: 1, high: unbounded})
		if op == lang.Mod {
			f.test(filterDividing, n, w)
			return
		}
		w = w.under(n)
	}
	f.keep(w)
}

// under returns the numbers x above zero for which n / x is in a range.
func (w interval) under(n int64) interval {
	if w.high < w.low {
		return w
	}
	least, most := n/(w.high+1)+1, int64(unbounded)
	if w.low > 0 {
		most = n / w.low
	}
	return interval{least, most, w.out}
}
