package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// node is an element of XML.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []*node    `xml:",any"`
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n *node) is(class string) bool {
	return strings.Contains(" "+n.attr("class")+" ", " "+class+" ")
}

// all returns the elements below and with n for which something holds.
func (n *node) all(holds func(*node) bool) []*node {
	var found []*node
	if holds(n) {
		found = append(found, n)
	}
	for _, c := range n.Children {
		found = append(found, c.all(holds)...)
	}
	return found
}

func (n *node) named(name string) []*node {
	return n.all(func(n *node) bool { return n.XMLName.Local == name })
}

func (n *node) classed(class string) []*node {
	return n.all(func(n *node) bool { return n.is(class) })
}

// parse reads a picture as XML, to its end.
func parse(t require.TestingT, svg []byte) *node {
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	root := &node{}
	require.NoError(t, decoder.Decode(root))
	_, err := decoder.Token()
	for err == nil {
		_, err = decoder.Token()
	}
	require.Equal(t, io.EOF, err)
	return root
}

// visible is what a text becomes in XML.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == 0 {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

func TestPictureHasEverything(t *testing.T) {
	d := gallery()
	root := parse(t, Write(d, stage(t)))
	require.Equal(t, "svg", root.XMLName.Local)
	require.Equal(t, "http://www.w3.org/2000/svg", root.XMLName.Space)
	require.Equal(t, "graphics-document document", root.attr("role"))
	require.Equal(t, fmt.Sprintf("0 0 %g %g", d.Width, math.Round(d.Height*10)/10), root.attr("viewBox"))
	require.Equal(t, visible(d.Title), root.Children[0].Text)
	require.Equal(t, root.attr("aria-labelledby"), root.Children[0].attr("id"))
	require.Equal(t, visible(d.Desc), root.Children[1].Text)
	require.Equal(t, root.attr("aria-describedby"), root.Children[1].attr("id"))
	require.Len(t, root.classed("node"), len(d.Nodes))
	require.Len(t, root.all(func(n *node) bool { return n.is("edge") && !n.is("sample") }), len(d.Edges))
	require.Len(t, root.classed("band"), len(d.Bands))
	require.Len(t, root.classed("frame"), len(d.Frames))
	require.Len(t, root.classed("sample"), len(d.Legend))
	ids := map[string]bool{}
	for _, n := range root.all(func(n *node) bool { return n.attr("id") != "" }) {
		require.False(t, ids[n.attr("id")], n.attr("id"))
		ids[n.attr("id")] = true
	}
}

func TestNodesSayWhatTheyAre(t *testing.T) {
	d := gallery()
	d.Nodes[1].Born, d.Nodes[1].Gone, d.Nodes[1].Stands = 3, 4, 5
	nodes := parse(t, Write(d, stage(t))).classed("node")
	for i, n := range nodes {
		want := &d.Nodes[i]
		require.Equal(t, want.ID, n.attr("id"))
		require.Equal(t, "graphics-symbol", n.attr("role"))
		require.True(t, n.is("look-"+string(want.Look)) || want.Hue > 0)
		name := n.attr("aria-label")
		if name == "" {
			name = n.named("title")[0].Text
		}
		require.Equal(t, visible(strings.Join(want.Text, " ")), name)
		require.Equal(t, visible(strings.Join(want.Text, "")), textOf(n.named("text")[0]))
	}
	require.Equal(t, []string{"3", "4", "5"},
		[]string{nodes[1].attr("data-born"), nodes[1].attr("data-gone"), nodes[1].attr("data-stands")})
	require.Empty(t, nodes[0].attr("data-born"))
}

// A shade is a part of the colour that fills a node, and its outline has all of it.
func TestShade(t *testing.T) {
	d := gallery()
	d.Nodes[0].Shade = 0.25
	nodes := parse(t, Write(d, stage(t))).classed("node")
	require.Equal(t, "0.25", nodes[0].named("rect")[0].attr("fill-opacity"))
	for _, n := range nodes[1:] {
		require.Empty(t, n.all(func(n *node) bool { return n.attr("fill-opacity") != "" }))
	}
}

func textOf(n *node) string {
	text := n.Text
	for _, c := range n.Children {
		text += textOf(c)
	}
	return text
}

