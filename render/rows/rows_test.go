package rows

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/layered"
)

// drawn returns a placed drawing of a long run: each node follows one of the last few.
func drawn(t *rapid.T) *diagram.Diagram {
	d := &diagram.Diagram{Flow: diagram.Flow(rapid.IntRange(0, 1).Draw(t, "flow"))}
	for i := range rapid.IntRange(1, 90).Draw(t, "nodes") {
		id := fmt.Sprint("t", i+1)
		d.Nodes = append(d.Nodes, diagram.Node{ID: id, Text: []string{id},
			W: float64(rapid.IntRange(8, 90).Draw(t, "w")), H: 20})
		if back := rapid.IntRange(1, 4).Draw(t, "back"); back <= i {
			e := diagram.Edge{From: i - back, To: i}
			if rapid.IntRange(0, 5).Draw(t, "text") == 0 {
				e.Text = []string{"a label"}
			}
			d.Edges = append(d.Edges, e)
		}
	}
	if err := layered.Place(context.Background(), d, fonts.Like("")); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestNothingIsLost holds that every node is there once and in its size, that all is in
// the picture, and that each arrow leaves its node and reaches the other where it did.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := drawn(t)
		after := before.Copy()
		Wrap(after, fonts.Like(""), rapid.IntRange(0, 7).Draw(t, "rows"))
		for i, n := range before.Nodes {
			m := after.Nodes[i]
			require.Equal(t, n.ID, m.ID)
			require.Equal(t, [2]float64{n.W, n.H}, [2]float64{m.W, m.H})
		}
		for _, n := range after.Nodes {
			require.GreaterOrEqual(t, n.At.X-n.W/2, 0.0)
			require.GreaterOrEqual(t, n.At.Y-n.H/2, 0.0)
			require.LessOrEqual(t, n.At.X+n.W/2, after.Width)
			require.LessOrEqual(t, n.At.Y+n.H/2, after.Height)
		}
		next := 0
		for _, e := range before.Edges {
			first := after.Edges[next]
			for next++; next < len(after.Edges) && joins(&after.Edges[next], &e); next++ {
			}
			last := after.Edges[next-1]
			require.True(t, joins(&first, &e))
			require.Equal(t, e.Head, last.Head)
			arrives(t, before, after, e.Path[0], first.Path[0], e.From, e.To)
			arrives(t, before, after, e.Path[len(e.Path)-1], last.Path[len(last.Path)-1], e.To, e.From)
		}
		require.Equal(t, len(after.Edges), next)
	})
}

func joins(a, b *diagram.Edge) bool { return a.From == b.From && a.To == b.To }

// arrives holds that an edge ends beside a node as it did, or that a sign speaks of what
// it leads to.
func arrives(t require.TestingT, before, after *diagram.Diagram, was, is diagram.Point, node, other int) {
	a, b := before.Nodes[node].At, after.Nodes[node].At
	if near(was.X-a.X, is.X-b.X) && near(was.Y-a.Y, is.Y-b.Y) {
		return
	}
	require.Contains(t, spokenOf(after), before.Nodes[node].ID)
	require.Contains(t, spokenOf(after), before.Nodes[other].ID)
}

func near(a, b float64) bool { return a-b < 0.01 && b-a < 0.01 }

// spokenOf returns of which nodes signs speak.
func spokenOf(d *diagram.Diagram) (ids []string) {
	for _, n := range d.Nodes {
		if n.PartOf != "" {
			ids = append(ids, n.PartOf)
		}
	}
	return ids
}

// TestSignsNameBothEnds holds that whatever goes on in another row says so at both borders.
func TestSignsNameBothEnds(t *testing.T) {
	d := chain(diagram.Right, 100)
	Wrap(d, fonts.Like(""), 2)
	var signs []string
	for _, n := range d.Nodes[100:] {
		signs = append(signs, n.Text[0]+" of "+n.PartOf)
	}
	require.Len(t, signs, 2)
	require.Regexp(t, `^→ t\d+ of t\d+$`, signs[0])
	require.Regexp(t, `^t\d+ → of t\d+$`, signs[1])
	require.Equal(t, signsMean, d.Legend[0].Text)
}

// TestRowsAreAsLongAsReadsWell holds that long drawings get about the shape of a screen,
// and others stay as they are.
func TestRowsAreAsLongAsReadsWell(t *testing.T) {
	for _, flow := range []diagram.Flow{diagram.Right, diagram.Down} {
		long, short := chain(flow, 200), chain(flow, 8)
		was := short.Copy()
		Wrap(long, fonts.Like(""), 0)
		require.InDelta(t, screen, long.Width/long.Height, 1)
		Wrap(short, fonts.Like(""), 0)
		require.Equal(t, was, short)
		one := chain(flow, 200)
		was = one.Copy()
		Wrap(one, fonts.Like(""), 1)
		require.Equal(t, was, one)
	}
}

// chain returns a placed drawing of events that follow each other.
func chain(flow diagram.Flow, n int) *diagram.Diagram {
	d := &diagram.Diagram{Flow: flow, Width: 60, Height: 60}
	for i := range n {
		id, at := fmt.Sprint("t", i+1), diagram.Point{X: 30 + 60*float64(i), Y: 30}
		d.Nodes = append(d.Nodes, diagram.Node{ID: id, Text: []string{id}, At: at, W: 30, H: 20})
		if i > 0 {
			x := at.X - 45
			d.Edges = append(d.Edges, diagram.Edge{From: i - 1, To: i,
				Path: []diagram.Point{{X: x, Y: 30}, {X: x + 10, Y: 30}, {X: x + 20, Y: 30}, {X: x + 30, Y: 30}}})
		}
	}
	d.Width = 60 * float64(n)
	if flow == diagram.Down {
		turn(d)
	}
	return d
}

