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
		by := expr{kind: exprConst, v: -1, s: t.number(x.Of, x.By)}
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
	return t.compound(x.con, args), nil
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
	if !t.isNumber(a) || !t.isNumber(b) {
		return 0, term.ErrNoNumber
	}
	n, err := term.Calculate(x.op, t.nat(a), t.nat(b))
	if err != nil {
		return 0, err
	}
	return t.number(x.of, n), nil
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
		order = t.nat(a).Cmp(t.nat(b))
	}
	return term.Ordered(op, order)
}
