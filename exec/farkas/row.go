package farkas

import (
	"cmp"
	"slices"
)

// row is a combination of vectors.
type row struct {
	times   Vector // how often it takes each vector
	sums    Vector // the sum of the vectors in each equation
	vectors uint64 // a bit for each vector that it takes, modulo 64, by which most sets of vectors are told apart
	gone    bool   // the row is not in the table any more
}

// At returns the element at an index.
func (v Vector) At(index int) int64 {
	i, ok := slices.BinarySearchFunc(v, index, func(e Element, index int) int { return cmp.Compare(e.Index, index) })
	if !ok {
		return 0
	}
	return v[i].N
}

// plus returns the sum of multiples of two vectors.
func (v Vector) plus(times int64, w Vector, timesW int64) Vector {
	out := make(Vector, 0, len(v)+len(w))
	for len(v) > 0 || len(w) > 0 {
		var e Element
		switch {
		case len(w) == 0 || len(v) > 0 && v[0].Index < w[0].Index:
			e, v = Element{v[0].Index, times * v[0].N}, v[1:]
		case len(v) == 0 || w[0].Index < v[0].Index:
			e, w = Element{w[0].Index, timesW * w[0].N}, w[1:]
		default:
			e = Element{v[0].Index, times*v[0].N + timesW*w[0].N}
			v, w = v[1:], w[1:]
		}
		if e.N != 0 {
			out = append(out, e)
		}
	}
	return out
}

// holds reports whether the row takes all vectors that another row takes.
func (a *row) holds(other *row) bool {
	if other.vectors&^a.vectors != 0 || len(other.times) > len(a.times) {
		return false
	}
	i := 0
	for _, e := range a.times {
		if i < len(other.times) && other.times[i].Index == e.Index {
			i++
		}
	}
	return i == len(other.times)
}

// clear releases the vectors of a removed row, which lists may hold for long.
func (a *row) clear() { a.times, a.sums = nil, nil }

// cancel returns the least sum of multiples of two rows that is 0 in an equation, in which the first is
// positive and the second negative; false where products of its numbers would be out of range.
func (a *row) cancel(b *row, equation int) (*row, bool) {
	times, timesB := -b.sums.At(equation), a.sums.At(equation)
	sum := &row{
		times:   a.times.plus(times, b.times, timesB),
		sums:    a.sums.plus(times, b.sums, timesB),
		vectors: a.vectors | b.vectors,
	}
	sum.reduce()
	return sum, !sum.sums.exceeds(MaxCoefficient-1) && !sum.times.exceeds(MaxCoefficient-1)
}

// exceeds reports whether the absolute value of a number of the vector is greater than a bound.
func (v Vector) exceeds(most int64) bool {
	return slices.ContainsFunc(v, func(e Element) bool { return e.N > most || e.N < -most })
}

// reduce divides a row by its greatest common divisor.
func (a *row) reduce() {
	var d int64
	for _, e := range a.times {
		d = gcd(d, e.N)
	}
	for _, v := range []Vector{a.times, a.sums} {
		for i := range v {
			v[i].N /= d
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
