package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// randomBoard draws a run on a grid, its moments, and options.
func randomBoard(t *rapid.T) (*grid.Grid, []Frame, Options) {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	names := []string{"x", "rook", "hero", "a very long name of a thing", "north"}
	fact := func(by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(tr.Resources) + 1)
		number := func() trace.Term { return trace.Const(fmt.Sprint(rapid.IntRange(1, 4).Draw(t, "n"))) }
		r := trace.Resource{ID: id, Pred: "at", By: by, Args: []trace.Term{number(), number(),
			trace.Const(rapid.SampledFrom(names).Draw(t, "name"))}}
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			r.Pred, r.Args = "fog", r.Args[:2]
		case 1:
			r.Pred, r.Args, r.Persistent = "wall", r.Args[:2], true
		}
		tr.Resources = append(tr.Resources, r)
		return id
	}
	for range rapid.IntRange(1, 12).Draw(t, "start") {
		fact(0)
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "steps") {
		id := trace.StepID(i + 1)
		tr.Steps = append(tr.Steps, trace.Step{ID: id, Rule: "make", Produces: []trace.ResourceID{fact(id)}})
	}
	graph := causal.New(tr)
	var o grid.Options
	for _, form := range []string{"at R C X", "wall R C"} {
		p, err := grid.ParsePattern(form)
		require.NoError(t, err)
		o.Patterns = append(o.Patterns, p)
	}
	g, err := grid.Find(graph, o)
	if err != nil {
		t.Skip("only fog")
	}
	events := append([]causal.Event{causal.Outside}, graph.Events()...)
	var frames []Frame
	for i, b := range g.Boards(events) {
		f := Frame{ID: fmt.Sprintf("t%d", i), Text: fmt.Sprintf("t%d make", i), Board: b}
		if i > 0 {
			f.Before = frames[i-1].Board
		}
		frames = append(frames, f)
	}
	if rapid.Bool().Draw(t, "single") {
		frames = frames[len(frames)-1:]
	}
	return g, frames, Options{Font: fonts.Like("sans-serif"), Rows: rapid.IntRange(0, 3).Draw(t, "rows"),
		Fact: func(r *causal.Resource) string { return r.String() },
		Say:  func(text string, _ ...any) string { return text }}
}

// Each thing that is not blank is drawn or counted, squares do not overlap, pieces are inside of their
// squares, and all of it is inside of the picture.
func TestDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, frames, o := randomBoard(t)
		d := Draw(g, frames, o)
		squares := make(map[string]*diagram.Node)
		var cells []*diagram.Node
		pieces := 0
		for i := range d.Nodes {
			n := &d.Nodes[i]
			require.True(t, n.At.X-n.W/2 >= 0 && n.At.X+n.W/2 <= d.Width+0.01, "%s in %v", n.ID, d.Width)
			require.True(t, n.At.Y-n.H/2 >= 0 && n.At.Y+n.H/2 <= d.Height+0.01, "%s in %v", n.ID, d.Height)
			switch {
			case n.PartOf != "":
				s := squares[n.PartOf]
				require.NotNil(t, s, n.ID)
				require.True(t, math.Abs(n.At.X-s.At.X)+n.W/2 <= s.W/2 && math.Abs(n.At.Y-s.At.Y)+n.H/2 <= s.H/2, n.ID)
				if n.Shape == diagram.Capsule {
					pieces++
				}
			case n.Shape == diagram.Bar:
				for _, c := range cells {
					require.False(t, math.Abs(n.At.X-c.At.X) < (n.W+c.W)/2 && math.Abs(n.At.Y-c.At.Y) < (n.H+c.H)/2,
						"%s is on %s", n.ID, c.ID)
				}
				cells = append(cells, n)
				squares[n.ID] = n
			}
		}
		require.Len(t, cells, len(frames)*len(g.Rows)*len(g.Columns))
		want := 0
		for _, f := range frames {
			for _, row := range f.Board {
				for i := range row {
					here := 0
					for _, thing := range row[i].Things {
						if g.Kinds[thing.Kind].Role == grid.Piece {
							here++
						}
					}
					if here > mostPieces {
						here = mostPieces - 1
					}
					want += here
				}
			}
		}
		require.Equal(t, want, pieces)
	})
}

