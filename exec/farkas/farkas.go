// Package farkas solves systems of linear equations in natural numbers, as they come up where things
// are counted: invariants of rules and of the facts that these change.
//
// Given vectors v₁ … vₙ of integers, it finds the combinations Σ xᵢ·vᵢ = 0 with whole numbers x ≥ 0,
// not all 0, of minimal support: no other combination takes a proper part of their vectors. Divided by
// their greatest common divisor, these generate all others (Colom and Silva, "Convex geometry and
// semiflows in P/T nets", Advances in Petri Nets 1990).
//
// The algorithm is that of Farkas as given by Martínez and Silva ("A simple and fast algorithm to
// obtain all invariants of a generalised Petri net", 1982): start with the vectors, and take the
// equations one by one; replace the rows that are not 0 in the equation by all sums of a positive and
// a negative one, in the least multiples that cancel, and drop each row with a support that contains
// that of another.
package farkas

import (
	"cmp"
	"context"
	"slices"
)

// Element is an element of a sparse vector that is not 0.
type Element struct {
	Index int
	N     int64
}

// Vector is a sparse vector: its elements that are not 0, by ascending index.
type Vector []Element

// MaxCoefficient is the greatest absolute value of a number with which the search reckons: products of
// two such numbers are in range.
const MaxCoefficient = 1 << 30

// maxRows bounds a search, as there may be exponentially many combinations. With as many rows as
// there are vectors it begins.
const maxRows = 2_000

// Minimal returns the combinations of minimal support of vectors whose indexes are below a number of
// equations. Each is a vector of the numbers x. Vectors of few elements come first, then the order is by elements.
// It reports false, without any, where there are too many, numbers get out of range, or the context
// ends. The vectors are not changed.
func Minimal(ctx context.Context, vectors []Vector, equations int) ([]Vector, bool) {
	if slices.ContainsFunc(vectors, func(v Vector) bool { return v.exceeds(MaxCoefficient) }) {
		return nil, false
	}
	t := newTable(vectors, equations)
	pending := make([]int, equations)
	for i := range pending {
		pending[i] = i
	}
	for len(pending) > 0 && ctx.Err() == nil {
		k := t.cheapest(pending)
		if !t.eliminate(ctx, pending[k]) {
			return nil, false
		}
		pending = slices.Delete(pending, k, k+1)
	}
	if len(pending) > 0 {
		return nil, false
	}
	return t.combinations(), true
}

// table is the table of the algorithm. Its rows are sparse, and it indexes them by equations and by vectors, so
// that a round of the search does not slow down with the number of unrelated vectors.
type table struct {
	most int // rows
	size int // how many rows there are
	all  []*row
	// open are the rows that are not 0 in each equation, in order of insertion, and counts
	// summarizes them.
	open   [][]*row
	counts []rowCount
	// using are the rows that take each vector, and leading the rows of which it is the first
	// vector. Removed rows may still be listed.
	using, leading [][]*row
}

// rowCount says how many rows are positive in an equation, how many negative, and how many vectors all
// of these take.
type rowCount struct{ gains, losses, vectors int }

// newTable returns the table with which the search begins: the vectors themselves.
func newTable(vectors []Vector, equations int) *table {
	t := &table{
		most: max(maxRows, len(vectors)),
		open: make([][]*row, equations), counts: make([]rowCount, equations),
		using: make([][]*row, len(vectors)), leading: make([][]*row, len(vectors)),
	}
	for i, v := range vectors {
		t.add(&row{times: Vector{{i, 1}}, sums: v, vectors: 1 << (i % 64)})
	}
	return t
}

// cheapest returns the index of the equation whose elimination adds the fewest rows; ties go to the shortest rows,
// so that no end of a long chain grows link by link.
func (t *table) cheapest(equations []int) int {
	best := 0
	for i, equation := range equations {
		n, least := t.counts[equation], t.counts[equations[best]]
		if cmp.Or(n.adds()-least.adds(), n.vectors-least.vectors) < 0 {
			best = i
		}
	}
	return best
}

// adds returns how many rows it adds to eliminate the equation.
func (n rowCount) adds() int { return n.gains*n.losses - n.gains - n.losses }

// eliminate puts combinations that are 0 in an equation in the place of the rows that are not. It
// reports false where the table grows beyond the bounds, or the context ends.
func (t *table) eliminate(ctx context.Context, equation int) bool {
	gains, losses := t.split(equation)
	t.open[equation] = nil
	for _, r := range slices.Concat(gains, losses) {
		t.drop(r)
		defer r.clear()
	}
	for _, a := range gains {
		if ctx.Err() != nil {
			return false
		}
		for _, b := range losses {
			sum, ok := a.cancel(b, equation)
			if !ok {
				return false
			}
			if t.addMinimal(sum); t.size > t.most {
				return false
			}
		}
	}
	return true
}

// split returns the rows that are positive in an equation, and the rows that are negative in it.
func (t *table) split(equation int) (gains, losses []*row) {
	for _, r := range remaining(&t.open[equation]) {
		if r.sums.At(equation) > 0 {
			gains = append(gains, r)
		} else {
			losses = append(losses, r)
		}
	}
	return gains, losses
}

// remaining returns the rows of a list that are in the table, and removes the others from the list.
func remaining(list *[]*row) []*row {
	*list = slices.DeleteFunc(*list, func(r *row) bool { return r.gone })
	return *list
}

// add adds a row.
func (t *table) add(r *row) {
	t.size++
	t.all = append(t.all, r)
	for _, e := range r.sums {
		t.open[e.Index] = append(t.open[e.Index], r)
	}
	for _, e := range r.times {
		t.using[e.Index] = append(t.using[e.Index], r)
	}
	first := r.times[0].Index
	t.leading[first] = append(t.leading[first], r)
	t.count(r, 1)
}

// drop takes a row away.
func (t *table) drop(r *row) {
	t.size--
	r.gone = true
	t.count(r, -1)
}

// count counts a row in or out.
func (t *table) count(r *row, by int) {
	for _, e := range r.sums {
		n := &t.counts[e.Index]
		n.vectors += by * len(r.times)
		if e.N > 0 {
			n.gains += by
		} else {
			n.losses += by
		}
	}
}

// addMinimal adds a row, unless its support contains that of another row, and drops rows with
// supports that contain its own.
func (t *table) addMinimal(r *row) {
	for _, e := range r.times {
		if slices.ContainsFunc(remaining(&t.leading[e.Index]), r.holds) {
			return
		}
	}
	rarest := slices.MinFunc(r.times,
		func(a, b Element) int { return len(t.using[a.Index]) - len(t.using[b.Index]) })
	for _, other := range remaining(&t.using[rarest.Index]) {
		if other.holds(r) {
			t.drop(other)
			other.clear()
		}
	}
	t.add(r)
}

// combinations returns the remaining rows, rows of few vectors first.
func (t *table) combinations() []Vector {
	var out []Vector
	for _, r := range remaining(&t.all) {
		out = append(out, r.times)
	}
	slices.SortFunc(out, func(a, b Vector) int {
		return cmp.Or(len(a)-len(b), slices.CompareFunc(a, b, func(x, y Element) int {
			return cmp.Or(cmp.Compare(x.Index, y.Index), cmp.Compare(y.N, x.N))
		}))
	})
	return out
}
