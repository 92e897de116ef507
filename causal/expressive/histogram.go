package expressive

import (
	"cmp"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
)

// Histogram counts runs by the bins of two axes.
type Histogram struct {
	X, Y  *Axis
	Runs  int
	Cells []Cell // the cells with at least one run, by X and then Y
	// Approximate says that runs may be counted in a wrong bin, as values are rounded or names are not kept.
	Approximate bool
}

// Cell counts the runs in a bin of both axes.
type Cell struct {
	X     int      `json:"x"`     // bin of the first axis
	Y     int      `json:"y"`     // bin of the second axis
	Runs  int      `json:"runs"`  // number of runs, at least 1
	Seeds []uint64 `json:"seeds"` // seeds of example runs, all of them different runs
}

// newHistogram counts runs by the bins of their values.
func newHistogram(x, y *Axis, of *joint.Pairs) *Histogram {
	h := &Histogram{X: x, Y: y}
	cells := make(map[[2]int]*joint.Examples)
	for pair, runs := range of.All() {
		bin := [2]int{x.Of(pair[0]), y.Of(pair[1])}
		if cells[bin] == nil {
			cells[bin] = new(joint.Examples)
		}
		cells[bin].Merge(runs)
		h.Runs += runs.Runs
	}
	for i, a := range []*Axis{x, y} {
		power, exact := of.Grid(i)
		h.Approximate = h.Approximate || !exact && !a.exactOn(power) || !of.AllNames(i)
	}
	for bin, runs := range cells {
		h.Cells = append(h.Cells, Cell{bin[0], bin[1], runs.Runs, runs.Seeds()})
	}
	slices.SortFunc(h.Cells, func(a, b Cell) int { return cmp.Or(a.X-b.X, a.Y-b.Y) })
	return h
}

// At returns the number of runs in a bin of both axes.
func (h *Histogram) At(x, y int) int {
	i, found := slices.BinarySearchFunc(h.Cells, [2]int{x, y}, func(c Cell, at [2]int) int {
		return cmp.Or(c.X-at[0], c.Y-at[1])
	})
	if !found {
		return 0
	}
	return h.Cells[i].Runs
}

// Marginals returns the number of runs in each bin of the two axes.
func (h *Histogram) Marginals() (x, y []int) {
	x, y = make([]int, len(h.X.Bins)), make([]int, len(h.Y.Bins))
	for _, c := range h.Cells {
		x[c.X] += c.Runs
		y[c.Y] += c.Runs
	}
	return x, y
}

// Counts returns the number of runs in each cell.
func (h *Histogram) Counts() []int {
	out := make([]int, len(h.Cells))
	for i, c := range h.Cells {
		out[i] = c.Runs
	}
	return out
}

// Levels divides the numbers from 1 to most into at most so many levels of shade, and returns the
// least number of each, ascending. The levels grow by about the same factor, so that rare cells
// can be told apart beside frequent ones.
func Levels(most, levels int) []int {
	var out []int
	for i := range levels {
		n := int(math.Round(math.Pow(float64(most), float64(i)/float64(levels))))
		if len(out) == 0 || n > out[len(out)-1] {
			out = append(out, n)
		}
	}
	return out
}

// Level returns the index of the level that a number of runs belongs to, of levels that [Levels] returns; -1 for 0.
func Level(levels []int, n int) int {
	at, found := slices.BinarySearch(levels, n)
	if !found {
		at--
	}
	return at
}
