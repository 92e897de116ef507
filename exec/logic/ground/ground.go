// Package ground holds ground logic programs: terms and atoms by number, and rules over atoms.
//
// The grounder (exec/logic) makes them of programs with variables, and the solver (exec/logic/stable) finds their
// stable models. A ground program contains only rules that the grounder could not decide. Atoms that hold in every
// stable model are marked as facts, and atoms that hold in none do not occur.
package ground

import "github.com/ceptre-graph/ceptre/lang/logic"

// Program is a ground program.
type Program struct {
	Terms *Table
	Atoms *Atoms
	Rules []Rule
}

// Rule is a ground rule: Pos, Not and Sums together derive Head.
type Rule struct {
	// Head is empty for a constraint, and one atom for a normal rule. A choice can have any number.
	Head   []Atom
	Choice *Bounds // nil for all but choices
	Pos    []Atom  // have to hold
	Not    []Atom  // must not hold
	Sums   []Sum   // have to be met
	// Origin and Values are the rule that this is an instance of and the values of its variables, in the order in
	// which they first occur in the rule. Origin is nil for rules that the grounder added.
	Origin *logic.Rule
	Values []Term
}

// Bounds are the least and the largest number of atoms of a head that may hold. Unbounded choices have the bounds 0
// and the number of atoms.
type Bounds struct{ Lower, Upper int }

// Sum is a condition on the weights of the elements that hold: their sum is between two bounds. Aggregates of all
// functions become sums. A sum through which an atom supports itself positively is recursive, and has the meaning of
// clingo's.
type Sum struct {
	Elements     []Element
	Lower, Upper int64 // both inclusive; math.MinInt64 and math.MaxInt64 are no bound
	Negated      bool
}

// Element has its weight if its atoms hold and others do not. An atom that stands for several conditions of one tuple
// is added by the grounder, as the head of rules without an origin.
type Element struct {
	Weight int64
	Atom   Atom
	Not    bool // the element holds if the atom does not
}

// IsMet reports whether the sum of the elements is within the bounds, where holds says which elements hold.
func (s *Sum) IsMet(holds func(Element) bool) bool {
	sum := int64(0)
	for _, e := range s.Elements {
		if holds(e) {
			sum += e.Weight
		}
	}
	return (s.Lower <= sum && sum <= s.Upper) != s.Negated
}
