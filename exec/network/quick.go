package network

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// quick is a check of the form `a op b cmp c` or `a cmp c` on small numbers, which most
// are.
type quick struct {
	op, cmp lang.Op // op is empty where nothing is calculated
	a, b, c operand
}

// operand is a variable or, where that is negative, a constant.
type operand struct {
	v lang.Variable
	s trace.Sym
}

func (o operand) in(env []trace.Sym) trace.Sym {
	if o.v < 0 {
		return o.s
	}
	return env[o.v]
}

func newOperand(x *expr) (operand, bool) {
	return operand{x.v, x.s}, x.kind == exprVar || x.kind == exprConst
}

// newQuick returns the quick form of a check, and false where it has none.
func newQuick(s *step) (quick, bool) {
	left, right, cmp := &s.x, &s.y, s.op
	if right.kind == exprCalculation {
		left, right, cmp = right, left, opposite(cmp)
	}
	q := quick{cmp: cmp}
	var okA, okB, okC bool
	q.c, okC = newOperand(right)
	if left.kind == exprCalculation {
		q.op = left.op
		q.a, okA = newOperand(&left.args[0])
		q.b, okB = newOperand(&left.args[1])
	} else {
		q.a, okA = newOperand(left)
		q.b, okB = q.a, okA
	}
	return q, okA && okB && okC
}

// holds reports whether the check holds, and whether the operands are such that it can
// tell.
func (q *quick) holds(env []trace.Sym) (holds, ok bool) {
	a, b, c := q.a.in(env), q.b.in(env), q.c.in(env)
	if a&b&c < trace.Numeral {
		return false, false
	}
	n, m, k := uint64(a-trace.Numeral), uint64(b-trace.Numeral), uint64(c-trace.Numeral)
	if q.op != "" {
		if q.op == lang.Mod && m != 0 {
			n = uint64(uint32(n) % uint32(m))
		} else if n, ok = small(q.op, n, m); !ok {
			return false, false
		}
	}
	switch q.cmp {
	case lang.Same:
		return n == k, true
	case lang.Differs:
		return n != k, true
	}
	return Ordered(q.cmp, int(n)-int(k)), true
}