func TestLinks(t *testing.T) {
	links := parse(t, Write(gallery(), stage(t))).named("a")
	require.Len(t, links, 4) // and none that is a script
	for _, a := range links {
		require.Equal(t, `a b.html?x=1&y="`, a.attr("href"))
		require.Len(t, a.classed("node"), 1)
	}
	for _, bad := range []string{"javascript:alert(1)", " javascript:alert(1)", "JavaScript:alert(1)",
		"java\nscript:alert(1)", "data:text/html,x", "vbscript:x"} {
		require.Empty(t, followed(bad), bad)
	}
	for _, good := range []string{"", "scenes/t1.html", "#t1", "https://example.org/?a=b", "file:///tmp/x.html"} {
		require.Equal(t, good, followed(good))
	}
}

// points returns the numbers of a path, in pairs.
func points(t *testing.T, d string) []diagram.Point {
	fields := strings.FieldsFunc(d, func(r rune) bool { return strings.ContainsRune("MLC ,", r) })
	require.Zero(t, len(fields)%2)
	var out []diagram.Point
	for i := 0; i < len(fields); i += 2 {
		x, err := strconv.ParseFloat(fields[i], 64)
		require.NoError(t, err)
		y, err := strconv.ParseFloat(fields[i+1], 64)
		require.NoError(t, err)
		out = append(out, diagram.Point{X: x, Y: y})
	}
	return out
}

// Edges begin where their paths do; lines and heads meet, and a corner of the head
// is where the path ends.
func TestEdgesLeadFromNodeToNode(t *testing.T) {
	d := gallery()
	edges := parse(t, Write(d, stage(t))).all(func(n *node) bool { return n.is("edge") && !n.is("sample") })
	for i, g := range edges {
		e := &d.Edges[i]
		require.Equal(t, d.Nodes[e.From].ID, g.attr("data-from"))
		require.Equal(t, d.Nodes[e.To].ID, g.attr("data-to"))
		line := points(t, g.named("path")[0].attr("d"))
		near(t, e.Path[0], line[0])
		end := e.Path[len(e.Path)-1]
		heads := append(g.named("polygon"), g.named("polyline")...)
		if e.Head == diagram.NoHead {
			require.Empty(t, heads)
			near(t, end, line[len(line)-1])
			continue
		}
		head := points(t, heads[0].attr("points"))
		switch e.Head {
		case diagram.Arrow, diagram.Hollow:
			near(t, end, head[1])
			near(t, middle(head[0], head[2]), line[len(line)-1])
		case diagram.Vee:
			near(t, end, head[1])
			near(t, end, line[len(line)-1])
		case diagram.Tee:
			require.Less(t, distance(end, line[0], middle(head[0], head[1])), 4.0)
		}
	}
}

func middle(a, b diagram.Point) diagram.Point {
	return diagram.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
}

func near(t *testing.T, want, got diagram.Point) {
	t.Helper()
	require.InDelta(t, want.X, got.X, 0.3)
	require.InDelta(t, want.Y, got.Y, 0.3)
}

// A curve that comes back to where it started is no line.
func TestLoopIsNotStraight(t *testing.T) {
	here, there := diagram.Point{X: 0, Y: 4}, diagram.Point{}
	require.False(t, straight([]diagram.Point{here, there, there, here}))
	require.True(t, straight([]diagram.Point{here, here, here, here}))
}

// Whatever the points are, a curve that is written as a line is one.
func TestStraight(t *testing.T) {
	coordinate := rapid.Map(rapid.IntRange(-40, 40), func(i int) float64 { return float64(i) / 8 })
	point := rapid.Custom(func(t *rapid.T) diagram.Point {
		return diagram.Point{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
	})
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SliceOfN(point, 4, 4).Draw(t, "curve")
		if rapid.Bool().Draw(t, "line") {
			c[1], c[2] = middle(c[0], middle(c[0], c[3])), middle(c[0], c[3])
		} else if !straight(c) {
			return
		}
		require.True(t, straight(c))
		for i := range 21 {
			s := float64(i) / 20
			r := 1 - s
			x := r*r*r*c[0].X + 3*r*r*s*c[1].X + 3*r*s*s*c[2].X + s*s*s*c[3].X
			y := r*r*r*c[0].Y + 3*r*r*s*c[1].Y + 3*r*s*s*c[2].Y + s*s*s*c[3].Y
			require.LessOrEqual(t, distance(diagram.Point{X: x, Y: y}, c[0], c[3]), 0.11)
		}
	})
}

// distance returns how far a point is from the segment from a to b.
func distance(p, a, b diagram.Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	s := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		s = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/long, 0), 1)
	}
	return math.Hypot(p.X-a.X-s*dx, p.Y-a.Y-s*dy)
}