// Text has a sign for whatever the picture shows.
func TestTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, frames, o := randomBoard(t)
		texts, legend := Texts(g, frames, o)
		require.Len(t, texts, len(frames))
		explained := 0
		for _, e := range legend {
			require.NotEmpty(t, e.Text)
			if !e.Node.Bold && e.Node.Look != diagram.Idle {
				explained++
			}
		}
		seen := make(map[int]bool)
		for i, text := range texts {
			for row := range text.Cells {
				for column, sign := range text.Cells[row] {
					c := &frames[i].Board[row][column]
					full := slices.ContainsFunc(c.Things, func(t grid.Thing) bool { return g.Kinds[t.Kind].Role != grid.Blank })
					require.Equal(t, full || c.Fog, sign != "", "%q", sign)
					require.Equal(t, c.Fog, strings.HasSuffix(sign, "?"))
					for _, thing := range c.Things {
						seen[thing.Kind] = g.Kinds[thing.Kind].Role != grid.Blank
					}
				}
			}
		}
		for _, shown := range seen {
			if shown {
				explained--
			}
		}
		require.Zero(t, explained)
	})
}

// No two kinds have the same sign.
func TestSigns(t *testing.T) {
	g := &grid.Grid{}
	for _, name := range []string{"a", "apple", "ape", "A", "art", "x", "xx", "rook", "-", "🎭", "rabbit", "Rat"} {
		g.Kinds = append(g.Kinds, grid.Kind{Name: name})
	}
	g.Kinds = append(g.Kinds, grid.Kind{Name: "flag", Label: "F"}, grid.Kind{Name: "fog", Label: "F"})
	seen := make(map[string]string)
	for i, l := range looksOf(g) {
		if l.sign != "?" {
			require.Empty(t, seen[l.sign], g.Kinds[i].Name)
		}
		require.LessOrEqual(t, len([]rune(l.sign)), longestSign)
		seen[l.sign] = g.Kinds[i].Name
	}
	require.Equal(t, "flag", seen["F"])
	require.Equal(t, "rook", seen["r"])
}

func TestPaint(t *testing.T) {
	for name, want := range map[string]string{"green": "#008000", "Green": "#008000", "#8b0000": "#8b0000",
		"#8B0000": "#8b0000", "#fa0": "#ffaa00", "#12": "", "#12345g": "", "url(x)": "", "": "", "#": ""} {
		require.Equal(t, want, paint(name), name)
	}
}

// Pieces have the colour of their side, if all names say which that is.
func TestSides(t *testing.T) {
	for names, want := range map[string][]int{
		"whiterook blackrook whitepawn": {1, 2, 1},
		"wr bk wp bp":                   {1, 2, 1, 2},
		"red black":                     {1, 2},
		"wr bk king":                    {1, 2, 3},
		"ax bx cx dx ex fx":             {1, 2, 3, 4, 5, 6},
	} {
		g := &grid.Grid{}
		for _, name := range strings.Fields(names) {
			g.Kinds = append(g.Kinds, grid.Kind{Name: name})
		}
		var got []int
		for _, l := range looksOf(g) {
			got = append(got, l.hue)
		}
		require.Equal(t, want, got, names)
	}
}

// Boards on a board stand apart, and rows of moments are as broad as a page allows.
func TestSheet(t *testing.T) {
	names := []string{"1 1", "1 2", "2 1", "2 2"}
	s := sheet{wide: 10, high: 10}
	s.spread(&grid.Grid{Rows: names, Columns: names[1:]})
	require.Equal(t, []float64{0, 10, 20 + inner, 30 + inner}, s.ys)
	require.Equal(t, []float64{0, 10 + inner, 20 + inner}, s.xs)
	g := &grid.Grid{Rows: []string{"1", "2"}, Columns: []string{"1", "2", "3", "4"}}
	var frames []Frame
	for i := range 20 {
		b := grid.Board{make([]grid.Cell, 4), make([]grid.Cell, 4)}
		frames = append(frames, Frame{ID: fmt.Sprintf("t%d", i), Board: b})
	}
	o := Options{Font: fonts.Like("sans-serif"), Say: func(text string, _ ...any) string { return text }}
	free := Draw(g, frames, o)
	o.Wide = free.Width - 1
	require.Less(t, Draw(g, frames, o).Width, free.Width)
	o.Rows = 2
	require.Greater(t, Draw(g, frames, o).Width, free.Width, "as asked")
}

// Of many moments the first and the last are among the few, in order and each once.
func TestFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []grid.Moment
		for i := range rapid.IntRange(1, 50).Draw(t, "all") {
			all = append(all, grid.Moment{After: causal.Event(i)})
		}
		most := rapid.IntRange(2, 60).Draw(t, "most")
		few := Few(all, most)
		require.Len(t, few, min(most, len(all)))
		require.Equal(t, all[0], few[0])
		require.Equal(t, all[len(all)-1], few[len(few)-1])
		for i := range few[1:] {
			require.Less(t, few[i].After, few[i+1].After)
		}
	})
}
