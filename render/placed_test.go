package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// placedPictures places pictures of random runs in some views.
func placedPictures(t *testing.T, runs, steps int, views []View, check func(v View, p *Picture)) {
	towns := rapid.Custom(func(t *rapid.T) *causal.Graph {
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
		return newTown(rapid.IntRange(1, 5).Draw(t, "people"), steps, rapid.Bool().Draw(t, "staged"), pick)
	})
	for seed := range runs {
		g := towns.Example(seed)
		for _, v := range views {
			p := mustDraw(t, g, Options{View: v, Of: []string{"t1"}})
			require.NoError(t, p.Place(t.Context()))
			check(v, p)
		}
	}
}

// TestPicturesAreNotLong: no large picture is more than three times as long as it is broad, or a note
// says so.
func TestPicturesAreNotLong(t *testing.T) {
	broken := 0
	placedPictures(t, 3, 120, []View{Steps, Threads, Storyline, Rules, Timeline}, func(v View, p *Picture) {
		long, broad := max(p.Width, p.Height), min(p.Width, p.Height)
		noted := slices.ContainsFunc(p.Notes, func(n Note) bool { return n.For == InLayers })
		require.True(t, long <= 3*broad || long < 1500 || noted, "%s: %.0f × %.0f", v, p.Width, p.Height)
		if slices.ContainsFunc(p.Nodes, func(n diagram.Node) bool { return strings.HasPrefix(n.ID, "w") }) {
			broken++
		}
	})
	require.Positive(t, broken)
}

// label is a line of text in its room, and what it belongs to.
type label struct {
	text      string
	of        int // of a node; -1 for none
	low, high diagram.Point
}

func labelsOf(p *Picture) []label {
	f := fontOf(p)
	var all []label
	add := func(of int, words ...diagram.Words) {
		for _, w := range words {
			wide := f.Width(w.Text) * w.Size
			left := w.At.X
			if w.Centered {
				left -= wide / 2
			}
			if wide > 0 {
				all = append(all, label{w.Text, of, diagram.Point{X: left, Y: w.At.Y - 0.7*w.Size},
					diagram.Point{X: left + wide, Y: w.At.Y}})
			}
		}
	}
	add(-1, p.Heading(f))
	for i := range p.Legend {
		add(-1, p.Legend[i].Words())
	}
	for i := range p.Bands {
		add(-1, p.Bands[i].Words())
	}
	for i := range p.Frames {
		add(-1, p.Frames[i].Words()...)
	}
	for i := range p.Edges {
		add(-1, p.Edges[i].Words()...)
	}
	for i := range p.Nodes {
		add(i, p.Nodes[i].Words()...)
		add(i, p.Nodes[i].ToldWords()...)
	}
	return all
}

// TestNoLabelOnAnother: no label stands on another, or on a node that is not its own.
func TestNoLabelOnAnother(t *testing.T) {
	placedPictures(t, 6, 20, Views(), func(v View, p *Picture) {
		labels := labelsOf(p)
		for i, l := range labels {
			for _, m := range labels[:i] {
				if isClear(l.low, l.high, m.low, m.high) {
					continue
				}
				t.Errorf("%s: %q stands on %q", v, l.text, m.text)
			}
			for k := range p.Nodes {
				n := &p.Nodes[k]
				half := diagram.Point{X: n.W / 2, Y: n.H / 2}
				if k == l.of || n.Shape == diagram.Plain || (v == Timeline || v == Board) && n.Shape == diagram.Bar ||
					isClear(l.low, l.high, n.At.Minus(half), n.At.Plus(half)) {
					continue
				}
				t.Errorf("%s: %q stands on %s", v, l.text, n.ID)
			}
		}
	})
}

// isClear reports whether two rooms have no point in common, but for a hair.
func isClear(a, b, c, d diagram.Point) bool {
	const hair = 0.5
	return b.X <= c.X+hair || d.X <= a.X+hair || b.Y <= c.Y+hair || d.Y <= a.Y+hair
}