// The text of a label comes out of a parser as it went in, but for what XML cannot
// hold.
func TestAnyTextIsText(t *testing.T) {
	theme := stage(t)
	rapid.Check(t, func(t *rapid.T) {
		label := rapid.OneOf(rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune("<>&\"'\x00\x7f\n\t ]a\uFFFE\u202e")))).Draw(t, "label")
		d := &diagram.Diagram{
			Title: label, Width: 100, Height: 100,
			Nodes: []diagram.Node{{ID: "t1", Text: []string{"a", label}, Tip: "tip " + label, Classes: []string{label},
				W: 10, H: 10}},
		}
		root := parse(t, Write(d, theme))
		nodes := root.all(func(n *node) bool { return n.attr("id") == "t1" })
		require.Len(t, nodes, 1)
		require.Equal(t, held(label), textOf(nodes[0].named("tspan")[1]))
		require.Equal(t, "tip "+held(label), nodes[0].named("title")[0].Text)
		require.Equal(t, "a "+held(label), nodes[0].attr("aria-label"))
	})
}

// held is the text that XML holds: the characters of XML 1.0, section 2.2, without
// controls.
func held(text string) string {
	var b strings.Builder
	for _, r := range text {
		control := r < 0x20 && r != '\t' && r != '\n' || 0x7F <= r && r <= 0x9F
		if control || r == 0xFFFE || r == 0xFFFF {
			r = '\uFFFD'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func TestTextKeepsToItsBox(t *testing.T) {
	d := gallery()
	for i, n := range parse(t, Write(d, stage(t))).classed("node") {
		text := n.named("text")[0]
		require.Equal(t, d.Nodes[i].Text[0] == "汉字和假名" || d.Nodes[i].Text[0] == hostile, text.attr("textLength") != "",
			d.Nodes[i].Text[0])
		if text.attr("textLength") != "" {
			length, err := strconv.ParseFloat(text.attr("textLength"), 64)
			require.NoError(t, err)
			require.Less(t, length, d.Nodes[i].W)
		}
	}
}

func TestColoursFollowTheReader(t *testing.T) {
	theme := stage(t)
	css := string(style(run(30), theme))
	light, dark, _ := strings.Cut(css, "@media screen and (prefers-color-scheme:dark)")
	dark, print, _ := strings.Cut(dark, "@media print")
	for _, part := range []struct{ css, fill, other string }{
		{light, theme.Light.Picture.Event.Fill, theme.Dark.Picture.Background},
		{dark, theme.Dark.Picture.Event.Fill, theme.Light.Picture.Background},
		{print, theme.Print.Picture.Background, theme.Dark.Picture.Background},
	} {
		require.Contains(t, part.css, part.fill)
		require.NotContains(t, part.css, part.other)
	}
	same := *theme
	same.Dark, same.Print = same.Light, same.Light
	require.NotContains(t, string(style(run(30), &same)), "@media")
}

func TestNothingToDraw(t *testing.T) {
	root := parse(t, Write(&diagram.Diagram{}, stage(t)))
	require.Equal(t, "0 0 1 1", root.attr("viewBox"))
	odd := &diagram.Diagram{
		Width: math.NaN(), Height: math.Inf(1),
		Nodes: []diagram.Node{{ID: "a", At: diagram.Point{X: math.Inf(-1), Y: math.NaN()}}},
		Edges: []diagram.Edge{{}, {Path: make([]diagram.Point, 4)}},
	}
	require.NotRegexp(t, "NaN|Inf", string(Write(odd, stage(t))))
}

func TestDecimal(t *testing.T) {
	for value, want := range map[float64]string{0: "0", -0.04: "0", 0.05: "0.1", -0.25: "-0.3", 12: "12", -12.34: "-12.3",
		99.96: "100", math.NaN(): "0", math.Inf(1): "0", 1e300: "0"} {
		var b bytes.Buffer
		decimal(&b, value)
		require.Equal(t, want, b.String())
	}
}

func TestSameBytes(t *testing.T) {
	require.Equal(t, Write(gallery(), stage(t)), Write(gallery(), stage(t)))
	require.Equal(t, Page(gallery(), stage(t)), Page(gallery(), stage(t)))
}

// Writing changes nothing in the diagram.
func TestPure(t *testing.T) {
	d := gallery()
	Write(d, stage(t))
	Page(d, stage(t))
	require.Equal(t, gallery(), d)
}

func BenchmarkWrite(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		d, theme := run(n), stage(b)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				size = len(Write(d, theme))
			}
			b.ReportMetric(float64(size)/float64(n), "bytes/node")
		})
	}
}
