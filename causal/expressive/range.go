package expressive

import (
	"cmp"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/metric"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// Sample is a series of runs with the values of metrics. The first two metrics are the axes.
type Sample struct {
	summary.Series
	From    string // where the runs begin: a stage or a #trace
	Sweep   *sweep.Sweep
	Columns []metric.Column
}

// Range is the expressive range of a program, and of another one to compare. Its fields are the
// JSON.
type Range struct {
	Part
	X        *Axis       `json:"x"`
	Y        *Axis       `json:"y"`
	Compared *Comparison `json:"compared,omitempty"`
}

// Comparison is another series of runs on the same axes, and how it differs.
type Comparison struct {
	Part
	Shifts  []Shift `json:"shifts"`
	Overlap Overlap `json:"overlap"`
}

// Part is a series of runs on the axes of a range.
type Part struct {
	summary.Series
	From     string        `json:"from"` // where the runs begin: a stage or a #trace
	Ends     []summary.End `json:"ends"`
	Spreads  []Spread      `json:"spreads"`
	Cells    []Filled      `json:"cells"`
	Coverage Coverage      `json:"coverage"`
	// Different says how many runs are different; nil if hashes were not asked for.
	Different *summary.Different `json:"different,omitempty"`
	Runs      []Run              `json:"runs"`

	Histogram *Histogram      `json:"-"`
	Columns   []metric.Column `json:"-"`
	rows      sweep.Rows
}

// Spread says how the numbers of a metric are spread over runs. Quartiles are among the numbers.
type Spread struct {
	Metric string  `json:"metric"`
	None   int     `json:"none"` // runs without a value
	Min    float64 `json:"min"`
	Lower  float64 `json:"lowerQuartile"`
	Median float64 `json:"median"`
	Upper  float64 `json:"upperQuartile"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
}

// Filled is a cell with at least one run.
type Filled struct {
	X     int      `json:"x"` // bin of the axis
	Y     int      `json:"y"`
	Runs  int      `json:"runs"`
	Seeds []uint64 `json:"seeds"` // of the examples
	// Examples are the indexes of some runs, which are different where the cell has different runs.
	Examples []int `json:"-"`
}

// Run is a run with its values. A value is a number, a name, or nil.
type Run struct {
	Seed  uint64 `json:"seed"`
	Steps int    `json:"steps"`
	sweep.Ending
	Message string         `json:"message,omitempty"`
	Hash    string         `json:"hash,omitempty"`
	X       int            `json:"x"` // bin of the axis
	Y       int            `json:"y"`
	Values  map[string]any `json:"values"`
}

// mostExamples is the number of example runs of a cell.
const mostExamples = 3

// New returns the range of a series of runs, with at most so many bins to an axis. A second series
// is compared on the same axes; it may be nil.
func New(first Sample, second *Sample, bins int) *Range {
	axis := func(i int) *Axis {
		samples := []*metric.Column{&first.Columns[i]}
		if second != nil {
			samples = append(samples, &second.Columns[i])
		}
		return NewAxis(bins, samples...)
	}
	r := &Range{X: axis(0), Y: axis(1)}
	r.Part = newPart(first, r.X, r.Y)
	if second == nil {
		return r
	}
	r.Compared = &Comparison{Part: newPart(*second, r.X, r.Y)}
	r.Compared.Overlap = Overlay(r.Histogram, r.Compared.Histogram)
	for i := range first.Columns {
		a := r.X
		switch {
		case i == 1:
			a = r.Y
		case i > 1:
			a = axis(i)
		}
		r.Compared.Shifts = append(r.Compared.Shifts, NewShift(a, &first.Columns[i], &second.Columns[i]))
	}
	return r
}

// newPart counts a series of runs.
func newPart(s Sample, x, y *Axis) Part {
	rows := s.Sweep.Rows
	p := Part{Series: s.Series, From: s.From, Ends: summary.Ends(total.EndsOf(rows)), Spreads: []Spread{},
		Cells: []Filled{}, Runs: []Run{}, Columns: s.Columns, rows: rows,
		Histogram: NewHistogram(x, y, &s.Columns[0], &s.Columns[1])}
	for i := range s.Columns {
		if c := &s.Columns[i]; c.Numbers != nil {
			p.Spreads = append(p.Spreads, newSpread(c))
		}
	}
	p.Coverage = Cover(p.Histogram.Counts(), len(x.Bins)*len(y.Bins))
	if s.Sweep.Hashed {
		var hashes mergeable.Distinct
		for _, row := range rows {
			hashes.Add(row.Hash.Bytes, row.Seed)
		}
		n, exact := hashes.Count()
		p.Different = &summary.Different{Runs: n, Approximate: !exact}
	}
	for i, row := range rows {
		run := Run{Seed: row.Seed, Steps: row.Steps, Ending: row.Ending, Message: row.Message,
			X: x.Of(&s.Columns[0], i), Y: y.Of(&s.Columns[1], i), Values: make(map[string]any, len(s.Columns))}
		if s.Sweep.Hashed {
			run.Hash = row.Hash.String()
			if !row.Hash.Exact {
				p.Different.Inexact++
			}
		}
		for k := range s.Columns {
			run.Values[s.Columns[k].Text] = valueOf(&s.Columns[k], i)
		}
		p.Runs = append(p.Runs, run)
	}
	for _, c := range p.Histogram.Cells {
		f := Filled{X: c.X, Y: c.Y, Runs: len(c.Runs), Seeds: []uint64{}, Examples: p.examples(c.Runs, s.Sweep.Hashed)}
		for _, i := range f.Examples {
			f.Seeds = append(f.Seeds, rows[i].Seed)
		}
		p.Cells = append(p.Cells, f)
	}
	return p
}

// valueOf returns the i-th value of a column: a number, a name, or nil.
func valueOf(c *metric.Column, i int) any {
	switch {
	case c.Names != nil:
		return c.Names[i]
	case math.IsNaN(c.Numbers[i]):
		return nil
	}
	return c.Numbers[i]
}

// Parts returns the series of the range: one, or two to compare.
func (r *Range) Parts() []*Part {
	if r.Compared == nil {
		return []*Part{&r.Part}
	}
	return []*Part{&r.Part, &r.Compared.Part}
}

// examples returns the first runs of a cell, each unlike the others if hashes tell.
func (p *Part) examples(runs []int, hashed bool) []int {
	var out []int
	for _, i := range runs {
		same := func(o int) bool { return p.rows[o].Hash.Bytes == p.rows[i].Hash.Bytes }
		if !hashed || !slices.ContainsFunc(out, same) {
			out = append(out, i)
		}
		if len(out) == mostExamples {
			break
		}
	}
	return out
}

// Frequent returns the cells, the most frequent first.
func (p *Part) Frequent() []Filled {
	out := slices.Clone(p.Cells)
	slices.SortStableFunc(out, func(a, b Filled) int { return cmp.Compare(b.Runs, a.Runs) })
	return out
}

// newSpread measures the numbers of a column; all are zero where there are none.
func newSpread(c *metric.Column) Spread {
	sorted := values(c)
	n := len(sorted)
	s := Spread{Metric: c.Text, None: c.Len() - n}
	if n > 0 {
		rank := func(quarters int) float64 { return sorted[(quarters*n+3)/4-1] }
		s.Min, s.Lower, s.Median, s.Upper, s.Max, s.Mean = sorted[0], rank(1), rank(2), rank(3), sorted[n-1], mean(sorted)
	}
	return s
}

// Data implements [report.Answer].
func (r *Range) Data() any { return r }
