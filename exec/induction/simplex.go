package induction

import (
	"math/bits"
	"slices"
)

// rational is a fraction in lowest terms with a positive denominator.
type rational struct{ n, d int64 }

func whole(n int64) rational { return rational{n, 1} }

// fraction returns n/d in lowest terms; d is not 0.
func fraction(n, d int64) rational {
	if n == 0 {
		return rational{0, 1}
	}
	a, b := n, d
	for b != 0 {
		a, b = b, a%b
	}
	if (a < 0) != (d < 0) {
		a = -a
	}
	return rational{n / a, d / a}
}

// product returns a·b; it panics with outOfRange beyond the range of machine integers.
func product(a, b int64) int64 {
	high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if high != 0 || low > 1<<62 {
		panic(outOfRange{})
	}
	return a * b
}

func (a rational) times(b rational) rational {
	x, y := fraction(a.n, b.d), fraction(b.n, a.d)
	return rational{product(x.n, y.n), product(x.d, y.d)}
}

func (a rational) plus(b rational) rational {
	x, y := product(a.n, b.d), product(b.n, a.d)
	return fraction(x+y, product(a.d, b.d)) // each product is at the most 1<<62
}

// tableau is a dictionary of the simplex method: each basic quantity as a linear expression of the others.
type tableau struct {
	basic []int        // of each row
	free  []int        // of each column but the first
	rows  [][]rational // the constant, then the factors of the free quantities
}

// pivot makes a free quantity basic in a row.
func (t *tableau) pivot(r, c int) {
	row := t.rows[r]
	inverse := fraction(row[c].d, row[c].n)
	for j := range row {
		if j == c {
			row[j] = inverse
		} else if row[j].n != 0 {
			row[j] = row[j].times(rational{-inverse.n, inverse.d})
		}
	}
	for i, other := range t.rows {
		if i == r || other[c].n == 0 {
			continue
		}
		by := other[c]
		other[c] = whole(0)
		for j := range row {
			if row[j].n != 0 {
				other[j] = other[j].plus(row[j].times(by))
			}
		}
	}
	t.basic[r], t.free[c-1] = t.free[c-1], t.basic[r]
}

// solve looks for values of the columns, none below 0, in which no expression of the rows is below 0. Where there are
// none, not even fractions, it returns factors, none below 0, with which the sum of the rows is below 0 for all
// values: the certificate of Farkas. Otherwise it returns values. It is the dual simplex method without an objective,
// which ends by Bland's rule ("New finite pivoting rules for the simplex method", Mathematics of Operations Research
// 2, 1977).
func solve(rows []linear) (values map[column]rational, factors []rational) {
	var columns []column
	for _, e := range rows {
		for _, p := range e.parts {
			columns = append(columns, p.of)
		}
	}
	slices.Sort(columns)
	columns = slices.Compact(columns)
	t := newTableau(rows, columns)
	n := len(columns)
	for {
		r := t.negative()
		if r < 0 {
			break
		}
		c := t.entering(r)
		if c < 0 {
			factors = make([]rational, len(rows))
			if b := t.basic[r]; b >= n {
				factors[b-n] = whole(1)
			}
			for j, f := range t.free {
				if a := t.rows[r][j+1]; f >= n && a.n != 0 {
					factors[f-n] = rational{-a.n, a.d}
				}
			}
			return nil, factors
		}
		t.pivot(r, c)
	}
	values = make(map[column]rational)
	for i, b := range t.basic {
		if b < n {
			values[columns[b]] = t.rows[i][0]
		}
	}
	return values, nil
}

// newTableau makes the values of the rows basic: quantity n+i is the value of row i.
func newTableau(rows []linear, columns []column) *tableau {
	t := &tableau{}
	for j := range columns {
		t.free = append(t.free, j)
	}
	for i, e := range rows {
		row := make([]rational, len(columns)+1)
		for j := range row {
			row[j] = whole(0)
		}
		row[0] = whole(e.c)
		for _, p := range e.parts {
			j, _ := slices.BinarySearch(columns, p.of)
			row[j+1] = whole(p.n)
		}
		t.rows = append(t.rows, row)
		t.basic = append(t.basic, len(columns)+i)
	}
	return t
}

// negative returns the row below 0 whose basic quantity comes first, or -1.
func (t *tableau) negative() int {
	best := -1
	for i, row := range t.rows {
		if row[0].n < 0 && (best < 0 || t.basic[i] < t.basic[best]) {
			best = i
		}
	}
	return best
}

// entering returns the column of the first free quantity that raises a row, or -1.
func (t *tableau) entering(r int) int {
	best := -1
	for j, f := range t.free {
		if t.rows[r][j+1].n > 0 && (best < 0 || f < t.free[best-1]) {
			best = j + 1
		}
	}
	return best
}
