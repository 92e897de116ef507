package stubborn

import (
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// unbound is the value of a variable that has none. The largest small number has this number, too; a variable with
// that value counts as unbound, which is on the safe side.
const unbound = ^trace.Sym(0)

// binding holds the values of the variables of a rule, or unbound.
type binding []trace.Sym

// pattern is a compiled term.
type pattern struct {
	kind kind
	v    lang.Variable
	sym  trace.Sym // of a ground term
	by   lang.Nat  // of `v + by`
	con  *lang.Constructor
	op   lang.Op
	args []pattern // of a compound; the two sides of a calculation
}

type kind uint8

const (
	anything kind = iota // any term
	variable
	ground
	successor // `v + by`
	compound
	calculation
)

// compile compiles a term of a rule.
func (a *analysis) compile(t lang.Term) pattern {
	switch t := t.(type) {
	case lang.Variable:
		return pattern{kind: variable, v: t}
	case *lang.Successor:
		return pattern{kind: successor, v: t.Var, by: t.By}
	case *lang.Calculation:
		return pattern{kind: calculation, op: t.Op, args: a.compileAll([]lang.Term{t.X, t.Y})}
	case *lang.Compound:
		p := pattern{kind: compound, con: t.Con, args: a.compileAll(t.Args)}
		for i := range p.args {
			if p.args[i].kind != ground {
				return p
			}
		}
	}
	v, err := term.Evaluate(t, nil)
	if err != nil {
		return pattern{}
	}
	return pattern{kind: ground, sym: a.terms.Intern(v)}
}

func (a *analysis) compileAll(ts []lang.Term) []pattern {
	out := make([]pattern, len(ts))
	for i, t := range ts {
		out[i] = a.compile(t)
	}
	return out
}

// value returns the value of a term, and false if it is not known. Values of compounds with variables are not
// looked up, for that would need their numbers.
func (s *selector) value(p *pattern, env binding) (trace.Sym, bool) {
	switch p.kind {
	case ground:
		return p.sym, true
	case variable:
		return env[p.v], env[p.v] != unbound
	case successor:
		if x := env[p.v]; x != unbound && s.terms.IsNumber(x) {
			return small(s.terms.Nat(x).Add(p.by))
		}
	case calculation:
		x, okX := s.value(&p.args[0], env)
		y, okY := s.value(&p.args[1], env)
		if !okX || !okY || !s.terms.IsNumber(x) || !s.terms.IsNumber(y) {
			return unbound, false
		}
		n, err := term.Calculate(p.op, s.terms.Nat(x), s.terms.Nat(y))
		if err != nil {
			return unbound, false
		}
		return small(n)
	}
	return unbound, false
}

// small returns the number of a natural number, and false if it is so large that a table has to give it one.
func small(n lang.Nat) (trace.Sym, bool) {
	if i := n.Int(); i < int64(unbound-trace.Numeral) {
		return trace.Numeral + trace.Sym(i), true
	}
	return unbound, false
}

// match reports whether a term may have a value, and binds its variables. It errs on the side of true, and may
// leave variables unbound.
func (s *selector) match(p *pattern, env binding, value trace.Sym) bool {
	switch p.kind {
	case variable:
		if env[p.v] == unbound {
			env[p.v] = value
		}
		return env[p.v] == value
	case compound:
		con, args := s.terms.Parts(value)
		if con != p.con {
			return false
		}
		return s.matchAll(p.args, env, args)
	case successor:
		if !s.terms.IsNumber(value) {
			return false
		}
		n, ok := s.terms.Nat(value).Sub(p.by)
		if !ok {
			return false
		}
		if less, ok := small(n); ok {
			if env[p.v] == unbound {
				env[p.v] = less
			}
			return env[p.v] == less
		}
		return true
	}
	known, ok := s.value(p, env)
	return !ok || known == value
}

func (s *selector) matchAll(ps []pattern, env binding, values []trace.Sym) bool {
	for i := range ps {
		if !s.match(&ps[i], env, values[i]) {
			return false
		}
	}
	return true
}

// meet reports whether a term under a binding and a term of another rule may have the same value, and binds
// variables of the other. It errs on the side of true.
func (s *selector) meet(p *pattern, env binding, other *pattern, otherEnv binding) bool {
	if value, ok := s.value(p, env); ok {
		return s.match(other, otherEnv, value)
	}
	switch p.kind {
	case successor:
		value, ok := s.value(other, otherEnv)
		return !ok || s.terms.IsNumber(value) && s.terms.Nat(value).Cmp(p.by) >= 0
	case compound:
		if value, ok := s.value(other, otherEnv); ok {
			return s.accepts(p, env, value)
		}
		return other.kind != compound || other.con == p.con && s.meetAll(p.args, env, other.args, otherEnv)
	}
	return true
}

func (s *selector) meetAll(ps []pattern, env binding, others []pattern, otherEnv binding) bool {
	for i := range ps {
		if !s.meet(&ps[i], env, &others[i], otherEnv) {
			return false
		}
	}
	return true
}

// accepts is match without binding anything.
func (s *selector) accepts(p *pattern, env binding, value trace.Sym) bool {
	if known, ok := s.value(p, env); ok {
		return known == value
	}
	if p.kind != compound {
		return p.kind != successor || s.terms.IsNumber(value) && s.terms.Nat(value).Cmp(p.by) >= 0
	}
	con, args := s.terms.Parts(value)
	if con != p.con {
		return false
	}
	for i := range p.args {
		if !s.accepts(&p.args[i], env, args[i]) {
			return false
		}
	}
	return true
}

// isFalse reports whether a comparison is known not to hold.
func (s *selector) isFalse(c *comparison, env binding) bool {
	x, okX := s.value(&c.x, env)
	y, okY := s.value(&c.y, env)
	if !okX || !okY {
		return false
	}
	switch c.op {
	case lang.Same:
		return x != y
	case lang.Differs:
		return x == y
	}
	if !s.terms.IsNumber(x) || !s.terms.IsNumber(y) {
		return false
	}
	return !term.Ordered(c.op, s.terms.Nat(x).Cmp(s.terms.Nat(y)))
}
