package metric

import (
	"math"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Meter measures the runs of a program.
type Meter struct {
	// Cast is the characters of all runs, for metrics that [Meter.NeedsCast]. They are the same for
	// all runs, so that their numbers can be compared.
	Cast causal.Cast
	// Scenes counts the scenes of a run.
	Scenes func(*causal.Graph, causal.Cast) int

	prog  *lang.Program
	exprs []*Expr
	facts []sweep.Tally
	needs needs

	lock   sync.Mutex
	shapes map[uint64]shape // by seed
}

// Expr is an expression for the runs of a program.
type Expr struct {
	Text  string             // as it was written
	value func(*run) float64 // nil where the values are names of endings
}

// Names reports whether the values are names.
func (e *Expr) Names() bool { return e.value == nil }

// run is a run with all that expressions ask of it.
type run struct {
	row    *sweep.Row
	shape  shape
	rarity []float64 // rarity of each rule in all runs: -log2 of its share of the steps
}

// shape holds the numbers that the causal order of a run gives. Fields that no expression needs are 0.
type shape struct{ depth, width, scenes, cast, meetings int }

// NewMeter returns a meter without expressions.
func NewMeter(prog *lang.Program) *Meter {
	return &Meter{prog: prog, shapes: make(map[uint64]shape)}
}

// NeedsAll reports whether an expression compares a run with all runs.
func (m *Meter) NeedsAll() bool { return m.needs.all }

// Metrics returns all expressions, in the order in which they were parsed.
func (m *Meter) Metrics() (out []total.Metric) {
	for _, e := range m.exprs {
		out = append(out, total.Metric{Text: e.Text, Names: e.Names()})
	}
	return out
}

// NeedsCast reports whether an expression depends on who the characters are.
func (m *Meter) NeedsCast() bool { return m.needs.characters || m.needs.scenes }

// Options has a sweep keep all that the expressions need.
func (m *Meter) Options(o sweep.Options) sweep.Options {
	o.Facts = m.facts
	if m.needs.graph() {
		o.Read = m.read
	}
	return o
}

// read measures the causal order of a run. It is called from several goroutines.
func (m *Meter) read(t *trace.Trace) error {
	g := causal.New(t)
	var s shape
	if m.needs.depth {
		s.depth = len(g.Layers())
	}
	if m.needs.width {
		s.width = len(g.Width().Together)
	}
	if m.needs.scenes {
		s.scenes = m.Scenes(g, m.Cast)
	}
	if m.needs.characters {
		threads := g.Threads(m.Cast)
		s.meetings = len(causal.Meetings(threads))
		for _, t := range threads {
			s.cast += min(len(t.Events), 1)
		}
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	m.shapes[t.Run.Seed] = s
	return nil
}

// Measure sets the values of all expressions, in the order in which they were parsed, in rows of a sweep that was made
// with [Meter.Options]. Each row is measured once; if [Meter.NeedsAll], all rows are measured in one call. The value is
// [math.NaN] for a name, and if there is no number, such as the greatest of no numbers.
func (m *Meter) Measure(rows sweep.Rows) {
	var rarity []float64
	if m.needs.all {
		rarity = rarities(rows)
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, row := range rows {
		of := &run{row, m.shapes[row.Seed], rarity}
		delete(m.shapes, row.Seed)
		row.Values = make([]float64, len(m.exprs))
		for i, e := range m.exprs {
			row.Values[i] = math.NaN()
			if e.Names() {
				continue
			}
			if v := e.value(of); !math.IsInf(v, 0) {
				row.Values[i] = v
			}
		}
	}
}

// rarities returns -log2 of each rule's share of the steps of all runs.
func rarities(rows sweep.Rows) []float64 {
	var fired []int
	steps := 0
	for _, row := range rows {
		if fired == nil {
			fired = make([]int, len(row.Fired))
		}
		steps += row.Steps
		for i, times := range row.Fired {
			fired[i] += times
		}
	}
	out := make([]float64, len(fired))
	for i, times := range fired {
		out[i] = -math.Log2(float64(times) / float64(steps))
	}
	return out
}
