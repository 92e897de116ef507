package rules

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/farkas"
)

// A T-invariant gives a number of firings for each rule that restores the count of linear facts of
// each kind, and the sums of quantities in them: whole numbers x ≥ 0, not all 0, with C·x = 0,
// where column r of the matrix C is the incidence of rule r. A run that returns to a state has
// fired a sum of T-invariants; conversely, a T-invariant may be impossible to fire, and the final
// facts may have other arguments, as far as these do not distinguish kinds.
//
// The invariants of minimal support generate all others. Package farkas finds them.

// Invariants are the T-invariants of some rules.
type Invariants struct {
	// Firings are the invariants: which rules to fire, and how often. Those of few
	// rules come first.
	Firings [][]Firing
	// Varying lists the rules with firings that differ in their effect on linear facts and
	// quantities, or that change these by numbers out of range. They have no column in the matrix
	// and are in no invariant.
	Varying []int
	// Cut says that the search was given up, so that nothing is known.
	Cut bool
}

// Firing says how often to fire a rule, which is at least once. Of an invariant there is one
// for each of its rules, in their order: of ten thousand rules, most invariants are of a few.
type Firing struct{ Rule, Times int }

// FindInvariants returns the T-invariants of minimal support of rules with these
// incidences.
func FindInvariants(rules []Incidence) Invariants {
	var out Invariants
	rules = level(rules)
	number := kindNumbers(rules)
	var columns []int // the rules that have one
	var vectors []farkas.Vector
	for i, n := range rules {
		if !n.isColumn() {
			out.Varying = append(out.Varying, i)
			continue
		}
		columns = append(columns, i)
		vectors = append(vectors, n.vector(number))
	}
	found, ok := farkas.Minimal(context.Background(), vectors, len(number))
	out.Cut = !ok
	for _, x := range found {
		var firings []Firing
		for _, e := range x {
			firings = append(firings, Firing{columns[e.Index], int(e.N)})
		}
		out.Firings = append(out.Firings, firings)
	}
	return out
}

// isColumn reports whether all firings change the linear facts and their quantities alike, by
// numbers with products in range.
func (n Incidence) isColumn() bool {
	return !slices.ContainsFunc(n.Linear(), func(c Change) bool {
		return !c.Exact() || c.Least > farkas.MaxCoefficient || c.Least < -farkas.MaxCoefficient
	})
}

// vector returns what one firing adds to each numbered kind.
func (n Incidence) vector(number map[Change]int) farkas.Vector {
	var out farkas.Vector
	for _, c := range n.Linear() {
		out = append(out, farkas.Element{Index: number[c.counted()], N: int64(c.Least)})
	}
	slices.SortFunc(out, func(a, b farkas.Element) int { return cmp.Compare(a.Index, b.Index) })
	return out
}

// kindNumbers numbers the kinds of linear facts and the quantities that some rule changes.
func kindNumbers(rules []Incidence) map[Change]int {
	number := make(map[Change]int)
	for _, n := range rules {
		if n.isColumn() {
			for _, c := range n.Linear() {
				number[c.counted()] = 0
			}
		}
	}
	for i, kind := range slices.SortedFunc(maps.Keys(number), sameFacts) {
		number[kind] = i
	}
	return number
}
