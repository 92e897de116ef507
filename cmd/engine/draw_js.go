package main

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/cmd/desk"
	"github.com/ceptre-graph/ceptre/render"
)

// draw draws a run.
func draw(ctx context.Context, g *causal.Graph, want desk.Picture) ([]byte, error) {
	o := render.Options{View: render.View(want.View), Title: want.Title, MaxNodes: render.MaxNodes}
	if steps := g.Trace.Steps; want.Last > 0 && want.Last < len(steps) {
		o.Select = fold.Options{From: steps[len(steps)-want.Last].ID}
	}
	p, err := render.Draw(g, o)
	if err != nil {
		return nil, fmt.Errorf("the picture: %w", err)
	}
	return p.SVG(ctx)
}
