package expressive

import (
	"cmp"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/metric"
)

// Histogram counts runs by the bins of two axes.
type Histogram struct {
	X, Y  *Axis
	Runs  int
	Cells []Cell // the cells with at least one run, by X and then Y
}

// Cell is the runs in a bin of both axes.
type Cell struct {
	X, Y int   // bins
	Runs []int // indexes of the runs, ascending; never empty
}

// NewHistogram counts the runs of a series, given with the values of the metrics.
func NewHistogram(x, y *Axis, xs, ys *metric.Column) *Histogram {
	h := &Histogram{X: x, Y: y, Runs: xs.Len()}
	at := make(map[[2]int]int)
	for i := range h.Runs {
		bin := [2]int{x.Of(xs, i), y.Of(ys, i)}
		cell, known := at[bin]
		if !known {
			cell = len(h.Cells)
			at[bin] = cell
			h.Cells = append(h.Cells, Cell{X: bin[0], Y: bin[1]})
		}
		h.Cells[cell].Runs = append(h.Cells[cell].Runs, i)
	}
	slices.SortFunc(h.Cells, func(a, b Cell) int { return cmp.Or(a.X-b.X, a.Y-b.Y) })
	return h
}

// At returns the runs in a bin of both axes; nil for none.
func (h *Histogram) At(x, y int) []int {
	i, found := slices.BinarySearchFunc(h.Cells, [2]int{x, y}, func(c Cell, at [2]int) int {
		return cmp.Or(c.X-at[0], c.Y-at[1])
	})
	if !found {
		return nil
	}
	return h.Cells[i].Runs
}

// Marginals returns the number of runs in each bin of the two axes.
func (h *Histogram) Marginals() (x, y []int) {
	x, y = make([]int, len(h.X.Bins)), make([]int, len(h.Y.Bins))
	for _, c := range h.Cells {
		x[c.X] += len(c.Runs)
		y[c.Y] += len(c.Runs)
	}
	return x, y
}

// Counts returns the number of runs in each cell.
func (h *Histogram) Counts() []int {
	out := make([]int, len(h.Cells))
	for i, c := range h.Cells {
		out[i] = len(c.Runs)
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
