package causal

import "slices"

// A T-invariant says how often to fire each rule so that in the end there are as
// many linear facts of each kind as before, and quantities in them add up to as much: whole
// numbers x ≥ 0, not all 0, with C·x = 0, where column r of the matrix C is the incidence of
// rule r. A run
// that comes back to a state has fired by the sum of such; the other way round, a
// T-invariant need not be possible to fire, and the facts may have other
// arguments in the end, of those that tell no kinds apart.
//
// Those of minimal support, divided by their greatest common divisor, generate
// all others (Colom and Silva, "Convex geometry and semiflows in P/T nets",
// Advances in Petri Nets 1990). They are found by the algorithm of Farkas, as
// Martínez and Silva give it ("A simple and fast algorithm to obtain all
// invariants of a generalised Petri net", 1982): begin with the rules
// themselves, and take the predicates one by one; put in the place of the rows
// that change it all sums of a row that adds to it and one that takes from it, in
// the least multiples that cancel, and drop the rows whose support holds that of
// another.

// Invariants are the T-invariants of some rules.
type Invariants struct {
	// Firings are the invariants: which rules to fire, and how often. Those of few
	// rules come first.
	Firings [][]Firing
	// Varying are the rules whose firings differ in what they do to linear
	// facts and the quantities in them, or change these by numbers that are too large to
	// reckon with. They have no column in the matrix and are in no invariant.
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
