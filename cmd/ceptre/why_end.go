package main

import (
	"io"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/render"
)

// finish is what the end of a run rests on.
type finish struct {
	*question
	report.Outcome
}

func (f *finish) graph() *causal.Graph { return f.question.graph }

// picture shows the whole run, and marks the final facts and the steps without effect on them.
func (f *finish) picture() render.Options {
	o := &render.Overlay{Sides: compare.NewSides(), Left: "led to nothing that is left", Right: "left at the end"}
	g := f.question.graph
	for _, event := range f.DeadEnds {
		step := g.Step(event)
		o.Steps[step.ID] = compare.Left
		for _, id := range step.Produces {
			o.Resources[id] = compare.Left
		}
	}
	for _, r := range f.Outcome.Left {
		if r.Producer != causal.Outside {
			o.Resources[r.ID] = compare.Right
		}
	}
	return render.Options{Title: "what the end rests on", Select: f.shown(), Overlay: o}
}

func (f *finish) write(w io.Writer) error {
	b := &report.Text{All: f.all}
	b.Line("%s", f.Summary())
	for _, s := range f.Sections(f.say) {
		b.List(s.Heading, s.Items)
	}
	_, err := w.Write(b.Bytes())
	return err
}
