package render

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/layered"
	"github.com/ceptre-graph/ceptre/themes"
)

// refused returns a picture that Graphviz does not lay out: one of its edges gets no place.
func refused(t *testing.T) *Picture {
	t.Helper()
	theme, err := themes.Find("")
	require.NoError(t, err)
	d := &diagram.Diagram{
		Flow: diagram.Right,
		Nodes: []diagram.Node{
			{ID: "a", Shape: diagram.Oval, Look: diagram.Resource, Text: []string{"a"}},
			{ID: "b", Shape: diagram.Oval, Look: diagram.Resource, Text: []string{"b"}},
		},
		Edges: []diagram.Edge{
			{From: 0, To: 1, Pull: 2},
			{From: 1, To: 0, Loose: true},
			{From: 0, To: 1, Text: []string{"some words"}},
		},
		Frames: []diagram.Frame{{Nodes: []int{1}}, {Nodes: []int{0}}, {Nodes: []int{0, 1}}},
	}
	p := &Picture{Diagram: d, Theme: theme}
	p.Measure(fontOf(p))
	return p
}

// A picture that Graphviz refuses is laid out in layers, and a note says so, once.
func TestRefused(t *testing.T) {
	p, q := refused(t), refused(t)
	require.NoError(t, layered.Place(t.Context(), q.Diagram, fontOf(q)))
	want, err := q.Write(t.Context(), SVGFormat)
	require.NoError(t, err)
	for _, f := range []Format{JSONFormat, SVGFormat, SVGFormat} {
		got, err := p.Write(t.Context(), f)
		require.NoError(t, err)
		if f == SVGFormat {
			require.Equal(t, string(want), string(got))
		}
		require.Equal(t, []Note{{`Graphviz cannot lay this picture out, so it is laid out in layers`, InLayers}}, p.Notes)
	}
	require.False(t, p.Placed, "the picture itself stays as it is")
}
