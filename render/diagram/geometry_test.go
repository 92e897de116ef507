package diagram

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/themes"
)

func points(n int) *rapid.Generator[[]Point] {
	coordinate := rapid.Float64Range(0, 500)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
		return Point{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
	}), n, n)
}

func edges() *rapid.Generator[Edge] {
	return rapid.Custom(func(t *rapid.T) Edge {
		return Edge{
			Path:  points(3*rapid.IntRange(1, 4).Draw(t, "curves")+1).Draw(t, "path"),
			Head:  Head(rapid.IntRange(0, int(NoHead)).Draw(t, "head")),
			Width: rapid.Float64Range(0, 5).Draw(t, "width"),
		}
	})
}

// walk returns many points of a path, each curve by the formula of Bernstein.
func walk(path []Point) []Point {
	var out []Point
	for i := 0; i+3 < len(path); i += 3 {
		for s := range 101 {
			u := float64(s) / 100
			v := 1 - u
			p := path[i].Times(v * v * v).Plus(path[i+1].Times(3 * v * v * u))
			out = append(out, p.Plus(path[i+2].Times(3*v*u*u)).Plus(path[i+3].Times(u*u*u)))
		}
	}
	return out
}

func distance(p Point, from []Point) float64 {
	least := math.Inf(1)
	for _, q := range from {
		least = min(least, p.Minus(q).length())
	}
	return least
}

func TestLineIsThePathUpToTheHead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := edges().Draw(t, "edge")
		before := slices.Clone(e.Path)
		line, tip := e.Line(), e.Path[len(e.Path)-1]
		require.Equal(t, before, e.Path, "the path is left as it is")
		require.Equal(t, 1, len(line)%3)
		require.Equal(t, e.Path[0], line[0])
		whole := walk(e.Path)
		for _, p := range walk(line) {
			require.LessOrEqual(t, distance(p, whole), 15.0)
		}
		end := line[len(line)-1]
		if !e.Head.Closed() {
			require.Equal(t, tip, end)
			return
		}
		require.InDelta(t, e.headSize(), end.Minus(tip).length(), 0.1)
	})
}

func TestHeadsPointAtTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := edges().Draw(t, "edge")
		head, tip := e.Outline(), e.Path[len(e.Path)-1]
		switch e.Head {
		case NoHead:
			require.Nil(t, head)
		case Tee:
			require.Len(t, head, 2)
		default:
			require.Len(t, head, 3)
			require.Equal(t, tip, head[1])
			require.InDelta(t, head[0].Minus(tip).length(), head[2].Minus(tip).length(), 1e-6, "symmetric")
		}
		if e.Head.Closed() {
			line := e.Line()
			base := between(head[0], head[2], 0.5)
			require.Less(t, base.Minus(line[len(line)-1]).length(), 1e-6, "the line ends in the middle of the base")
		}
	})
}

// An edge that leads both ways is the same from either end.
func TestHeadsAtBothEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := edges().Draw(t, "edge")
		one := e.Heads()
		e.Both = true
		require.Len(t, e.Heads(), 2*len(one))
		tips := map[Point]bool{e.Path[0]: true, e.Path[len(e.Path)-1]: true}
		for _, head := range e.Heads() {
			require.True(t, len(head) == 2 || tips[head[1]])
		}
	})
	e := Edge{Path: []Point{{0, 0}, {30, 0}, {70, 0}, {100, 0}}, Both: true}
	line := e.Line()
	require.InDelta(t, 7, line[0].X, 1e-3)
	require.InDelta(t, 93, line[len(line)-1].X, 1e-3)
	require.Equal(t, []Point{{100, 0}, {0, 0}}, []Point{e.Heads()[0][1], e.Heads()[1][1]})
}

func TestHeadsOfOddPaths(t *testing.T) {
	for _, path := range [][]Point{nil, {{1, 2}}, {{1, 2}, {3, 4}}} {
		e := Edge{Path: path}
		require.Nil(t, e.Line())
		require.Nil(t, e.Outline())
	}
	still := Edge{Path: make([]Point, 4)}
	require.Nil(t, still.Outline(), "a path that goes nowhere")
	loop := Edge{Path: []Point{{0, 0}, {40, -30}, {40, 30}, {0, 1}}}
	require.Greater(t, loop.headSize(), 5.0, "a loop has a full head, though its ends are close")
	short := Edge{Path: []Point{{0, 0}, {0, 1}, {0, 2}, {0, 3}}}
	require.InDelta(t, 1.8, short.headSize(), 1e-9, "a short edge keeps some line")
}

func TestRadius(t *testing.T) {
	require.Equal(t, Corner, (&Node{W: 50, H: 20}).Radius())
	require.Equal(t, 1.5, (&Node{W: 3, H: 20}).Radius())
	require.Equal(t, 10.0, (&Node{Shape: Capsule, W: 50, H: 20}).Radius())
}

func drawings() *rapid.Generator[*Diagram] {
	word := rapid.StringN(0, 30, -1)
	return rapid.Custom(func(t *rapid.T) *Diagram {
		p := points(3).Draw(t, "corners")
		d := &Diagram{Title: word.Draw(t, "title"), Width: 600, Height: 600}
		for _, text := range rapid.SliceOfN(word, 0, 8).Draw(t, "legend") {
			d.Legend = append(d.Legend, Entry{Text: text, Edge: &Edge{}})
		}
		d.Nodes = []Node{{At: p[0], W: 10, H: 10}}
		d.Edges = []Edge{edges().Draw(t, "edge")}
		d.Frames = []Frame{{Min: p[1], Max: p[1].Plus(Point{5, 5})}}
		d.Bands = []Band{{Min: p[2], Max: p[2].Plus(Point{5, 5}), LabelAt: p[2]}}
		return d
	})
}

