package metric

import (
	"math"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/sweep"
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

// Column is the values of an expression, one for each run.
type Column struct {
	Text string // the expression
	// Numbers are the values; [math.NaN] where there is none, such as the greatest of no numbers.
	// The field is nil where the values are names.
	Numbers []float64
	Names   []string // nil where the values are numbers
}

// Len returns the number of runs.
func (c *Column) Len() int { return len(c.Numbers) + len(c.Names) }

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

// NeedsCast reports whether an expression depends on who the characters are.
func (m *Meter) NeedsCast() bool { return m.needs.characters || m.needs.scenes }

// Options has a sweep keep all that the expressions need.
func (m *Meter) Options(o sweep.Options) sweep.Options {
	o.Facts = m.facts
	if m.needs.any() {
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

// Columns returns the values of all expressions, in the order in which they were parsed, for the
// rows of a sweep that was made with [Meter.Options].
func (m *Meter) Columns(made *sweep.Sweep) []Column {
	out := make([]Column, len(m.exprs))
	rarity := rarities(made)
	for i, e := range m.exprs {
		out[i].Text = e.Text
		for _, row := range made.Rows {
			if e.Names() {
				out[i].Names = append(out[i].Names, row.Ending.String())
				continue
			}
			v := e.value(&run{row, m.shapes[row.Seed], rarity})
			if math.IsInf(v, 0) {
				v = math.NaN()
			}
			out[i].Numbers = append(out[i].Numbers, v)
		}
	}
	return out
}

// rarities returns -log2 of each rule's share of the steps of all runs.
func rarities(made *sweep.Sweep) []float64 {
	fired, steps := make([]int, len(made.Rules)), 0
	for _, row := range made.Rows {
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
