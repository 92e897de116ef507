package lang

import "slices"

// Equal reports whether two atoms of one rule or clause are written alike: they have the same
// predicate and equal terms, so that any values make them the same fact.
func (a Atom) Equal(b Atom) bool {
	return a.Pred == b.Pred && slices.EqualFunc(a.Args, b.Args, EqualTerms)
}

// EqualTerms reports whether two terms of one rule or clause are written alike.
func EqualTerms(a, b Term) bool {
	switch a := a.(type) {
	case Variable, Literal:
		return a == b
	case Number:
		b, ok := b.(Number)
		return ok && a.Num.Cmp(b.Num) == 0
	case *Successor:
		b, ok := b.(*Successor)
		return ok && a.Var == b.Var && a.By.Cmp(b.By) == 0
	case *Compound:
		b, ok := b.(*Compound)
		return ok && a.Con == b.Con && slices.EqualFunc(a.Args, b.Args, EqualTerms)
	case *Calculation:
		b, ok := b.(*Calculation)
		return ok && a.Op == b.Op && EqualTerms(a.X, b.X) && EqualTerms(a.Y, b.Y)
	}
	return false
}
