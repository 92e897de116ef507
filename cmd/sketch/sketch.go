// Package sketch draws runs for pages for play.
package sketch

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/cmd/desk"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/themes"
)

// Sketch says how runs are drawn.
type Sketch struct {
	Theme *themes.Theme // nil for the default
	By    string        // who the characters are, as [causal.FindCast] takes it
}

// Draw draws a run as SVG. Each step is a link to a fragment that is its id.
func (s Sketch) Draw(ctx context.Context, g *causal.Graph, p desk.Picture) ([]byte, error) {
	o := render.Options{View: render.View(p.View), Title: p.Title, Theme: s.Theme, MaxNodes: render.MaxNodes, By: s.By, Link: fragment}
	steps := g.Trace.Steps
	if len(steps) == 0 && o.View != render.State {
		return nil, errors.New("nothing has happened yet, so there is nothing to be drawn")
	}
	if p.Last > 0 && p.Last < len(steps) && o.View != render.Rules {
		o.Select = fold.Options{From: steps[len(steps)-p.Last].ID}
	}
	drawn, err := render.Draw(g, o)
	if err != nil {
		return nil, err
	}
	return drawn.SVG(ctx)
}

func fragment(s *trace.Step) string { return "#" + s.ID.String() }
