package report

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Order is the order of a run: how deep and how wide it is.
type Order struct {
	Graph  *causal.Graph
	Layers bool // print the Foata normal form, too
}

// orderData is the order of a run, as data.
type orderData struct {
	Steps    int          `json:"steps"`
	Depth    int          `json:"depth"`
	Width    int          `json:"width"`  // steps of which none had to come before another
	AtMost   int          `json:"atMost"` // there are no more such steps than this
	Together []StepData   `json:"together"`
	Critical []StepData   `json:"criticalPath"`
	Layers   [][]StepData `json:"layers"`
}

// Data returns the order as data, with its layers.
func (o *Order) Data() any {
	g, path, width := o.Graph, o.Graph.CriticalPath(), o.Graph.Width()
	return orderData{
		Steps: g.Len(), Depth: len(path), Width: len(width.Together), AtMost: width.AtMost,
		Together: stepsOf(g, width.Together), Critical: stepsOf(g, path),
		Layers: each(g.Layers(), func(layer []causal.Event) []StepData { return stepsOf(g, layer) }),
	}
}

// Print prints how deep and how wide the run is.
func (o *Order) Print(b *Text) {
	path, width := o.Graph.CriticalPath(), o.Graph.Width()
	wide := fmt.Sprint(len(width.Together))
	if !width.Exact() {
		wide = fmt.Sprintf("%d to %d", len(width.Together), width.AtMost)
	}
	say := func(e causal.Event) string { return StepOf(o.Graph, e) }
	b.Line("%s, %d deep and %s wide.", english.Count(o.Graph.Len(), "step"), len(path), wide)
	b.List("A critical path, in which each had to come before the next", each(path, say))
	b.List("As many as could happen at once", each(width.Together, say))
	if o.Layers {
		for i, layer := range o.Graph.Layers() {
			b.List(fmt.Sprintf("Layer %d", i+1), each(layer, say))
		}
	}
}

// Relation says which of two steps of a run had to come first.
type Relation struct {
	graph       *causal.Graph
	first, then causal.Event
	way         []causal.Event // from first to then; nil if they are concurrent
}

// Relate returns how two steps lie to each other.
func Relate(g *causal.Graph, a, b causal.Event) *Relation {
	a, b = min(a, b), max(a, b)
	return &Relation{g, a, b, g.Way(a, b)}
}

// relationData is how two steps lie to each other, as data.
type relationData struct {
	First      string     `json:"first,omitempty"`
	Then       string     `json:"then,omitempty"`
	Concurrent bool       `json:"concurrent"`
	Way        []StepData `json:"way"`
}

// Data returns the relation as data.
func (r *Relation) Data() any {
	d := relationData{Concurrent: r.way == nil && r.first != r.then, Way: stepsOf(r.graph, r.way)}
	if r.way != nil {
		d.First, d.Then = r.graph.Step(r.first).ID.String(), r.graph.Step(r.then).ID.String()
	}
	return d
}

// Print prints the relation, with the way from one step to the other.
func (r *Relation) Print(b *Text) {
	first, then := StepOf(r.graph, r.first), StepOf(r.graph, r.then)
	switch {
	case r.first == r.then:
		b.Line("It is the same step: %s.", first)
	case r.way == nil:
		b.Line("%s and %s are concurrent: neither had to come before the other.", first, then)
	default:
		b.Line("%s had to come before %s:", first, then)
		for i, from := range r.way[:len(r.way)-1] {
			to := r.way[i+1]
			link := "%s needed %s before %s used it up"
			x := r.graph.Between(from, to)
			if x.Producer == from {
				link = "%s made %s for %s"
			}
			b.Item(link, StepOf(r.graph, from), factOf(r.graph, x), StepOf(r.graph, to))
		}
	}
}
