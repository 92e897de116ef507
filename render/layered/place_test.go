package layered

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// drawn returns any diagram, with or without cycles, labels, loops and loose edges.
func drawn(t *rapid.T) *diagram.Diagram {
	d := &diagram.Diagram{Flow: diagram.Flow(rapid.IntRange(0, 1).Draw(t, "flow"))}
	acyclic := rapid.Bool().Draw(t, "acyclic")
	n := rapid.IntRange(1, 40).Draw(t, "nodes")
	for i := range n {
		d.Nodes = append(d.Nodes, diagram.Node{
			ID: fmt.Sprint("n", i), Shape: diagram.Shape(rapid.IntRange(0, 4).Draw(t, "shape")),
			W: float64(rapid.IntRange(8, 200).Draw(t, "w")), H: float64(rapid.IntRange(8, 60).Draw(t, "h")),
		})
	}
	for range rapid.IntRange(0, 80).Draw(t, "edges") {
		e := diagram.Edge{From: rapid.IntRange(0, n-1).Draw(t, "from"), To: rapid.IntRange(0, n-1).Draw(t, "to"),
			Pull: rapid.IntRange(0, 3).Draw(t, "pull")}
		if acyclic && e.From > e.To {
			e.From, e.To = e.To, e.From
		}
		if rapid.IntRange(0, 5).Draw(t, "text") == 0 {
			e.Text = []string{"a label"}
		}
		e.Loose = rapid.IntRange(0, 9).Draw(t, "loose") == 0
		d.Edges = append(d.Edges, e)
	}
	d.Frames = []diagram.Frame{{Nodes: []int{0, n - 1}}, {}}
	return d
}

func placed(t require.TestingT, d *diagram.Diagram) {
	require.NoError(t, Place(context.Background(), d, fonts.Like("sans")))
	require.True(t, d.Placed)
	requireApart(t, d)
	requireInside(t, d)
	for i := range d.Edges {
		requireMet(t, d, &d.Edges[i])
	}
	requireForward(t, d)
}

// requireApart checks that no two nodes overlap, and that beside and between layers there
// is room.
func requireApart(t require.TestingT, d *diagram.Diagram) {
	for i := range d.Nodes {
		for k := range i {
			a, b := &d.Nodes[i], &d.Nodes[k]
			x, y := math.Abs(a.At.X-b.At.X)-(a.W+b.W)/2, math.Abs(a.At.Y-b.At.Y)-(a.H+b.H)/2
			if d.Flow == diagram.Right {
				x, y = y, x
			}
			if x < 12-1e-6 && y < 28-1e-6 {
				require.Fail(t, "too near", "%v and %v", a, b)
			}
		}
	}
}

// requireInside checks that nothing reaches beyond the picture.
func requireInside(t require.TestingT, d *diagram.Diagram) {
	inside := func(p diagram.Point, w, h float64) {
		require.False(t, math.IsNaN(p.X) || math.IsNaN(p.Y))
		require.GreaterOrEqual(t, p.X-w/2, 0.0)
		require.GreaterOrEqual(t, p.Y-h/2, 0.0)
		require.LessOrEqual(t, p.X+w/2, d.Width)
		require.LessOrEqual(t, p.Y+h/2, d.Height)
	}
	for i := range d.Nodes {
		inside(d.Nodes[i].At, d.Nodes[i].W, d.Nodes[i].H)
	}
	for i := range d.Edges {
		for _, p := range d.Edges[i].Path {
			inside(p, 0, 0)
		}
		inside(d.Edges[i].LabelAt, 0, 0)
	}
	for i := range d.Frames {
		inside(d.Frames[i].Min, 0, 0)
		inside(d.Frames[i].Max, 0, 0)
	}
}

// requireMet checks that an edge starts and ends on the borders of its nodes.
func requireMet(t require.TestingT, d *diagram.Diagram, e *diagram.Edge) {
	require.Equal(t, 1, len(e.Path)%3)
	require.GreaterOrEqual(t, len(e.Path), 4)
	requireOn(t, &d.Nodes[e.From], e.Path[0])
	requireOn(t, &d.Nodes[e.To], e.Path[len(e.Path)-1])
}

