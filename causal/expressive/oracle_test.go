package expressive

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// column is all values of a metric, one for each run: the oracle counts from them.
type column struct {
	total.Metric
	values []joint.Value
}

// columnsOf returns the values of all metrics of some runs.
func columnsOf(t *Total, rows sweep.Rows) []column {
	out := make([]column, len(t.Metrics))
	for i := range out {
		out[i].Metric = t.Metrics[i]
		for _, r := range rows {
			out[i].values = append(out[i].values, t.value(r, i))
		}
	}
	return out
}

// plain is an axis as its bins and a function that says in which one a value is.
type plain struct {
	bins []Bin
	of   func(joint.Value) int
}

// plainAxis returns an axis for all values of some columns.
func plainAxis(most int, samples ...column) plain {
	var values []joint.Value
	for _, c := range samples {
		values = append(values, c.values...)
	}
	if samples[0].Names {
		return plainNames(most, values)
	}
	var p plain
	all := numbers(values)
	if len(all) > 0 {
		p = plainNumbers(most, all)
	}
	numbered := p.of
	if len(all) < len(values) || len(all) == 0 {
		p.bins = append(p.bins, Bin{Label: noValue})
	}
	p.of = func(v joint.Value) int {
		if v.IsNone() {
			return len(p.bins) - 1
		}
		return numbered(v)
	}
	return p
}

func plainNames(most int, values []joint.Value) plain {
	count := make(map[string]int)
	for _, v := range values {
		name, _ := v.Name()
		count[name]++
	}
	var names []string
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
	var p plain
	for i, name := range names {
		if i < most-1 || len(names) <= most {
			p.bins = append(p.bins, Bin{Label: name})
		}
	}
	if len(names) > most {
		p.bins = append(p.bins, Bin{Label: fmt.Sprintf("%d %s", len(names)-most+1, otherNames)})
	}
	p.of = func(v joint.Value) int {
		name, _ := v.Name()
		return min(slices.Index(names, name), len(p.bins)-1)
	}
	return p
}

func plainNumbers(most int, all []float64) plain {
	low, high := slices.Min(all), slices.Max(all)
	whole := !slices.ContainsFunc(all, func(v float64) bool { return v != math.Trunc(v) || math.Abs(v) > mostPrecise })
	if low == high && !whole {
		return plain{[]Bin{{strconv.FormatFloat(low, 'g', 4, 64), &low, &low}}, func(joint.Value) int { return 0 }}
	}
	s := scaleOf(most, low, high, whole)
	var p plain
	for n := s.floor(low); n <= s.floor(high); n++ {
		from, to := s.at(n), s.at(n+1)
		p.bins = append(p.bins, Bin{numberLabel(from, to, whole, s), &from, &to})
	}
	p.of = func(v joint.Value) int {
		x, _ := v.Number()
		i := 0
		for i+1 < len(p.bins) && *p.bins[i+1].From != *p.bins[i+1].To && *p.bins[i+1].From <= x {
			i++
		}
		return i
	}
	return p
}

// plainSpread measures the numbers of a column.
func plainSpread(c column) Spread {
	sorted := numbers(c.values)
	n := len(sorted)
	s := Spread{Metric: c.Text}
	s.None = len(c.values) - n
	if n > 0 {
		rank := func(quarters int) float64 { return sorted[(quarters*n+3)/4-1] }
		s.Min, s.Lower, s.Median, s.Upper, s.Max = sorted[0], rank(1), rank(2), rank(3), sorted[n-1]
		var sum mergeable.FloatSum
		s.Whole = true
		for _, x := range sorted {
			sum.Add(x)
			s.Whole = s.Whole && x == math.Trunc(x)
		}
		s.Mean = sum.Float64() / float64(n)
	}
	return s
}

// plainCells counts runs by two axes, with examples: the first runs of a cell, each unlike the others if hashes tell.
func plainCells(x, y plain, columns []column, rows sweep.Rows, hashed bool) []Cell {
	in := make(map[[2]int]sweep.Rows)
	for i, r := range rows {
		at := [2]int{x.of(columns[0].values[i]), y.of(columns[1].values[i])}
		in[at] = append(in[at], r)
	}
	cells := []Cell{}
	for at, runs := range in {
		var examples sweep.Rows
		for _, r := range runs {
			same := func(o *sweep.Row) bool { return o.Hash.Bytes == r.Hash.Bytes }
			if len(examples) < joint.MostExamples && (!hashed || !slices.ContainsFunc(examples, same)) {
				examples = append(examples, r)
			}
		}
		c := Cell{X: at[0], Y: at[1], Runs: len(runs)}
		for _, r := range examples {
			c.Seeds = append(c.Seeds, r.Seed)
		}
		cells = append(cells, c)
	}
	slices.SortFunc(cells, func(a, b Cell) int { return cmp.Or(a.X-b.X, a.Y-b.Y) })
	return cells
}
