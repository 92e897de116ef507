package rooms

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// column is a layout: nodes below each other, edges from middle to middle.
func column(_ context.Context, d *diagram.Diagram) error {
	d.Width, d.Height = 10, 10
	for i := range d.Nodes {
		d.Width = max(d.Width, d.Nodes[i].W+20)
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		n.At = diagram.Point{X: d.Width / 2, Y: d.Height + n.H/2}
		d.Height += n.H + 10
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		from, to := d.Nodes[e.From].At, d.Nodes[e.To].At
		e.Path = []diagram.Point{from, from, to, to}
	}
	return nil
}

// Boxes in rooms are inside of these and below their names, rooms and boxes outside do not overlap,
// all is in the picture, and that is not much longer than a screen.
func TestRoomsHoldTheirNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &diagram.Diagram{}
		add := func(aside bool) int {
			side := rapid.Float64Range(10, 60)
			d.Nodes = append(d.Nodes, diagram.Node{W: side.Draw(t, "w"), H: side.Draw(t, "h"), Aside: aside})
			return len(d.Nodes) - 1
		}
		for range rapid.IntRange(0, 30).Draw(t, "rooms") {
			f := diagram.Frame{Room: true}
			for range rapid.IntRange(1, 4).Draw(t, "nodes") {
				f.Nodes = append(f.Nodes, add(false))
			}
			d.Frames = append(d.Frames, f)
		}
		for range rapid.IntRange(1, 5).Draw(t, "outside") {
			add(false)
		}
		add(true)
		for range rapid.IntRange(0, 20).Draw(t, "edges") {
			node := rapid.IntRange(0, len(d.Nodes)-2)
			d.Edges = append(d.Edges, diagram.Edge{From: node.Draw(t, "from"), To: node.Draw(t, "to")})
		}
		require.NoError(t, Place(t.Context(), d, column))
		require.True(t, d.Placed)
		boxes := []diagram.Frame{}
		inRoom := make(map[int]bool)
		for _, f := range d.Frames {
			boxes = append(boxes, f)
			name := d.Nodes[f.Nodes[0]]
			for _, n := range f.Nodes {
				inRoom[n] = true
				box := frameOf(&d.Nodes[n])
				require.True(t, within(box, f), "node %d of %v: %v", n, f, box)
				require.True(t, n == f.Nodes[0] || box.Min.Y >= name.At.Y+name.H/2-0.01)
			}
		}
		for i := range d.Nodes {
			if !inRoom[i] {
				boxes = append(boxes, frameOf(&d.Nodes[i]))
			}
		}
		whole := diagram.Frame{Max: diagram.Point{X: d.Width, Y: d.Height}}
		for i, a := range boxes {
			require.True(t, within(a, whole), "%v in %v", a, whole)
			for _, b := range boxes[:i] {
				require.True(t, a.Min.X >= b.Max.X-0.01 || b.Min.X >= a.Max.X-0.01 || a.Min.Y >= b.Max.Y-0.01 ||
					b.Min.Y >= a.Max.Y-0.01, "%v and %v", a, b)
			}
		}
		for _, e := range d.Edges {
			require.Len(t, e.Path, 4)
			require.False(t, math.IsNaN(e.Path[0].X))
		}
		if len(boxes) > 9 {
			require.Less(t, d.Width, 6*d.Height)
			require.Less(t, d.Height, 6*d.Width)
		}
	})
}

func frameOf(n *diagram.Node) diagram.Frame {
	half := diagram.Point{X: n.W / 2, Y: n.H / 2}
	return diagram.Frame{Min: n.At.Minus(half), Max: n.At.Plus(half)}
}

func within(a, b diagram.Frame) bool {
	return a.Min.X >= b.Min.X-0.01 && a.Min.Y >= b.Min.Y-0.01 && a.Max.X <= b.Max.X+0.01 && a.Max.Y <= b.Max.Y+0.01
}
