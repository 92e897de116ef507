package causal

import (
	"math/bits"
	"slices"
)

// A T-invariant says how often to fire each rule so that in the end there are as
// many linear facts of each kind as before: whole numbers x ≥ 0, not all 0,
// with C·x = 0, where column r of the matrix C is the incidence of rule r. A run
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
	// Firings are the invariants: how often to fire each rule. Those of few
	// rules come first.
	Firings [][]int
	// Varying are the rules whose firings differ in what they do to linear
	// facts. They have no column in the matrix and are in no invariant.
	Varying []int
	// Cut says that the search was given up, so that nothing is known.
	Cut bool
}

// These bound a search for invariants, of which there may be exponentially many.
const (
	maxInvariantRows = 2_000 // or as many as there are rules: with these it begins
	maxCoefficient   = 1 << 30
)

// FindInvariants returns the T-invariants of minimal support of rules with these
// incidences.
func FindInvariants(rules []Incidence) Invariants {
	var out Invariants
	f := &farkas{rules: len(rules)}
	for i, n := range rules {
		if !n.Exact() {
			out.Varying = append(out.Varying, i)
			continue
		}
		f.addRule(i, n)
	}
	for pending := f.predicates(); len(pending) > 0; {
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

// farkas is the table of the algorithm.
type farkas struct {
	rules int
	rows  []farkasRow
}

// farkasRow is a way to fire rules, and what it changes.
type farkasRow struct {
	firings []int64          // of each rule
	support []uint64         // the set of the rules that fire
	changes map[string]int64 // by predicate; none is 0
}

func (f *farkas) addRule(i int, n Incidence) {
	row := farkasRow{
		firings: make([]int64, f.rules),
		support: make([]uint64, (f.rules+63)/64),
		changes: make(map[string]int64),
	}
	row.firings[i] = 1
	row.support[i/64] |= 1 << (i % 64)
	for _, c := range n.Linear() {
		row.changes[c.Kind] = int64(c.Least)
	}
	f.rows = append(f.rows, row)
}

// predicates returns all that some rule changes, sorted.
func (f *farkas) predicates() []string {
	var out []string
	for _, row := range f.rows {
		for pred := range row.changes {
			out = append(out, pred)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// cheapest returns the index of the predicate that adds the fewest rows.
func (f *farkas) cheapest(preds []string) int {
	changing := f.changing()
	cost := make([]int, len(preds))
	for i, pred := range preds {
		n := changing[pred]
		cost[i] = n.gains*n.losses - n.gains - n.losses
	}
	return slices.Index(cost, slices.Min(cost))
}

// rowCount says how many rows add to a predicate, and how many take from it.
type rowCount struct{ gains, losses int }

// changing counts the rows that change each predicate. It goes through the table once
// for all of them: to split it for each would take, of a thousand rules, nearly all of
// the time.
func (f *farkas) changing() map[string]rowCount {
	out := make(map[string]rowCount)
	for _, row := range f.rows {
		for pred, n := range row.changes {
			count := out[pred]
			if n > 0 {
				count.gains++
			} else {
				count.losses++
			}
			out[pred] = count
		}
	}
	return out
}

// eliminate puts combinations that leave a predicate as it is in the place of the
// rows that change it. It reports false where the table grows beyond the bounds.
func (f *farkas) eliminate(pred string) bool {
	kept, gains, losses := f.split(pred)
	for _, a := range gains {
		for _, b := range losses {
			sum, ok := a.cancel(b, pred)
			if !ok {
				return false
			}
			if kept = addMinimal(kept, sum); len(kept) > max(maxInvariantRows, f.rules) {
				return false
			}
		}
	}
	f.rows = kept
	return true
}

// split returns the rows that leave a predicate as it is, those that add to it,
// and those that take from it.
func (f *farkas) split(pred string) (same, gains, losses []farkasRow) {
	for _, row := range f.rows {
		switch n := row.changes[pred]; {
		case n > 0:
			gains = append(gains, row)
		case n < 0:
			losses = append(losses, row)
		default:
			same = append(same, row)
		}
	}
	return same, gains, losses
}

// addMinimal adds a row, unless its support holds that of another, and drops
// those whose support holds its.
func addMinimal(rows []farkasRow, row farkasRow) []farkasRow {
	if slices.ContainsFunc(rows, func(other farkasRow) bool { return subset(other.support, row.support) }) {
		return rows
	}
	rows = slices.DeleteFunc(rows, func(other farkasRow) bool { return subset(row.support, other.support) })
	return append(rows, row)
}

func subset(a, b []uint64) bool {
	for i := range a {
		if a[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// cancel returns the least sum of multiples of two rows that leaves a predicate
// as it is, which the first adds to and the second takes from; false where its
// numbers are too large.
func (a farkasRow) cancel(b farkasRow, pred string) (farkasRow, bool) {
	times, timesB := -b.changes[pred], a.changes[pred]
	sum := farkasRow{changes: make(map[string]int64), firings: make([]int64, len(a.firings)), support: make([]uint64, len(a.support))}
	for i := range sum.firings {
		sum.firings[i] = times*a.firings[i] + timesB*b.firings[i]
	}
	for i := range sum.support {
		sum.support[i] = a.support[i] | b.support[i]
	}
	for p, n := range a.changes {
		sum.changes[p] = times * n
	}
	for p, n := range b.changes {
		sum.changes[p] += timesB * n
	}
	sum.reduce()
	return sum, sum.isSmall()
}

// reduce divides a row by its greatest common divisor, and drops what is 0.
func (a farkasRow) reduce() {
	var d int64
	for _, n := range a.firings {
		d = gcd(d, n)
	}
	for i := range a.firings {
		a.firings[i] /= d
	}
	for p, n := range a.changes {
		if n == 0 {
			delete(a.changes, p)
			continue
		}
		a.changes[p] = n / d
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// isSmall reports whether the products of the row's numbers, and their sums, are
// in range.
func (a farkasRow) isSmall() bool {
	large := func(n int64) bool { return n >= maxCoefficient || n <= -maxCoefficient }
	for _, n := range a.changes {
		if large(n) {
			return false
		}
	}
	return !slices.ContainsFunc(a.firings, large)
}

// firings returns the rows that are left, those of few rules first.
func (f *farkas) firings() [][]int {
	slices.SortFunc(f.rows, func(a, b farkasRow) int {
		if n := a.count() - b.count(); n != 0 {
			return n
		}
		return -slices.Compare(a.firings, b.firings)
	})
	var out [][]int
	for _, row := range f.rows {
		times := make([]int, len(row.firings))
		for i, n := range row.firings {
			times[i] = int(n)
		}
		out = append(out, times)
	}
	return out
}

// count returns how many rules fire.
func (a farkasRow) count() int {
	n := 0
	for _, word := range a.support {
		n += bits.OnesCount64(word)
	}
	return n
}
