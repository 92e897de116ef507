package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// freshAll returns an unknown for each variable.
func (s *store) freshAll(vars []lang.Var) []expr {
	out := make([]expr, len(vars))
	for i, v := range vars {
		if v.Type == nil {
			panic(outOfRange{})
		}
		out[i] = s.fresh(v.Type)
	}
	return out
}

// build returns a term for values of its variables. It assumes that calculations have results; it reports false where
// they cannot have any.
func (s *store) build(t lang.Term, vars []expr) (expr, bool) {
	switch t := t.(type) {
	case lang.Variable:
		return vars[t], true
	case lang.Literal:
		return expr{kind: literal, text: string(t)}, true
	case lang.Number:
		return expr{kind: number, num: constant(t.Num.Int()), of: t.Of}, true
	case *lang.Successor:
		return expr{kind: number, num: vars[t.Var].num.offset(checked(t.By.Int())), of: t.Of}, true
	case *lang.Calculation:
		return s.calculate(t, vars)
	}
	c := t.(*lang.Compound)
	args, ok := s.buildAll(c.Args, vars)
	return expr{kind: compound, con: c.Con, args: args}, ok
}

func (s *store) buildAll(ts []lang.Term, vars []expr) ([]expr, bool) {
	out := make([]expr, len(ts))
	for i, t := range ts {
		var ok bool
		if out[i], ok = s.build(t, vars); !ok {
			return nil, false
		}
	}
	return out, true
}

// calculate returns the result of a calculation. Of one that is not linear, only bounds are known.
func (s *store) calculate(c *lang.Calculation, vars []expr) (expr, bool) {
	tx, ok := s.build(c.X, vars)
	if !ok {
		return tx, false
	}
	ty, ok := s.build(c.Y, vars)
	if !ok {
		return ty, false
	}
	x, y := s.reduce(tx.num), s.reduce(ty.num)
	result, ok := linear{}, true
	switch {
	case c.Op == lang.Plus:
		result = x.plus(y, 1)
	case c.Op == lang.Minus:
		result = x.minus(y)
		ok = s.assumeLeast(result)
	case c.Op == lang.Times && y.isConstant():
		result = x.scaled(y.c)
	case c.Op == lang.Times && x.isConstant():
		result = y.scaled(x.c)
	case c.Op == lang.Times:
		result = single(s.freshNumber())
	default:
		result, ok = s.divide(c.Op, x, y)
	}
	return expr{kind: number, num: result, of: c.Of}, ok
}

// divide returns the quotient of a division, or its remainder.
func (s *store) divide(op lang.Op, x, y linear) (linear, bool) {
	if !s.assumeLeast(y.offset(-1)) {
		return linear{}, false
	}
	if !y.isConstant() {
		result := single(s.freshNumber())
		if op == lang.Mod && !s.assumeLeast(y.minus(result).offset(-1)) {
			return linear{}, false
		}
		return result, s.assumeLeast(x.minus(result))
	}
	quotient := s.quotient(x, y.c)
	rest := x.plus(quotient, -y.c)
	if op != lang.Mod {
		return quotient, s.assumeLeast(rest) && s.assumeLeast(rest.scaled(-1).offset(y.c-1))
	}
	return rest, s.assumeLeast(rest) && s.assumeLeast(rest.scaled(-1).offset(y.c-1))
}

// quotient returns the number that a division gives, the same one for equal divisions.
func (s *store) quotient(x linear, y int64) linear {
	for _, d := range s.divisions {
		if d.y == y && s.reduce(d.x).key() == x.key() {
			return single(d.quotient)
		}
	}
	d := division{x, y, s.freshNumber()}
	s.divisions = append(s.divisions, d)
	return single(d.quotient)
}

// ground returns the term of a value.
func ground(v lang.Value) expr {
	switch {
	case v.Of != nil:
		return expr{kind: number, num: constant(v.Num.Int()), of: v.Of}
	case v.Con == nil:
		return expr{kind: literal, text: v.Text}
	}
	t := expr{kind: compound, con: v.Con}
	for _, a := range v.Args {
		t.args = append(t.args, ground(a))
	}
	return t
}

// match matches a pattern with a term. Variables without a value, which have the kind 0, get theirs. Calculations
// match nothing that is known.
func (s *store) match(p lang.Term, t expr, vars []expr) (verdict, question) {
	t = s.resolve(t)
	switch p := p.(type) {
	case lang.Variable:
		return s.matchVariable(p, t, vars)
	case lang.Number:
		return s.zero(t.num.offset(-checked(p.Num.Int())))
	case *lang.Successor:
		rest := t.num.offset(-checked(p.By.Int()))
		enough, q := s.atLeastZero(rest)
		if enough == no {
			return no, q
		}
		same, r := s.matchVariable(p.Var, expr{kind: number, num: rest, of: t.of}, vars)
		if same == no || enough == yes {
			return same, r
		}
		return enough, q
	case *lang.Calculation:
		panic(outOfRange{})
	case lang.Literal:
		return s.equal(t, expr{kind: literal, text: string(p)})
	}
	c := p.(*lang.Compound)
	if t.kind == unknown {
		shape := expr{kind: compound, con: c.Con}
		if v, q := s.equalUnknown(t, shape); v == no {
			return v, q
		}
		return ask, question{kind: hasHead, x: t, y: shape}
	}
	if t.con != c.Con {
		return no, question{}
	}
	return s.matchAll(c.Args, t.args, vars)
}

func (s *store) matchVariable(v lang.Variable, t expr, vars []expr) (verdict, question) {
	if vars[v].kind == 0 {
		vars[v] = t
		return yes, question{}
	}
	return s.equal(vars[v], t)
}

// matchAll matches patterns with as many terms. It goes on after a question, as a later pattern may not match at all.
func (s *store) matchAll(ps []lang.Term, ts []expr, vars []expr) (verdict, question) {
	all, first := yes, question{}
	for i, p := range ps {
		switch v, q := s.match(p, ts[i], vars); {
		case v == no:
			return no, q
		case v == ask && all == yes:
			all, first = ask, q
		}
	}
	return all, first
}

// calculates reports whether some of the terms of an atom hold calculations.
func calculates(ts []lang.Term) bool {
	return slices.ContainsFunc(ts, func(t lang.Term) bool { return !term.IsPattern(t) })
}
