package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// mostDrawn is how many states are drawn without being asked for more: beyond, nobody
// sees anything, and layouts take long.
const mostDrawn = 300

// draw writes the picture of the states.
func (v *survey) draw(ctx context.Context, s cli.Streams) error {
	p := render.Picture{
		Diagram: &diagram.Diagram{
			Title: fmt.Sprintf("%s: states", trace.Visible(v.prog.Name)),
			Desc:  fmt.Sprintf("%s and %s.", plural(v.space.Len(), "state"), plural(v.space.Transitions, "transition")),
			Nodes: v.nodes(),
			Edges: v.edges(),
		},
		Theme: v.look,
	}
	p.Measure(fonts.Like(v.look.Fonts.Picture))
	data, err := cli.AtOnce(ctx, func() ([]byte, error) { return p.Write(ctx, render.FormatOf(filepath.Ext(v.out))) })
	if err != nil {
		return err
	}
	return s.WriteDrawn(&cli.Drawn{Data: data}, v.out)
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
			ID: fmt.Sprintf("s%d", i), Look: diagram.Resource, Text: texts(counted(v.space.Facts(s)), trace.Visible),
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
		return diagram.Edge{From: int(e.From), To: int(e.To), Look: diagram.Line, Text: []string{trace.Visible(e.Label)}, Classes: []string{"transition"}}
	})
}
