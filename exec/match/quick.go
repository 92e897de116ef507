package match

import (
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// quick is a check of the form `a op b cmp c` or `a cmp c` on small numbers. Most checks have this
// form.
type quick struct {
	calculation
	cmp lang.Op
	c   operand
}

// calculation is `a op b`, or a if op is empty.
type calculation struct {
	op   lang.Op
	a, b operand
}

// operand is a variable or, if that is negative, a constant.
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

// newCalculation returns the quick form of an expression, and false if it has none.
func newCalculation(x *expr) (calculation, bool) {
	if x.kind != exprCalculation {
		a, ok := newOperand(x)
		return calculation{"", a, a}, ok
	}
	a, okA := newOperand(&x.args[0])
	b, okB := newOperand(&x.args[1])
	return calculation{x.op, a, b}, okA && okB
}

// newQuick returns the quick form of a check, and false if it has none.
func newQuick(s *condition) (quick, bool) {
	left, right, cmp := &s.x, &s.y, s.op
	if right.kind == exprCalculation {
		left, right, cmp = right, left, opposite(cmp)
	}
	of, ok := newCalculation(left)
	c, okC := newOperand(right)
	return quick{of, cmp, c}, ok && okC
}

// holds reports whether the check holds, and whether its operands allow a quick answer.
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
	return term.Ordered(q.cmp, int(n)-int(k)), true
}

// Results are the arguments of facts in their quick form.
type Results []result

// result is a calculation with the least value for which it is certain to be one symbol.
type result struct {
	calculation
	least trace.Sym
}

// Quick returns the quick form of the arguments of an atom. It returns false if an argument has
// none, or is of a type that has large terms.
func (a *Atom) Quick() (Results, bool) {
	out := make(Results, len(a.args))
	for i, of := range a.Pred.Args {
		x, ok := newCalculation(&a.args[i])
		if !ok || !of.Numerals && !flat(of) {
			return nil, false
		}
		out[i].calculation = x
		if of.Numerals {
			out[i].least = trace.Numeral
		}
	}
	return out, true
}

// Fill stores the arguments for the given values of their variables. It reports whether each is
// certain to be one symbol, as nearly all are.
func (r Results) Fill(args, values []trace.Sym) bool {
	for i := range r {
		x := &r[i]
		s := x.a.in(values)
		if x.op != "" {
			m := x.b.in(values)
			n, ok := small(x.op, uint64(s-trace.Numeral), uint64(m-trace.Numeral))
			if s&m < trace.Numeral || !ok {
				return false
			}
			s = trace.Numeral + trace.Sym(n)
		}
		if s < x.least {
			return false
		}
		args[i] = s
	}
	return r != nil
}
