package causal

import "slices"

// A T-invariant gives a number of firings for each rule that restores the count of linear facts of
// each kind, and the sums of quantities in them: whole numbers x ≥ 0, not all 0, with C·x = 0,
// where column r of the matrix C is the incidence of rule r. A run that returns to a state has
// fired a sum of T-invariants; conversely, a T-invariant may be impossible to fire, and the final
// facts may have other arguments, as far as these do not distinguish kinds.
//
// The invariants of minimal support, divided by their greatest common divisor, generate all others
// (Colom and Silva, "Convex geometry and semiflows in P/T nets", Advances in Petri Nets 1990).
// They are found by the algorithm of Farkas as given by Martínez and Silva ("A simple and fast
// algorithm to obtain all invariants of a generalised Petri net", 1982): start with the rules, and
// take the predicates one by one; replace the rows that change the predicate by all sums of a row
// that adds to it and one that takes from it, in the least multiples that cancel, and drop each
// row with a support that contains that of another.

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

// These bound a search for invariants, of which there may be exponentially many.
const (
	maxInvariantRows = 2_000 // or as many as there are rules: with these it begins
	maxCoefficient   = 1 << 30
)

// FindInvariants returns the T-invariants of minimal support of rules with these
// incidences.
func FindInvariants(rules []Incidence) Invariants {
	var out Invariants
	rules = level(rules)
	f := newFarkas(rules)
	for i, n := range rules {
		if !n.isColumn() {
			out.Varying = append(out.Varying, i)
		}
	}
	for pending := f.kinds(); len(pending) > 0; {
		k := f.cheapest(pending)
		if !f.eliminate(pending[k]) {
			out.Cut = true
			return out
		}
		pending = slices.Delete(pending, k, k+1)
	}
	out.Firings = f.firings()
	return out
}
