package rules

import (
	"cmp"
	"slices"
)

// farkasRow is a way to fire rules, and what it changes.
type farkasRow struct {
	firings sparse // of each rule
	changes sparse // of each kind
	rules   uint64 // those that fire, by [ruleBit]
	gone    bool   // it is in the table no more
}

// ruleBit returns the bit that stands for a rule, and some others, where sets of rules are
// compared in a hurry.
func ruleBit(rule int) uint64 { return 1 << (rule % 64) }

// sparse is a vector: what in it is not 0, by the index, ascending.
type sparse []element

type element struct {
	index int
	n     int64
}

// of returns what stands at an index.
func (v sparse) of(index int) int64 {
	i, ok := slices.BinarySearchFunc(v, index, func(e element, index int) int { return cmp.Compare(e.index, index) })
	if !ok {
		return 0
	}
	return v[i].n
}

// before orders vectors: those come first that have more at the first place where they differ.
func (v sparse) before(w sparse) int {
	for i := range min(len(v), len(w)) {
		if d := cmp.Or(cmp.Compare(v[i].index, w[i].index), cmp.Compare(w[i].n, v[i].n)); d != 0 {
			return d
		}
	}
	return len(w) - len(v)
}

// plus returns the sum of multiples of two vectors.
func (v sparse) plus(times int64, w sparse, timesW int64) sparse {
	out := make(sparse, 0, len(v)+len(w))
	for len(v) > 0 || len(w) > 0 {
		var e element
		switch {
		case len(w) == 0 || len(v) > 0 && v[0].index < w[0].index:
			e, v = element{v[0].index, times * v[0].n}, v[1:]
		case len(v) == 0 || w[0].index < v[0].index:
			e, w = element{w[0].index, timesW * w[0].n}, w[1:]
		default:
			e = element{v[0].index, times*v[0].n + timesW*w[0].n}
			v, w = v[1:], w[1:]
		}
		if e.n != 0 {
			out = append(out, e)
		}
	}
	return out
}

// holds reports whether all rules that another row fires are among those of the row.
func (a *farkasRow) holds(other *farkasRow) bool {
	if other.rules&^a.rules != 0 || len(other.firings) > len(a.firings) {
		return false
	}
	i := 0
	for _, e := range a.firings {
		if i < len(other.firings) && other.firings[i].index == e.index {
			i++
		}
	}
	return i == len(other.firings)
}

// clear forgets what a row holds that is gone, for lists that it stands in may remember it for
// long.
func (a *farkasRow) clear() { a.firings, a.changes = nil, nil }

// cancel returns the least sum of multiples of two rows that leaves a kind as it is,
// which the first adds to and the second takes from; false where its numbers are too
// large.
func (a *farkasRow) cancel(b *farkasRow, kind int) (*farkasRow, bool) {
	times, timesB := -b.changes.of(kind), a.changes.of(kind)
	sum := &farkasRow{
		firings: a.firings.plus(times, b.firings, timesB),
		changes: a.changes.plus(times, b.changes, timesB),
		rules:   a.rules | b.rules,
	}
	sum.reduce()
	return sum, sum.isSmall()
}

// reduce divides a row by its greatest common divisor.
func (a *farkasRow) reduce() {
	var d int64
	for _, e := range a.firings {
		d = gcd(d, e.n)
	}
	for _, v := range []sparse{a.firings, a.changes} {
		for i := range v {
			v[i].n /= d
		}
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
func (a *farkasRow) isSmall() bool {
	large := func(e element) bool { return e.n >= maxCoefficient || e.n <= -maxCoefficient }
	return !slices.ContainsFunc(a.changes, large) && !slices.ContainsFunc(a.firings, large)
}
