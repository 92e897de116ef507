package diagram

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// level is a line from one place to another.
func level(a, b Point) []Point { return []Point{a, between(a, b, 1.0/3), between(a, b, 2.0/3), b} }

// crossings counts the edges that come into the label of the first one.
func crossings(d *Diagram) (n int) {
	w, h := Size(fonts.Like(""), d.Edges[0].Text, EdgeFont)
	at := d.Edges[0].LabelAt
	for _, e := range d.Edges {
		if (area{at.X - w/2, at.Y - h/2, at.X + w/2, at.Y + h/2}).crossed(flat(e.Path)) {
			n++
		}
	}
	return n
}

func TestLabelsMoveOutOfTheWay(t *testing.T) {
	down := Edge{From: 0, To: 1, Text: []string{"word"}, Path: level(Point{100, 20}, Point{100, 180}),
		LabelAt: Point{116, 100}}
	across := Edge{From: 2, To: 3, Path: level(Point{20, 100}, Point{180, 100})}
	nodes := []Node{{At: Point{100, 10}, W: 20, H: 20}, {At: Point{100, 190}, W: 20, H: 20},
		{At: Point{10, 100}, W: 20, H: 20}, {At: Point{190, 100}, W: 20, H: 20}}
	d := &Diagram{Nodes: nodes, Edges: []Edge{down, across}, Width: 200, Height: 200}
	require.Equal(t, 1, crossings(d))
	d.ClearLabels(fonts.Like(""))
	require.Zero(t, crossings(d))
	require.InDelta(t, 100, d.Edges[0].LabelAt.X, 30, "beside its own line")

	d.Edges = []Edge{down}
	d.ClearLabels(fonts.Like(""))
	require.Equal(t, down.LabelAt, d.Edges[0].LabelAt, "nothing was in its way")
}

func TestLabelsOfLoopsMoveOutOfTheWay(t *testing.T) {
	loop := Edge{Text: []string{"in", "6 used"}, Path: []Point{{110, 90}, {130, 90}, {130, 110}, {110, 110}},
		LabelAt: Point{142, 100}}
	across := Edge{To: 1, Path: level(Point{110, 100}, Point{290, 100})}
	d := &Diagram{Nodes: []Node{{At: Point{100, 100}, W: 20, H: 30}, {At: Point{300, 100}, W: 20, H: 20}},
		Edges: []Edge{loop, across}, Width: 320, Height: 200}
	require.Equal(t, 1, crossings(d))
	d.ClearLabels(fonts.Like(""))
	require.Zero(t, crossings(d))
}

// No label comes over a node, another label or the border of the picture that was not there.
func TestClearedLabelsDoNoHarm(t *testing.T) {
	f := fonts.Like("")
	rapid.Check(t, func(t *rapid.T) {
		point := func(what string) Point {
			return Point{float64(rapid.IntRange(0, 300).Draw(t, what)), float64(rapid.IntRange(0, 300).Draw(t, what))}
		}
		d := &Diagram{Width: 300, Height: 300}
		for range rapid.IntRange(1, 6).Draw(t, "nodes") {
			d.Nodes = append(d.Nodes, Node{At: point("node"), W: 40, H: 20})
		}
		for range rapid.IntRange(0, 8).Draw(t, "edges") {
			e := Edge{From: rapid.IntRange(0, len(d.Nodes)-1).Draw(t, "from"),
				To: rapid.IntRange(0, len(d.Nodes)-1).Draw(t, "to"), LabelAt: point("label")}
			e.Text = rapid.SampledFrom([][]string{nil, {"word"}, {"two", "lines"}}).Draw(t, "text")
			e.Path = []Point{d.Nodes[e.From].At, point("a"), point("b"), d.Nodes[e.To].At}
			d.Edges = append(d.Edges, e)
		}
		before := harm(d, f)
		d.ClearLabels(f)
		require.LessOrEqual(t, harm(d, f), before)
	})
}

// harm counts what labels stand over, and those that are partly outside: nodes count most.
func harm(d *Diagram, f *fonts.Font) (sum int) {
	var boxes []area
	for i := range d.Edges {
		if e := &d.Edges[i]; len(e.Text) > 0 {
			w, h := Size(f, e.Text, EdgeFont)
			boxes = append(boxes, area{e.LabelAt.X - w/2, e.LabelAt.Y - h/2, e.LabelAt.X + w/2, e.LabelAt.Y + h/2})
		}
	}
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			if a.meets(b) {
				sum++
			}
		}
		for _, n := range d.Nodes {
			if a.meets(area{n.At.X - n.W/2, n.At.Y - n.H/2, n.At.X + n.W/2, n.At.Y + n.H/2}) {
				sum += 10
			}
		}
		if a.left < 0 || a.top < 0 || a.right > d.Width || a.bottom > d.Height {
			sum += 10
		}
	}
	return sum
}