func TestArrangeMakesRoomOnce(t *testing.T) {
	f := fonts.Like("")
	rapid.Check(t, func(t *rapid.T) {
		before := drawings().Draw(t, "diagram")
		d := before.Copy()
		d.Arrange(f)
		bottom := 0.0
		if d.Title != "" {
			bottom = d.Heading(f).At.Y
		}
		for i := range d.Legend {
			bottom = max(bottom, d.Legend[i].At.Y+LegendFont/2)
		}
		require.Less(t, bottom, max(d.top(), 0.01))
		by := d.Nodes[0].At.Y - before.Nodes[0].At.Y
		require.InDelta(t, before.Height+by, d.Height, 1e-9)
		require.InDelta(t, by, d.Edges[0].Path[0].Y-before.Edges[0].Path[0].Y, 1e-9)
		require.InDelta(t, by, d.Frames[0].Max.Y-before.Frames[0].Max.Y, 1e-9)
		require.InDelta(t, by, d.Bands[0].LabelAt.Y-before.Bands[0].LabelAt.Y, 1e-9)

		again := d.Copy()
		again.Arrange(f)
		require.Equal(t, d, again)
	})
}

func TestLegendsStayInThePicture(t *testing.T) {
	f := fonts.Like("")
	rapid.Check(t, func(t *rapid.T) {
		d := drawings().Draw(t, "diagram")
		d.Width = rapid.Float64Range(0, 800).Draw(t, "width")
		d.Arrange(f)
		for i := range d.Legend {
			e := &d.Legend[i]
			if e.width(f) <= widest {
				require.LessOrEqual(t, e.At.X+e.width(f), d.Width)
			}
			if i > 0 && e.At.Y == d.Legend[i-1].At.Y {
				require.GreaterOrEqual(t, e.At.X, d.Legend[i-1].At.X+d.Legend[i-1].width(f))
			}
		}
		h := d.Heading(f)
		require.LessOrEqual(t, h.At.X+f.Width(h.Text)*h.Size, max(d.Width, h.At.X+TitleFont))
	})
}

func TestLongTitlesAreCut(t *testing.T) {
	f := fonts.Like("")
	d := &Diagram{Title: strings.Repeat("wherefore ", 1000), Width: 100}
	d.Arrange(f)
	require.Less(t, d.Width, 600.0)
	require.Contains(t, d.Heading(f).Text, "wherefore wherefore")
	require.True(t, strings.HasSuffix(d.Heading(f).Text, "…"))
	d = &Diagram{Title: "Short"}
	d.Arrange(f)
	require.Equal(t, "Short", d.Heading(f).Text)
}

func TestWordsAreInTheMiddle(t *testing.T) {
	n := &Node{Text: []string{"a", "b", "c"}, At: Point{50, 50}, W: 20, H: 60}
	words := n.Words()
	require.Len(t, words, 3)
	require.Equal(t, 50+middleOf*NodeFont, words[1].At.Y)
	require.InDelta(t, NodeFont*Leading, words[2].At.Y-words[1].At.Y, 1e-9)
	require.True(t, words[0].Centered)
	n.Shape = Dot
	require.False(t, n.Words()[0].Centered)
	require.Greater(t, n.Words()[0].At.X, 60.0)
}

func TestSamplesAreWithoutWords(t *testing.T) {
	e := Entry{Node: &Node{ID: "x", Text: []string{"a"}, URL: "u", Stands: 3}, At: Point{5, 5}}
	n, g := e.Drawn()
	require.Nil(t, g)
	require.Empty(t, n.Text)
	require.Empty(t, n.URL)
	require.Equal(t, Point{5 + sampleWidth/2, 5}, n.At)
	e = Entry{Edge: &Edge{Text: []string{"a"}}, At: Point{5, 5}}
	n, g = e.Drawn()
	require.Nil(t, n)
	require.Equal(t, Point{5 + sampleWidth, 5}, g.Path[3])
	require.NotNil(t, g.Outline())
}

func TestColours(t *testing.T) {
	theme, err := themes.Find("")
	require.NoError(t, err)
	p := &theme.Light.Picture
	require.Equal(t, p.Event, (&Node{Look: Event}).Colours(p))
	require.Equal(t, themes.Shape{Fill: p.Resource.Fill, Border: p.Threads[1], Ink: p.Resource.Ink},
		(&Node{Look: Resource, Hue: 2}).Colours(p))
	require.Equal(t, themes.Shape{Fill: p.Threads[1], Border: p.Threads[1], Ink: p.Background},
		(&Node{Look: Event, Hue: 2}).Colours(p))
	require.Equal(t, p.Threads[0], (&Node{Look: Text, Hue: 1}).Colours(p).Ink)
	require.Equal(t, p.Threads[0], (&Node{Look: Line, Hue: 1 + len(p.Threads)}).Colours(p).Fill)
	require.Equal(t, p.Line, (&Edge{}).Colour(p))
	require.Equal(t, p.Faint, (&Edge{Look: Faint}).Colour(p))
	require.Equal(t, p.Engine.Border, (&Frame{Look: Engine}).Colour(p))
	require.Equal(t, p.Threads[2], (&Band{Look: Faint, Hue: 3}).Colour(p))
	for _, look := range []Look{Event, Link, Resource, Persistent, LeftOnly, RightOnly, Idle, Engine, Drain, Balance, Text,
		Line, Faint, "?"} {
		c := (&Node{Look: look}).Colours(p)
		require.Regexp(t, "^#[0-9a-f]{6}$", c.Fill)
		require.Regexp(t, "^#[0-9a-f]{6}$", c.Border)
		require.Regexp(t, "^#[0-9a-f]{6}$", c.Ink)
	}
}