// TestLanesGoThroughAllRows holds that each row has all lanes, and begins with the names.
func TestLanesGoThroughAllRows(t *testing.T) {
	d := chain(diagram.Right, 100)
	d.Bands = []diagram.Band{{Text: "square", Max: diagram.Point{X: d.Width, Y: 60}}}
	d.Nodes = append(d.Nodes, diagram.Node{ID: "c1", Shape: diagram.Plain, Hue: 1, Text: []string{"romeo"},
		At: diagram.Point{X: 0, Y: 30}, W: 30, H: 12})
	for i := range d.Edges {
		d.Edges[i].Hue, d.Edges[i].Head = 1, diagram.NoHead
	}
	Wrap(d, fonts.Like(""), 3)
	require.Len(t, d.Bands, 3)
	names := 0
	for _, n := range d.Nodes {
		if strings.Join(n.Text, " ") == "romeo" {
			names++
			require.Condition(t, func() bool { return n.At.X < d.Width/10 }, "a name stands at the beginning of a row")
		}
	}
	require.Equal(t, 3, names)
	require.Empty(t, d.Legend)
}

// TestNamesStayWithEvents: the parts of an event are in its row, wherever its words have found
// room.
func TestNamesStayWithEvents(t *testing.T) {
	d := chain(diagram.Right, 100)
	for i := range 100 {
		n := &d.Nodes[i]
		d.Nodes = append(d.Nodes, diagram.Node{ID: n.ID + "-name", PartOf: n.ID, Shape: diagram.Plain,
			At: diagram.Point{X: n.At.X + 40, Y: 10}, W: 20, H: 9})
	}
	Wrap(d, fonts.Like(""), 4)
	for i := range 100 {
		require.InDelta(t, d.Nodes[i].At.X+40, d.Nodes[100+i].At.X, 0.01)
	}
}

// TestNamesStandBesideEvents holds that the name of a line never stands on the event through
// which a row was cut.
func TestNamesStandBesideEvents(t *testing.T) {
	d := chain(diagram.Right, 100)
	d.Nodes = append(d.Nodes, diagram.Node{ID: "c1", Shape: diagram.Plain, Hue: 1, Text: []string{"romeo"},
		At: diagram.Point{X: 0, Y: 30}, W: 30, H: 12})
	for i := range d.Edges {
		d.Edges[i].Hue, d.Edges[i].Head = 1, diagram.NoHead
	}
	for i := range 100 {
		d.Nodes[i].W = 58 // so that there is no cut between two of them that is far from both
	}
	Wrap(d, fonts.Like(""), 7)
	named := 0
	for _, name := range d.Nodes[101:] {
		require.Equal(t, "c1", name.PartOf)
		named++
		for _, n := range d.Nodes[:100] {
			require.False(t, math.Abs(n.At.X-name.At.X) < (n.W+name.W)/2 && math.Abs(n.At.Y-name.At.Y) < (n.H+name.H)/2,
				"%s stands on %s", name.ID, n.ID)
		}
	}
	require.Equal(t, 6, named)
}

// TestNamesOfLanesStayFree holds that no words stand on the name of a lane, however far they
// reach before a cut.
func TestNamesOfLanesStayFree(t *testing.T) {
	d := chain(diagram.Right, 100)
	d.Bands = []diagram.Band{{Text: "the market square", LabelAt: diagram.Point{X: margin, Y: 8},
		Max: diagram.Point{X: d.Width, Y: 60}}}
	for i := range 100 {
		n := &d.Nodes[i]
		d.Nodes = append(d.Nodes, diagram.Node{ID: n.ID + "-name", PartOf: n.ID, Shape: diagram.Plain,
			At: diagram.Point{X: n.At.X - 40, Y: 8}, W: 50, H: 9})
	}
	Wrap(d, fonts.Like(""), 4)
	require.Len(t, d.Bands, 4)
	for _, b := range d.Bands[1:] {
		w, _ := diagram.Size(fonts.Like(""), []string{b.Text}, diagram.BandFont)
		for _, n := range d.Nodes[100:] {
			require.False(t, math.Abs(n.At.Y-b.LabelAt.Y) < 9 && n.At.X-n.W/2 < b.LabelAt.X+w, "%s at %v", n.ID, n.At)
		}
	}
}

// An arrow that ends before the border of its row, as if the row was cut through its node, is led on to its sign; the
// rest of it stays.
func TestArrowsReachTheirSigns(t *testing.T) {
	at := func(x, y float64) diagram.Point { return diagram.Point{X: x, Y: y} }
	beside := diagram.Node{At: at(200, 12), W: 40, H: 16}
	path := []diagram.Point{at(0, 0), at(50, 0), at(100, 0), at(150, 0)}
	end := &sign{place: place{atEnd: true}, node: beside}
	p := piece{Edge: diagram.Edge{Path: slices.Clone(path)}, end: end}
	p.bend()
	require.Equal(t, path[:2], p.Path[:2])
	require.Equal(t, at(200-20-signGap, 12-16/4), p.Path[3])

	beside.At.X = -60
	p = piece{Edge: diagram.Edge{Path: slices.Clone(path)}, start: &sign{node: beside}}
	p.bend()
	require.Equal(t, path[2:], p.Path[2:])
	require.Equal(t, at(-60+20+signGap, 12-16/4), p.Path[0])

	beside.At.X = 30 // the arrow is there already
	require.Equal(t, at(0, 8), (&sign{node: beside}).port(at(0, 0)))
}
