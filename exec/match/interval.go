package match

import (
	"math"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

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
		f.divided(op, m, w)
		return
	}
	f.keep(w)
}

// divided is left for a division by a number other than zero.
func (f *rangeFilter) divided(op lang.Op, m int64, w interval) {
	switch {
	case m == 0:
		f.keep(interval{low: 0, high: -1})
	case op == lang.Mod:
		f.test(filterRemainder, m, w)
	default:
		f.keep(interval{w.low * m, (min(w.high, math.MaxInt32)+1)*m - 1, w.out})
	}
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