func requireOn(t require.TestingT, n *diagram.Node, p diagram.Point) {
	x, y := math.Abs(p.X-n.At.X)/(n.W/2), math.Abs(p.Y-n.At.Y)/(n.H/2)
	switch n.Shape {
	case diagram.Oval, diagram.Dot:
		require.InDelta(t, 1, math.Hypot(x, y), 1e-6)
	case diagram.Capsule:
		r := min(n.W, n.H) / 2
		dx, dy := max(0, x*n.W/2-(n.W/2-r)), max(0, y*n.H/2-(n.H/2-r))
		require.InDelta(t, r, math.Hypot(dx, dy), 1e-6)
	default:
		require.InDelta(t, 1, max(x, y), 1e-6)
	}
}

// requireForward checks that edges lead to later layers, except where they lie on a cycle.
func requireForward(t require.TestingT, d *diagram.Diagram) {
	next := make([][]int, len(d.Nodes))
	for _, e := range d.Edges {
		if !e.Loose {
			next[e.From] = append(next[e.From], e.To)
		}
	}
	for _, e := range d.Edges {
		if e.Loose || reaches(next, e.To, e.From) {
			continue
		}
		a, b := &d.Nodes[e.From], &d.Nodes[e.To]
		if d.Flow == diagram.Right {
			require.Less(t, a.At.X+a.W/2, b.At.X-b.W/2)
		} else {
			require.Less(t, a.At.Y+a.H/2, b.At.Y-b.H/2)
		}
	}
}

func reaches(next [][]int, from, to int) bool {
	seen, todo := make([]bool, len(next)), []int{from}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v == to {
			return true
		}
		for _, w := range next[v] {
			if !seen[w] {
				seen[w] = true
				todo = append(todo, w)
			}
		}
	}
	return false
}

func TestPlaceKeepsTheLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { placed(t, drawn(t)) })
}

func TestPlaceIsDeterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		again := *d
		again.Nodes, again.Edges = append([]diagram.Node(nil), d.Nodes...), append([]diagram.Edge(nil), d.Edges...)
		again.Frames = append([]diagram.Frame(nil), d.Frames...)
		require.NoError(t, Place(context.Background(), d, fonts.Like("sans")))
		require.NoError(t, Place(context.Background(), &again, fonts.Like("sans")))
		require.Equal(t, *d, again)
	})
}

func TestEdgesBetweenTheSameNodesPart(t *testing.T) {
	d := &diagram.Diagram{Nodes: []diagram.Node{{W: 40, H: 20}, {W: 40, H: 20}}}
	for range 3 {
		d.Edges = append(d.Edges, diagram.Edge{From: 0, To: 1}, diagram.Edge{From: 1, To: 0})
	}
	placed(t, d)
	for i := range d.Edges {
		for k := range i {
			require.Greater(t, math.Abs(d.Edges[i].Path[0].X-d.Edges[k].Path[len(d.Edges[k].Path)-1].X)+
				math.Abs(d.Edges[i].Path[0].X-d.Edges[k].Path[0].X), 4.0)
		}
	}
}

func TestStoriesAreReadable(t *testing.T) {
	for _, nodes := range []int{100, 600, 2000} {
		d := newStory(nodes, 10, 1)
		placed(t, d)
		sketch(t, d, fmt.Sprint("story-", nodes))
		require.Less(t, d.Width/d.Height, 4.0)
	}
}

func TestWideLayersAreBroken(t *testing.T) {
	d := &diagram.Diagram{Nodes: []diagram.Node{{W: 60, H: 20}}}
	for i := range 3000 {
		d.Nodes = append(d.Nodes, diagram.Node{W: 60, H: 20})
		d.Edges = append(d.Edges, diagram.Edge{From: 0, To: i + 1})
	}
	require.NoError(t, Place(context.Background(), d, fonts.Like("sans")))
	requireForward(t, &diagram.Diagram{Nodes: d.Nodes, Edges: d.Edges[:50]})
	sketch(t, d, "wide")
	require.Less(t, d.Width/d.Height, 3.5)
	d.Edges = nil
	require.NoError(t, Place(context.Background(), d, fonts.Like("sans")))
	require.Less(t, d.Width/d.Height, 3.0)
	require.Greater(t, d.Width/d.Height, 1.0)
}

func TestNothing(t *testing.T) {
	d := &diagram.Diagram{}
	placed(t, d)
	require.Positive(t, d.Width)
}

func TestPlaceEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := newStory(500, 10, 1)
	require.ErrorIs(t, Place(ctx, d, fonts.Like("sans")), context.Canceled)
	require.False(t, d.Placed)
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, Place(ctx, newStory(100_000, 10, 1), fonts.Like("sans")), context.DeadlineExceeded)
}
