package rules

import (
	"cmp"
	"maps"
	"slices"
)

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

// farkas is the table of the algorithm. Its rows are sparse, and it indexes them by kinds and by rules, so that a
// round of the search does not slow down with the number of unrelated rules.
type farkas struct {
	most int // rows
	size int // how many rows there are
	all  []*farkasRow
	// changing are the rows that change each kind, in order of insertion, and counts
	// summarizes them.
	changing [][]*farkasRow
	counts   []rowCount
	// firing are the rows that fire each rule, and leading the rows of which it is the first
	// rule. Removed rows may still be listed.
	firing, leading [][]*farkasRow
}

// rowCount says how many rows add to a kind, how many take from it, and how many rules all
// of these fire.
type rowCount struct{ gains, losses, rules int }

// newFarkas returns the table with which the search begins: the rules themselves.
func newFarkas(rules []Incidence) *farkas {
	number := kindNumbers(rules)
	f := &farkas{
		most:     max(maxInvariantRows, len(rules)),
		changing: make([][]*farkasRow, len(number)), counts: make([]rowCount, len(number)),
		firing: make([][]*farkasRow, len(rules)), leading: make([][]*farkasRow, len(rules)),
	}
	for i, n := range rules {
		if !n.isColumn() {
			continue
		}
		row := &farkasRow{firings: sparse{{i, 1}}, rules: 1 << (i % 64)}
		for _, c := range n.Linear() {
			row.changes = append(row.changes, element{number[c.counted()], int64(c.Least)})
		}
		slices.SortFunc(row.changes, func(a, b element) int { return cmp.Compare(a.index, b.index) })
		f.add(row)
	}
	return f
}

// isColumn reports whether all firings change the linear facts and their quantities alike, by
// numbers with products in range.
func (n Incidence) isColumn() bool {
	return !slices.ContainsFunc(n.Linear(), func(c Change) bool {
		return !c.Exact() || c.Least > maxCoefficient || c.Least < -maxCoefficient
	})
}

// kindNumbers numbers the columns of the table: the kinds of linear facts and the quantities that
// some rule changes.
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

// kinds returns the numbers of all kinds.
func (f *farkas) kinds() []int {
	out := make([]int, len(f.counts))
	for i := range out {
		out[i] = i
	}
	return out
}

// cheapest returns the index of the kind whose elimination adds the fewest rows; ties go to the shortest rows,
// so that no end of a long chain grows link by link.
func (f *farkas) cheapest(kinds []int) int {
	best := 0
	for i, kind := range kinds {
		n, least := f.counts[kind], f.counts[kinds[best]]
		if cmp.Or(n.adds()-least.adds(), n.rules-least.rules) < 0 {
			best = i
		}
	}
	return best
}

// adds returns how many rows it adds to eliminate the kind.
func (n rowCount) adds() int { return n.gains*n.losses - n.gains - n.losses }

// eliminate puts combinations that leave a kind as it is in the place of the rows that
// change it. It reports false where the table grows beyond the bounds.
func (f *farkas) eliminate(kind int) bool {
	gains, losses := f.split(kind)
	f.changing[kind] = nil
	for _, row := range slices.Concat(gains, losses) {
		f.drop(row)
		defer row.clear()
	}
	for _, a := range gains {
		for _, b := range losses {
			sum, ok := a.cancel(b, kind)
			if !ok {
				return false
			}
			if f.addMinimal(sum); f.size > f.most {
				return false
			}
		}
	}
	return true
}

// split returns the rows that add to a kind, and the rows that take from it.
func (f *farkas) split(kind int) (gains, losses []*farkasRow) {
	for _, row := range remaining(&f.changing[kind]) {
		if row.changes.of(kind) > 0 {
			gains = append(gains, row)
		} else {
			losses = append(losses, row)
		}
	}
	return gains, losses
}

// remaining returns the rows of a list that are in the table, and removes the others from the list.
func remaining(list *[]*farkasRow) []*farkasRow {
	*list = slices.DeleteFunc(*list, func(row *farkasRow) bool { return row.gone })
	return *list
}

// add adds a row.
func (f *farkas) add(row *farkasRow) {
	f.size++
	f.all = append(f.all, row)
	for _, c := range row.changes {
		f.changing[c.index] = append(f.changing[c.index], row)
	}
	for _, e := range row.firings {
		f.firing[e.index] = append(f.firing[e.index], row)
	}
	first := row.firings[0].index
	f.leading[first] = append(f.leading[first], row)
	f.count(row, 1)
}

// drop takes a row away.
func (f *farkas) drop(row *farkasRow) {
	f.size--
	row.gone = true
	f.count(row, -1)
}

// count counts a row in or out.
func (f *farkas) count(row *farkasRow, by int) {
	for _, c := range row.changes {
		n := &f.counts[c.index]
		n.rules += by * len(row.firings)
		if c.n > 0 {
			n.gains += by
		} else {
			n.losses += by
		}
	}
}

// addMinimal adds a row, unless its support contains that of another row, and drops rows with
// supports that contain its own.
func (f *farkas) addMinimal(row *farkasRow) {
	for _, e := range row.firings {
		if slices.ContainsFunc(remaining(&f.leading[e.index]), row.holds) {
			return
		}
	}
	rarest := slices.MinFunc(row.firings,
		func(a, b element) int { return len(f.firing[a.index]) - len(f.firing[b.index]) })
	for _, other := range remaining(&f.firing[rarest.index]) {
		if other.holds(row) {
			f.drop(other)
			other.clear()
		}
	}
	f.add(row)
}

// firings returns the remaining rows, rows of few rules first.
func (f *farkas) firings() [][]Firing {
	left := remaining(&f.all)
	slices.SortFunc(left, func(a, b *farkasRow) int {
		return cmp.Or(len(a.firings)-len(b.firings), slices.CompareFunc(a.firings, b.firings, func(x, y element) int {
			return cmp.Or(cmp.Compare(x.index, y.index), cmp.Compare(y.n, x.n))
		}))
	})
	var out [][]Firing
	for _, row := range left {
		var firings []Firing
		for _, e := range row.firings {
			firings = append(firings, Firing{e.index, int(e.n)})
		}
		out = append(out, firings)
	}
	return out
}
