package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// mostDrawn is the number of states that are drawn by default: larger pictures are unreadable, and
// take long to lay out.
const mostDrawn = 300

// draw writes the picture of the states. A .dot is written even if time is up, for where
// to put things, which takes long, it leaves to others; but not without memory. It is the
// last that goes to states: where it is given up, that may go on.
func (v *survey) draw(ctx context.Context, s cli.Streams) error {
	format := render.FormatOf(filepath.Ext(v.out))
	if format == render.DOTFormat && v.space.Ended != explore.OutOfMemory {
		var free context.CancelFunc
		ctx, free = (&bounds{memory: v.memory}).within(context.WithoutCancel(ctx))
		defer free()
	}
	if ctx.Err() != nil {
		return v.undrawn(ctx)
	}
	progress := s.Progress("drawing", -1)
	defer progress.Close()
	drawn, err := cli.AtOnce(ctx, func() (*cli.Drawn, error) {
		p := v.picture()
		data, err := p.Write(ctx, format)
		return &cli.Drawn{Data: data, Notes: each(p.Notes, func(n render.Note) string { return n.Text })}, err
	})
	progress.Close()
	switch {
	case err != nil && ctx.Err() != nil:
		return v.undrawn(ctx)
	case err != nil:
		return fmt.Errorf("%s: %w", v.out, err)
	}
	return s.WriteDrawn(drawn, v.out)
}

// picture returns the picture of the states, unplaced.
func (v *survey) picture() *render.Picture {
	p := &render.Picture{
		Diagram: &diagram.Diagram{
			Title: fmt.Sprintf("%s: states", visible.Line(v.prog.Name)),
			Desc: fmt.Sprintf("%s and %s.", english.Count(v.space.Len(), "state"),
				english.Count(v.space.Transitions, "transition")),
			Nodes: v.nodes(),
			Edges: v.edges(),
		},
		Theme: v.look,
	}
	p.Measure(fonts.Like(v.look.Fonts.Picture))
	return p
}

// undrawn returns the reason why the picture was not drawn.
func (v *survey) undrawn(ctx context.Context) error {
	limit, ok := errors.AsType[*exec.LimitError](context.Cause(ctx))
	switch {
	case !ok:
		return fmt.Errorf("%w: %s is not drawn", cli.ErrInterrupted, v.out)
	case limit.Limit == string(explore.OutOfMemory):
		return fmt.Errorf("%s: not drawn, as %w; --memory gives it more", v.out, limit)
	}
	return fmt.Errorf("%s: not drawn, as %w; --time gives it more, and a .dot takes none of it", v.out, limit)
}

// nodes returns a box for each state: the start is bold, final ones have two lines,
// and those that were not looked at are dashed.
func (v *survey) nodes() []diagram.Node {
	final := make(map[explore.State]bool)
	for _, s := range v.space.Final {
		final[s] = true
	}
	out := make([]diagram.Node, v.space.Len())
	for i := range out {
		s := explore.State(i)
		out[i] = diagram.Node{
			ID: fmt.Sprintf("s%d", i), Look: diagram.Resource,
			Text: texts(report.Counted(v.space.Written(s, exec.Shapes(v.prog))), visible.Line),
			Bold: i == 0, Double: final[s], Dashed: i >= v.space.Looked, Classes: []string{"state"},
		}
		if final[s] {
			out[i].Classes = append(out[i].Classes, "final")
		}
	}
	return out
}

// edges returns an arrow for each transition.
func (v *survey) edges() []diagram.Edge {
	return each(v.space.Edges, func(e explore.Edge) diagram.Edge {
		return diagram.Edge{From: int(e.From), To: int(e.To), Look: diagram.Line, Text: []string{visible.Line(e.Label)},
			Classes: []string{"transition"}}
	})
}
