// Package sketch draws runs for pages for play.
package sketch

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/themes"
)

// errNothing says that there is nothing to be drawn.
var errNothing = errors.New("nothing has happened yet, so there is nothing to be drawn")

// Sketch says how runs are drawn.
type Sketch struct {
	Theme *themes.Theme // nil for the default
}

// Draw draws a run for a page, in which a click on a step shows that step.
func (s Sketch) Draw(ctx context.Context, g *causal.Graph, p game.Picture) ([]byte, error) {
	o := render.Options{
		View: render.View(p.View), Title: p.Title, Theme: s.Theme, Cast: &p.Cast, MaxNodes: render.MaxNodes,
		Link: func(s *trace.Step) string { return "#" + s.ID.String() },
	}
	steps := g.Trace.Steps
	if p.View == game.Film {
		o.View = render.Board
	}
	switch {
	case o.View == render.State || o.View == render.Rules || o.View == render.Net:
	case p.View == string(render.Board) && len(steps) > 0: // the moment at hand
		o.At = steps[len(steps)-1].ID
	case p.Last > 0 && len(steps) > p.Last:
		o.Select = fold.Options{From: steps[len(steps)-p.Last].ID}
	}
	if len(steps) == 0 && o.View != render.State && o.View != render.Board {
		return nil, errNothing
	}
	drawn, err := render.Draw(g, o)
	if err != nil {
		return nil, err
	}
	return drawn.SVG(ctx)
}
