package playhost

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/cmd/desk"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
)

// errNothing says that there is nothing to be drawn.
var errNothing = errors.New("nothing has happened yet, so there is nothing to be drawn")

// draw draws a run for a page, in which a click on a step shows that step.
func (h *Host) draw(ctx context.Context, g *causal.Graph, p desk.Picture) ([]byte, error) {
	now, _ := h.state()
	o := render.Options{
		View: render.View(p.View), Title: p.Title, Theme: now.look, By: now.by, MaxNodes: render.MaxNodes,
		Link: func(s *trace.Step) string { return "#" + s.ID.String() },
	}
	steps := g.Trace.Steps
	switch {
	case len(steps) == 0 && o.View != render.State:
		return nil, errNothing
	case p.Last > 0 && len(steps) > p.Last && o.View != render.Rules && o.View != render.State:
		o.Select = fold.Options{From: steps[len(steps)-p.Last].ID}
	}
	return render.Write(ctx, g, o, render.SVGFormat)
}
