package match

import (
	"math"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// expr is a compiled term. Its variables must have values when it is evaluated.
type expr struct {
	kind exprKind
	op   lang.Op // of a calculation
	v    lang.Variable
	s    trace.Sym
	of   *lang.Type
	con  *lang.Constructor
	args []expr // of a compound; the two sides of a calculation
}

type exprKind uint8

const (
	exprVar exprKind = iota
	exprConst
	exprCalculation
	exprCompound
)

func (t *Terms) newExpr(term lang.Term) expr {
	switch x := term.(type) {
	case lang.Variable:
		return expr{kind: exprVar, v: x}
	case *lang.Successor:
		by := expr{kind: exprConst, v: -1, s: t.Number(x.Of, x.By)}
		return expr{kind: exprCalculation, op: lang.Plus, of: x.Of, args: []expr{{kind: exprVar, v: x.Var}, by}}
	case *lang.Calculation:
		return expr{kind: exprCalculation, op: x.Op, of: x.Of, args: []expr{t.newExpr(x.X), t.newExpr(x.Y)}}
	}
	if s, ok := t.ground(term); ok {
		return expr{kind: exprConst, v: -1, s: s}
	}
	x := term.(*lang.Compound)
	return expr{kind: exprCompound, con: x.Con, args: t.newExprs(x.Args)}
}

func (t *Terms) newExprs(terms []lang.Term) []expr {
	out := make([]expr, len(terms))
	for i, x := range terms {
		out[i] = t.newExpr(x)
	}
	return out
}

// eval returns the value of an expression.
func (t *Terms) eval(x *expr, env []trace.Sym) (trace.Sym, error) {
	switch x.kind {
	case exprVar:
		return env[x.v], nil
	case exprConst:
		return x.s, nil
	case exprCalculation:
		return t.calculate(x, env)
	}
	args := make([]trace.Sym, len(x.args))
	for i := range x.args {
		s, err := t.eval(&x.args[i], env)
		if err != nil {
			return 0, err
		}
		args[i] = s
	}
	return t.Compound(x.con, args), nil
}

func (t *Terms) calculate(x *expr, env []trace.Sym) (trace.Sym, error) {
	a, err := t.eval(&x.args[0], env)
	if err != nil {
		return 0, err
	}
	b, err := t.eval(&x.args[1], env)
	if err != nil {
		return 0, err
	}
	if a >= trace.Numeral && b >= trace.Numeral {
		if n, ok := small(x.op, uint64(a-trace.Numeral), uint64(b-trace.Numeral)); ok {
			return trace.Numeral + trace.Sym(n), nil
		}
	}
	if !t.IsNumber(a) || !t.IsNumber(b) {
		return 0, term.ErrNoNumber
	}
	n, err := term.Calculate(x.op, t.Nat(a), t.Nat(b))
	if err != nil {
		return 0, err
	}
	return t.Number(x.of, n), nil
}

// small returns n op m, and false if there is no result or it is not small.
func small(op lang.Op, n, m uint64) (uint64, bool) {
	switch op {
	case lang.Plus:
		n += m
	case lang.Minus:
		if m > n {
			return 0, false
		}
		n -= m
	case lang.Times:
		n *= m
	case lang.Divide:
		if m == 0 {
			return 0, false
		}
		n /= m
	case lang.Mod:
		if m == 0 {
			return 0, false
		}
		n = uint64(uint32(n) % uint32(m))
	}
	return n, n <= math.MaxInt32
}

// compare reports whether a comparison holds between two terms.
func (t *Terms) compare(op lang.Op, a, b trace.Sym) bool {
	switch op {
	case lang.Same:
		return a == b
	case lang.Differs:
		return a != b
	}
	order := 0
	if a >= trace.Numeral && b >= trace.Numeral {
		order = int(a) - int(b)
	} else {
		order = t.Nat(a).Cmp(t.Nat(b))
	}
	return term.Ordered(op, order)
}

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
