package inquiry

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// unifier finds out whether terms of two rules can have a value in common, by
// unification (Robinson, "A machine-oriented logic based on the resolution
// principle", Journal of the ACM 12, 1965), where `N + k` and numbers meet as
// arithmetic has it. A calculation may have any value. So it says no only where
// the answer is no.
type unifier struct {
	values []lang.Term // of the variables; nil where one is free
}

// unify makes two terms one, and reports whether they can be.
func (u *unifier) unify(a, b lang.Term) bool {
	a, b = u.resolve(a), u.resolve(b)
	if isCalculation(a) || isCalculation(b) {
		return true
	}
	if v, ok := a.(lang.Variable); ok {
		return u.bind(v, b)
	}
	if v, ok := b.(lang.Variable); ok {
		return u.bind(v, a)
	}
	switch a := a.(type) {
	case lang.Literal:
		return a == b
	case *lang.Compound:
		b, ok := b.(*lang.Compound)
		return ok && a.Con == b.Con && u.unifyAll(a.Args, b.Args)
	}
	return u.unifyNumbers(a, b)
}

func (u *unifier) unifyAll(a, b []lang.Term) bool {
	for i := range a {
		if !u.unify(a[i], b[i]) {
			return false
		}
	}
	return true
}

// bind gives a free variable a value, which must not hold the variable itself:
// no term is a part of itself.
func (u *unifier) bind(v lang.Variable, t lang.Term) bool {
	switch {
	case t == lang.Term(v):
		return true
	case u.holds(t, v):
		return false
	}
	u.values[v] = t
	return true
}

// holds reports whether a variable stands in a term outside calculations.
func (u *unifier) holds(t lang.Term, v lang.Variable) bool {
	switch t := u.resolve(t).(type) {
	case lang.Variable:
		return t == v
	case *lang.Successor:
		return t.Var == v
	case *lang.Compound:
		return slices.ContainsFunc(t.Args, func(a lang.Term) bool { return u.holds(a, v) })
	}
	return false
}

// unifyNumbers unifies two terms of which each is a number, or a free variable
// with one added.
func (u *unifier) unifyNumbers(a, b lang.Term) bool {
	x, okX := sumOf(a)
	y, okY := sumOf(b)
	switch {
	case !okX || !okY:
		return false
	case x.of == y.of:
		return x.plus.Cmp(y.plus) == 0
	case x.of == none || y.of != none && x.plus.Cmp(y.plus) > 0:
		x, y = y, x
	}
	rest, ok := y.plus.Sub(x.plus)
	return ok && u.bind(x.of, sum{y.of, rest, y.typ}.term())
}

// sum is a free variable with a number added, or a number alone.
type sum struct {
	of   lang.Variable // none where it is a number alone
	plus lang.Nat
	typ  *lang.Type
}

// none is no variable.
const none = lang.Variable(-1)

// sumOf takes a resolved term apart; false where it counts nothing.
func sumOf(t lang.Term) (sum, bool) {
	switch t := t.(type) {
	case lang.Number:
		return sum{none, t.Num, t.Of}, true
	case *lang.Successor:
		return sum{t.Var, t.By, t.Of}, true
	}
	return sum{}, false
}

func (s sum) term() lang.Term {
	switch {
	case s.of == none:
		return lang.Number{Of: s.typ, Num: s.plus}
	case s.plus.IsZero():
		return s.of
	}
	return &lang.Successor{Of: s.typ, Var: s.of, By: s.plus}
}

// resolve returns what a term stands for: no variable with a value, and no sum
// of one.
func (u *unifier) resolve(t lang.Term) lang.Term {
	switch x := t.(type) {
	case lang.Variable:
		if u.values[x] != nil {
			return u.resolve(u.values[x])
		}
	case *lang.Successor:
		if u.values[x.Var] != nil {
			return u.add(u.resolve(u.values[x.Var]), x)
		}
	}
	return t
}

// add adds to a term what another adds to its variable.
func (u *unifier) add(t lang.Term, to *lang.Successor) lang.Term {
	if v, ok := t.(lang.Variable); ok {
		return sum{v, to.By, to.Of}.term()
	}
	s, ok := sumOf(t)
	if !ok {
		return &lang.Calculation{Of: to.Of, Op: lang.Plus, X: t, Y: lang.Number{Of: to.Of, Num: to.By}}
	}
	s.plus = s.plus.Add(to.By)
	return s.term()
}

func isCalculation(t lang.Term) bool {
	_, ok := t.(*lang.Calculation)
	return ok
}

// fails reports whether a comparison cannot hold. Those with `==` have been
// unified.
func (u *unifier) fails(p lang.Premise) bool {
	x, y := u.resolve(p.X), u.resolve(p.Y)
	if p.Op == lang.Differs {
		return u.same(x, y)
	}
	a, okA := numberLike(x)
	b, okB := numberLike(y)
	if !okA || !okB || a.of != b.of {
		return false
	}
	order := a.plus.Cmp(b.plus)
	switch p.Op {
	case lang.Less:
		return order >= 0
	case lang.LessEq:
		return order > 0
	case lang.More:
		return order <= 0
	case lang.MoreEq:
		return order < 0
	}
	return false
}

// numberLike is sumOf for terms that may be a variable alone.
func numberLike(t lang.Term) (sum, bool) {
	if v, ok := t.(lang.Variable); ok {
		return sum{of: v}, true
	}
	return sumOf(t)
}

// same reports whether two terms have the same value, whatever their variables
// stand for.
func (u *unifier) same(a, b lang.Term) bool {
	a, b = u.resolve(a), u.resolve(b)
	if x, ok := numberLike(a); ok {
		y, ok := numberLike(b)
		return ok && x.of == y.of && x.plus.Cmp(y.plus) == 0
	}
	switch a := a.(type) {
	case lang.Literal:
		return a == b
	case *lang.Compound:
		b, ok := b.(*lang.Compound)
		return ok && a.Con == b.Con && slices.EqualFunc(a.Args, b.Args, u.same)
	}
	return false
}

// shift returns a term with other variables, so many further on: two rules, or
// two firings of one, have no variables in common.
func shift(t lang.Term, by lang.Variable) lang.Term {
	switch t := t.(type) {
	case lang.Variable:
		return t + by
	case *lang.Successor:
		return &lang.Successor{Of: t.Of, Var: t.Var + by, By: t.By}
	case *lang.Compound:
		return &lang.Compound{Con: t.Con, Args: shiftAll(t.Args, by)}
	}
	return t // calculations may have any value
}

func shiftAll(ts []lang.Term, by lang.Variable) []lang.Term {
	out := make([]lang.Term, len(ts))
	for i, t := range ts {
		out[i] = shift(t, by)
	}
	return out
}
