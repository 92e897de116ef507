package layered

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// naive counts crossings between all rows by comparing all pairs of segments.
func naive(g *proper) int64 {
	type line struct{ row, from, to, weight int32 }
	var lines []line
	for v := range g.layer {
		for _, m := range g.down.of(int32(v)) {
			lines = append(lines, line{g.layer[v], g.pos[v], g.pos[m.to], m.weight})
		}
	}
	sum := int64(0)
	for _, a := range lines {
		for _, b := range lines {
			if a.row == b.row && a.from < b.from && a.to > b.to {
				sum += int64(a.weight) * int64(b.weight)
			}
		}
	}
	return sum
}

// In any order the counter agrees with the naive one; sifting gains what it says; and the
// order at the end is none worse than that at the beginning.
func TestCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, p := range split(drawn(t), turn{}, fonts.Like("sans")) {
			p.breakCycles()
			layer, err := p.layers(context.Background())
			require.NoError(t, err)
			g := newProper(p, layer)
			n := len(g.layer)
			a := arranger{ctx: context.Background(), g: g, next: make([]int32, n), key: make([]float64, n)}
			a.start(rapid.IntRange(0, 5).Draw(t, "start"))
			before := a.crossings()
			require.Equal(t, naive(g), before)
			row := rapid.IntRange(0, len(g.rows)-1).Draw(t, "row")
			gain := a.siftRow(row, 100)
			a.tell(row)
			require.Equal(t, before-gain, a.crossings())
			require.NoError(t, arrange(context.Background(), g, newEffort(g)))
			require.LessOrEqual(t, naive(g), before)
		}
	})
}

// plainly counts crossings of curves by comparing all pairs of pieces.
func plainly(d *diagram.Diagram) int {
	count, pieces := 0, flatten(d)
	for i := range pieces {
		for k := range i {
			if cross(d, &pieces[i], &pieces[k]) {
				count++
			}
		}
	}
	return count
}

func TestCrossingsOnThePage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		require.NoError(t, Place(context.Background(), d, fonts.Like("sans")))
		require.Equal(t, plainly(d), crossings(d))
	})
}

func TestCrossingsOfKnownPictures(t *testing.T) {
	line := func(from, to int, a, b diagram.Point) diagram.Edge {
		return diagram.Edge{From: from, To: to, Path: []diagram.Point{a, a, b, b}}
	}
	at := func(x, y float64) diagram.Point { return diagram.Point{X: x, Y: y} }
	d := &diagram.Diagram{Nodes: []diagram.Node{
		{At: at(0, 0), W: 10, H: 10}, {At: at(100, 0), W: 10, H: 10}, {At: at(0, 100), W: 10, H: 10},
		{At: at(100, 100), W: 10, H: 10},
	}}
	d.Edges = []diagram.Edge{line(0, 3, at(0, 5), at(100, 95)), line(1, 2, at(100, 5), at(0, 95))}
	require.Equal(t, 1, crossings(d))
	d.Edges = append(d.Edges, line(0, 3, at(0, 5), at(100, 95)))
	require.Equal(t, 2, crossings(d), "lines that run along each other do not cross")
	d.Edges = []diagram.Edge{line(0, 2, at(-3, 0), at(3, 90)), line(0, 2, at(3, 0), at(-3, 5))}
	require.Zero(t, crossings(d), "at a node that both meet")
	d.Edges[1].From, d.Edges[1].To = 1, 3
	require.Equal(t, 1, crossings(d))
}
