package diagram

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// labelled draws a node with a label.
func labelled() *rapid.Generator[Node] {
	return rapid.Custom(func(t *rapid.T) Node {
		return Node{
			Shape:    Shape(rapid.IntRange(int(Box), int(Dot)).Draw(t, "shape")),
			Text:     rapid.SliceOfN(rapid.StringMatching(`[a-zé蝶 ]{0,25}`), 0, 4).Draw(t, "text"),
			FontSize: rapid.SampledFrom([]float64{0, 8, 10, 20}).Draw(t, "font"),
			Double:   rapid.Bool().Draw(t, "double"),
		}
	})
}

func measured(n Node) Node {
	d := &Diagram{Nodes: []Node{n}}
	d.Measure(fonts.Like(""))
	return d.Nodes[0]
}

// fits reports whether a point, from the middle of a node, is inside its outline.
func fits(n *Node, x, y float64) bool {
	w, h := n.W/2, n.H/2
	if n.Double {
		w, h = w-2, h-2
	}
	if n.Shape == Oval {
		return x*x/(w*w)+y*y/(h*h) <= 1
	}
	if r := h; n.Shape == Capsule && math.Abs(x) > w-r {
		return math.Hypot(math.Abs(x)-(w-r), y) <= r
	}
	return math.Abs(x) <= w && math.Abs(y) <= h
}

// xHeight is half the height of small letters, in the size of the font.
const xHeight = 0.27

// A label of a line fits its outline, and one of several in a box.
func TestLabelsFit(t *testing.T) {
	f := fonts.Like("")
	rapid.Check(t, func(t *rapid.T) {
		n := measured(labelled().Draw(t, "node"))
		if n.Shape == Dot || n.Shape != Box && len(n.Text) > 1 {
			return
		}
		for i, line := range n.Text {
			x := f.Width(line) * n.Size() / 2
			y := (float64(i)-float64(len(n.Text)-1)/2)*n.Size()*Leading + xHeight*n.Size()
			require.True(t, fits(&n, x, y), "%q in %.0f × %.0f", line, n.W, n.H)
		}
	})
}

// An oval of several lines holds at least the middle of each.
func TestOvalsHoldLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := labelled().Draw(t, "node")
		n.Shape = Oval
		n = measured(n)
		w, h := Size(fonts.Like(""), n.Text, n.Size())
		require.Greater(t, n.W, w)
		require.Greater(t, n.H, h)
	})
}

func TestMeasure(t *testing.T) {
	dot := measured(Node{Shape: Dot, Text: []string{"beside it"}})
	require.Equal(t, []float64{dotSize, dotSize}, []float64{dot.W, dot.H})
	given := measured(Node{W: 3, Text: []string{"a size that is given stays"}})
	require.Equal(t, []float64{3, 0}, []float64{given.W, given.H})
	empty := measured(Node{})
	require.Equal(t, []float64{minimum, minimum}, []float64{empty.W, empty.H})
}

// More text takes no less room, and whole points.
func TestMeasureGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := labelled().Draw(t, "node")
		less := measured(n)
		n.Text = append(slices.Clone(n.Text), "one more line")
		more := measured(n)
		require.True(t, more.W >= less.W && more.H >= less.H)
		require.Equal(t, math.Trunc(more.W), more.W)
		n.Double = true
		double := measured(n)
		require.True(t, double.W >= more.W && double.H >= more.H)
	})
}

func TestSize(t *testing.T) {
	f := fonts.Like("")
	w, h := Size(f, []string{"i", "wide", ""}, 10)
	require.InDelta(t, 10*f.Width("wide"), w, 1e-9)
	require.InDelta(t, 3*10*Leading, h, 1e-9)
	w, h = Size(f, nil, 10)
	require.Zero(t, w+h)
}

// The lines of a label stand in the middle of their node, below each other.
func TestWordsOfNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := measured(labelled().Draw(t, "node"))
		n.At = Point{100, 50}
		words := n.Words()
		require.Len(t, words, len(n.Text))
		middle := 0.0
		for i, w := range words {
			require.Equal(t, n.Text[i], w.Text)
			require.Equal(t, n.Shape != Dot, w.Centered)
			require.Equal(t, n.Shape != Dot, w.At.X == n.At.X)
			if i > 0 {
				require.InDelta(t, n.Size()*Leading, w.At.Y-words[i-1].At.Y, 1e-9)
			}
			middle += (w.At.Y - middleOf*w.Size) / float64(len(words))
		}
		if len(words) > 0 {
			require.InDelta(t, n.At.Y, middle, 1e-9)
		}
	})
}

// Parts become one with what they are parts of: edges lead there, and those within go.
func TestMerged(t *testing.T) {
	d := &Diagram{
		Title: "t",
		Nodes: []Node{{ID: "p", PartOf: "a"}, {ID: "a"}, {ID: "b"}, {ID: "q", PartOf: "a"}},
		Edges: []Edge{{From: 1, To: 0}, {From: 0, To: 2}, {From: 2, To: 3}, {From: 1, To: 1}, {From: 0, To: 3}},
	}
	m := d.Merged()
	var got []string
	for _, n := range m.Nodes {
		got = append(got, n.ID)
	}
	for _, e := range m.Edges {
		got = append(got, m.Nodes[e.From].ID+m.Nodes[e.To].ID)
	}
	require.Equal(t, "a b ab ba aa", strings.Join(got, " "))
	require.Len(t, d.Nodes, 4)
	require.Equal(t, Edge{From: 0, To: 2}, d.Edges[1], "the diagram is left as it is")
}
