package rules

import (
	"cmp"
	"slices"
)

// farkasRow is a way to fire rules, and what it changes.
type farkasRow struct {
	firings sparse // of each rule
	changes sparse // of each kind
	rules   uint64 // a bit for each rule that fires, modulo 64, by which most sets of rules are told apart
	gone    bool   // the row is not in the table any more
}

// sparse is a vector: its elements that are not 0, by ascending index.
type sparse []element

type element struct {
	index int
	n     int64
}

// of returns the element at an index.
func (v sparse) of(index int) int64 {
	i, ok := slices.BinarySearchFunc(v, index, func(e element, index int) int { return cmp.Compare(e.index, index) })
	if !ok {
		return 0
	}
	return v[i].n
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

// holds reports whether the row fires all rules that another row fires.
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

// clear releases the vectors of a removed row, which lists may hold for long.
func (a *farkasRow) clear() { a.firings, a.changes = nil, nil }

// cancel returns the least sum of multiples of two rows that leaves a kind as it is,
// which the first adds to and the second takes from; false where products of its numbers
// would be out of range.
func (a *farkasRow) cancel(b *farkasRow, kind int) (*farkasRow, bool) {
	times, timesB := -b.changes.of(kind), a.changes.of(kind)
	sum := &farkasRow{
		firings: a.firings.plus(times, b.firings, timesB),
		changes: a.changes.plus(times, b.changes, timesB),
		rules:   a.rules | b.rules,
	}
	sum.reduce()
	large := func(e element) bool { return e.n >= maxCoefficient || e.n <= -maxCoefficient }
	return sum, !slices.ContainsFunc(sum.changes, large) && !slices.ContainsFunc(sum.firings, large)
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
