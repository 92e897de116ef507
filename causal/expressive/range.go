package expressive

import (
	"cmp"
	"io"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/report/stream"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// Sample is a series of runs, given by its total.
type Sample struct {
	*Total
	From string // start of the runs: a stage or a #trace; "" for the first stage
	// Rows yields the rows of the runs, with the values of the metrics, in the order of seeds. It is nil if there are
	// no rows.
	Rows iter.Seq2[*sweep.Row, error]
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
	From string        `json:"from"` // where the runs begin: a stage or a #trace
	Ends []summary.End `json:"ends"`
	// SampledEnds says that Ends is a sample: the runs end in too many ways for a list of all.
	SampledEnds bool     `json:"sampledEnds,omitempty"`
	Spreads     []Spread `json:"spreads"`
	Cells       []Cell   `json:"cells"`
	// ApproximateCells is [Histogram.Approximate].
	ApproximateCells bool     `json:"approximateCells,omitempty"`
	Coverage         Coverage `json:"coverage"`
	// Different says how many runs are different; nil if hashes were not asked for.
	Different *summary.Different `json:"different,omitempty"`
	// Runs are written one by one: see [Range.WriteJSON].
	Runs []Run `json:"runs"`

	Histogram *Histogram `json:"-"`
	total     *Total
	rows      iter.Seq2[*sweep.Row, error]
}

// Spread says how the numbers of a metric are spread over runs. Quartiles are among the numbers.
type Spread struct {
	Metric string `json:"metric"`
	joint.Spread
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
	// Ordered lists the values in the order of the metrics.
	Ordered []any `json:"-"`
}

// New returns the range of a series of runs.
func New(s Sample) *Range {
	r := &Range{X: newAxis(s.Bins, distributionOf(0, s.Total)), Y: newAxis(s.Bins, distributionOf(1, s.Total))}
	r.Part = newPart(s, r.X, r.Y)
	return r
}

// Compare returns the ranges of two series of runs, with the same metrics, on the same axes. Both samples have rows.
// The error is an error of reading the rows.
func Compare(first, second Sample) (*Range, error) {
	axis := func(i int) *Axis { return newAxis(first.Bins, distributionOf(i, first.Total, second.Total)) }
	r := &Range{X: axis(0), Y: axis(1)}
	r.Part = newPart(first, r.X, r.Y)
	r.Compared = &Comparison{Part: newPart(second, r.X, r.Y)}
	r.Compared.Overlap = overlay(r.Histogram, r.Compared.Histogram)
	one, err := first.columns()
	if err != nil {
		return nil, err
	}
	two, err := second.columns()
	if err != nil {
		return nil, err
	}
	for i := range first.Metrics {
		a := r.X
		switch {
		case i == 1:
			a = r.Y
		case i > 1:
			a = axis(i)
		}
		r.Compared.Shifts = append(r.Compared.Shifts, newShift(a, one[i], two[i]))
	}
	return r, nil
}

// columns returns the values of all runs, by metric. Comparisons resample the runs, so they need all values at once.
func (s *Sample) columns() ([][]joint.Value, error) {
	out := make([][]joint.Value, len(s.Metrics))
	for row, err := range s.Rows {
		if err != nil {
			return nil, err
		}
		for i := range out {
			out[i] = append(out[i], s.value(row, i))
		}
	}
	return out, nil
}

// newPart counts a series of runs.
func newPart(s Sample, x, y *Axis) Part {
	p := Part{Series: summary.NewSeries(&s.Subject, s.ends.Runs()), From: cmp.Or(s.From, "stage "+s.Stage),
		Ends: summary.Ends(&s.ends), SampledEnds: !s.ends.Whole(), Spreads: []Spread{}, Cells: []Cell{}, Runs: []Run{},
		Histogram: newHistogram(x, y, &s.pairs), total: s.Total, rows: s.Rows}
	for i, m := range s.Metrics {
		if !m.Names {
			p.Spreads = append(p.Spreads, Spread{m.Text, s.numbers[i].Spread()})
		}
	}
	p.Cells, p.ApproximateCells = append(p.Cells, p.Histogram.Cells...), p.Histogram.Approximate
	p.Coverage = Cover(p.Histogram.Counts(), len(x.Bins)*len(y.Bins))
	if s.Hashed {
		n, exact := s.hashes.Count()
		p.Different = &summary.Different{Runs: n, Approximate: !exact, Inexact: s.inexact}
	}
	return p
}

// Each yields the runs, with their values, in the order of seeds. It ends after an error.
func (p *Part) Each() iter.Seq2[*Run, error] {
	return func(yield func(*Run, error) bool) {
		if p.rows == nil {
			return
		}
		for row, err := range p.rows {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(p.run(row), nil) {
				return
			}
		}
	}
}

// run returns a run with its values.
func (p *Part) run(row *sweep.Row) *Run {
	out := &Run{Seed: row.Seed, Steps: row.Steps, Ending: row.Ending, Message: row.Message,
		X: p.Histogram.X.Of(p.total.value(row, 0)), Y: p.Histogram.Y.Of(p.total.value(row, 1)),
		Values: make(map[string]any, len(row.Values))}
	if p.total.Hashed {
		out.Hash = row.Hash.String()
	}
	for i, m := range p.total.Metrics {
		var value any
		v := p.total.value(row, i)
		if x, is := v.Number(); is {
			value = x
		} else if name, is := v.Name(); is {
			value = name
		}
		out.Values[m.Text] = value
		out.Ordered = append(out.Ordered, value)
	}
	return out
}

// WriteJSON writes the range as JSON over several lines, the runs one by one.
func (r *Range) WriteJSON(w io.Writer) error {
	var all []iter.Seq2[any, error]
	for _, p := range r.Parts() {
		all = append(all, func(yield func(any, error) bool) {
			for run, err := range p.Each() {
				if !yield(run, err) {
					return
				}
			}
		})
	}
	return stream.WriteJSON(w, r, "runs", all...)
}

// Metrics returns the metrics, in the order of the values of runs.
func (r *Range) Metrics() []total.Metric { return r.total.Metrics }

// Parts returns the series of the range: one, or two to compare.
func (r *Range) Parts() []*Part {
	if r.Compared == nil {
		return []*Part{&r.Part}
	}
	return []*Part{&r.Part, &r.Compared.Part}
}

// Frequent returns the cells, the most frequent first.
func (p *Part) Frequent() []Cell {
	out := slices.Clone(p.Cells)
	slices.SortStableFunc(out, func(a, b Cell) int { return cmp.Compare(b.Runs, a.Runs) })
	return out
}

// Data implements [report.Answer].
func (r *Range) Data() any { return r }
