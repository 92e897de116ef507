package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
)

// relation is how two steps lie to each other, as data.
type relation struct {
	First      string            `json:"first,omitempty"`
	Then       string            `json:"then,omitempty"`
	Concurrent bool              `json:"concurrent"`
	Way        []report.StepData `json:"way"`
}

// relate says how two steps lie to each other.
func (o *orderer) relate(s cli.Streams, g *causal.Graph, pair []causal.Event) error {
	a, b := min(pair[0], pair[1]), max(pair[0], pair[1])
	between := g.Way(a, b)
	if o.json {
		r := relation{Concurrent: between == nil && a != b, Way: stepsOf(g, between)}
		if between != nil {
			r.First, r.Then = g.Step(a).ID.String(), g.Step(b).ID.String()
		}
		return writeJSON(s.Out, r)
	}
	r := &report.Text{All: o.all}
	switch {
	case a == b:
		r.Line("It is the same step: %s.", report.StepOf(g, a))
	case between == nil:
		r.Line("%s and %s are concurrent: neither had to come before the other.", report.StepOf(g, a), report.StepOf(g, b))
	default:
		r.Line("%s had to come before %s:", report.StepOf(g, a), report.StepOf(g, b))
		for i := range between[1:] {
			r.Line("  %s", handing(g, between[i], between[i+1]))
		}
	}
	_, err := s.Out.Write(r.Bytes())
	return err
}

// precede says how the steps of two kinds lie to each other.
func (o *orderer) precede(s cli.Streams, p *report.Precedence) error {
	if o.json {
		return writeJSON(s.Out, p.Data())
	}
	r := &report.Text{}
	r.Lines(p.Lines())
	_, err := s.Out.Write(r.Bytes())
	return err
}

// handing says by what a step directly precedes another.
func handing(g *causal.Graph, a, b causal.Event) string {
	r := g.Between(a, b)
	fact := g.Shapes().Resource(*r.Resource)
	if r.Producer == a {
		return fmt.Sprintf("%s made %s for %s", report.StepOf(g, a), fact, report.StepOf(g, b))
	}
	return fmt.Sprintf("%s needed %s before %s used it up", report.StepOf(g, a), fact, report.StepOf(g, b))
}

// orderData is the order of a run, as data.
type orderData struct {
	Steps    int                 `json:"steps"`
	Depth    int                 `json:"depth"`
	Width    int                 `json:"width"`  // steps of which none had to come before another
	AtMost   int                 `json:"atMost"` // there are no more such steps than this
	Together []report.StepData   `json:"together"`
	Critical []report.StepData   `json:"criticalPath"`
	Layers   [][]report.StepData `json:"layers"`
}

// survey says how deep and how wide a run is.
func (o *orderer) survey(s cli.Streams, g *causal.Graph) error {
	path, width := g.CriticalPath(), g.Width()
	if o.json {
		d := orderData{
			Steps: g.Len(), Depth: len(path), Width: len(width.Together), AtMost: width.AtMost,
			Together: stepsOf(g, width.Together), Critical: stepsOf(g, path), Layers: [][]report.StepData{},
		}
		for _, layer := range g.Layers() {
			d.Layers = append(d.Layers, stepsOf(g, layer))
		}
		return writeJSON(s.Out, d)
	}
	r := &report.Text{All: o.all}
	r.Line("%s, %d deep and %s wide.", plural(g.Len(), "step"), len(path), wide(width))
	say := func(e causal.Event) string { return report.StepOf(g, e) }
	r.List("A critical path, in which each had to come before the next", texts(path, say))
	r.List("As many as could happen at once", texts(width.Together, say))
	if o.layers {
		for i, layer := range g.Layers() {
			r.List(fmt.Sprintf("Layer %d", i+1), texts(layer, say))
		}
	}
	_, err := s.Out.Write(r.Bytes())
	return err
}

// wide returns a width in words; where it was not settled, its bounds.
func wide(w causal.Width) string {
	if w.Exact() {
		return fmt.Sprint(len(w.Together))
	}
	return fmt.Sprintf("%d to %d", len(w.Together), w.AtMost)
}
