package dot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/themes"
)

type fataler interface {
	require.TestingT
	Helper()
}

func theme(t fataler) *themes.Theme {
	t.Helper()
	theme, err := themes.Find("")
	require.NoError(t, err)
	return theme
}

// graphviz has the installed Graphviz draw something. It fails the test where Graphviz
// has anything to say about it.
func graphviz(t fataler, in []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("dot", args...)
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &said
	require.NoError(t, cmd.Run(), said.String())
	require.Empty(t, said.String())
	return out.Bytes()
}

func needGraphviz(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("Graphviz is not installed")
	}
}

// texts returns what stands in elements of an SVG, and in links' titles.
func texts(t fataler, svg []byte) (labels, tips []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	element := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return labels, tips
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
			for _, a := range token.Attr {
				if element == "a" && a.Name.Local == "title" {
					tips = append(tips, a.Value)
				}
			}
		case xml.EndElement:
			element = ""
		case xml.CharData:
			if element == "text" {
				labels = append(labels, strings.ReplaceAll(string(token), "\u00a0", " "))
			}
		}
	}
}

// checkText writes text everywhere it can stand, and reads what Graphviz shows.
func checkText(t fataler, names []string) {
	t.Helper()
	d := &diagram.Diagram{}
	for i, name := range names {
		d.Nodes = append(d.Nodes, diagram.Node{ID: "t" + strconv.Itoa(i), Text: []string{name}, Tip: name, URL: "x.html",
			Classes: []string{"c"}})
		d.Edges = append(d.Edges, diagram.Edge{From: i, To: i, Text: []string{name}, Tip: name})
	}
	labels, tips := texts(t, graphviz(t, Write(d, theme(t)), "-Tsvg"))
	for _, name := range names {
		n := 0
		for _, label := range labels {
			if label == name {
				n++
			}
		}
		require.GreaterOrEqual(t, n, 2, "%q as a label: %q", name, labels)
		require.Contains(t, tips, name)
	}
}

func TestText(t *testing.T) {
	needGraphviz(t)
	checkText(t, []string{
		`"`, `\`, `\\`, `\"`, `a\`, `\N`, `\G\L\E\T\H\l\r\n`, `]; x [label="`, "<script>alert(1)</script>", "<b>",
		"<<b>x</b>>",
		"&lt;", "&amp;lt;", "&#60;", "&", "-->", "]]>", "%3", "שלום", "🎭", "'", "#", "//", "/*", `\x`, "a--b", "{a|b}",
		"${x}", "é",
		strings.Repeat("long", 100), strings.Repeat(`\"&`, 100),
	})
}

// Tips may be as long as they like.
func TestLongTips(t *testing.T) {
	needGraphviz(t)
	tip := strings.Repeat(`\"&long`, 2500)
	d := &diagram.Diagram{Nodes: []diagram.Node{{ID: "n", Tip: tip}}}
	_, tips := texts(t, graphviz(t, Write(d, theme(t)), "-Tsvg"))
	require.Equal(t, []string{tip}, tips)
}

func TestAnyText(t *testing.T) {
	needGraphviz(t)
	bit := rapid.SampledFrom([]string{`\`, `"`, "&", "<", ">", ";", "#", "N", "G", "n", "lt;", "amp;", "é", "'", "-", "蝶",
		"x", "{", "|"})
	name := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(bit, 1, 12).Draw(t, "bits"), "") })
	rapid.Check(t, func(t *rapid.T) { checkText(t, rapid.SliceOfN(name, 1, 10).Draw(t, "names")) })
}

// Looks become attributes.
func TestLooks(t *testing.T) {
	node := func(n diagram.Node) string {
		n.ID = "n"
		return string(Write(&diagram.Diagram{Nodes: []diagram.Node{n}}, theme(t)))
	}
	for want, n := range map[string]diagram.Node{
		`shape="box", style="filled,rounded"`:                  {},
		`shape="oval", style="filled"`:                         {Shape: diagram.Oval},
		`shape="plaintext", fillcolor`:                         {Shape: diagram.Plain},
		`shape="circle"`:                                       {Shape: diagram.Dot},
		`style="filled,rounded,dashed"`:                        {Dashed: true},
		`style="filled,rounded,bold"`:                          {Bold: true},
		`peripheries="2"`:                                      {Double: true},
		`fontsize="8"`:                                         {FontSize: 8},
		`width="1.000", height="0.500"`:                        {W: 72, H: 36},
		`label="a\nb"`:                                         {Text: []string{"a", "b"}},
		`class="x y"`:                                          {Classes: []string{"x", "y"}},
		`fontcolor="` + theme(t).Light.Picture.Event.Ink + `"`: {Look: diagram.Event},
	} {
		require.Contains(t, node(n), want)
	}
	edge := func(e diagram.Edge) string {
		return string(Write(&diagram.Diagram{Nodes: []diagram.Node{{ID: "n"}}, Edges: []diagram.Edge{e}}, theme(t)))
	}
	for want, e := range map[string]diagram.Edge{
		`"n" -> "n"`:           {},
		`arrowhead="normal"`:   {},
		`arrowhead="vee"`:      {Head: diagram.Vee},
		`arrowhead="onormal"`:  {Head: diagram.Hollow},
		`arrowhead="tee"`:      {Head: diagram.Tee},
		`arrowhead="none"`:     {Head: diagram.NoHead},
		`style="dashed"`:       {Stroke: diagram.Dashed},
		`style="dotted"`:       {Stroke: diagram.Dotted},
		`penwidth="1.5"`:       {Width: 1.5},
		`weight="3"`:           {Pull: 3},
		`constraint="false"`:   {Loose: true},
		`label="2 used\nall"`:  {Text: []string{"2 used", "all"}},
		`tooltip="a \\\\ b\n"`: {Tip: "a \\ b\n"},
	} {
		require.Contains(t, edge(e), want)
	}
	require.Contains(t, string(Write(&diagram.Diagram{Flow: diagram.Right}, theme(t))), `rankdir="LR"`)
	require.Contains(t, string(Write(&diagram.Diagram{}, theme(t))), `rankdir="TB"`)
}

// Things that are placed are drawn in their places.
func TestPlaces(t *testing.T) {
	needGraphviz(t)
	rapid.Check(t, func(t *rapid.T) {
		d := &diagram.Diagram{Placed: true, Width: 500, Height: 400}
		coordinate := func(what string, most int) float64 { return float64(rapid.IntRange(20, most-20).Draw(t, what)) }
		for i := range rapid.IntRange(2, 6).Draw(t, "nodes") {
			at := diagram.Point{X: coordinate("x", 500), Y: coordinate("y", 400)}
			d.Nodes = append(d.Nodes, diagram.Node{ID: "n" + strconv.Itoa(i), At: at, W: 20, H: 10})
		}
		a, b := d.Nodes[0].At, d.Nodes[1].At
		d.Edges = []diagram.Edge{{From: 0, To: 1, Path: []diagram.Point{a, a, b, b}, Text: []string{"e"}, LabelAt: a}}
		// Graphviz moves all of it to where its coordinates begin.
		out := string(graphviz(t, Write(d, theme(t)), "-Kneato", "-n2", "-Tdot"))
		var first diagram.Point
		for i, n := range d.Nodes {
			m := regexp.MustCompile(`(?s)\b` + n.ID + `\s+\[[^]]*?pos="([^"]*)"`).FindStringSubmatch(out)
			require.NotNil(t, m, out)
			var at diagram.Point
			_, err := fmt.Sscanf(m[1], "%g,%g", &at.X, &at.Y)
			require.NoError(t, err)
			if i == 0 {
				first = at
			}
			require.InDelta(t, n.At.X-a.X, at.X-first.X, 0.01)
			require.InDelta(t, a.Y-n.At.Y, at.Y-first.Y, 0.01)
		}
	})
}

// Frames are clusters, bands have their names, and the legend stands apart.
func TestFramesBandsAndLegend(t *testing.T) {
	d := &diagram.Diagram{
		Nodes:  []diagram.Node{{ID: "a"}, {ID: "b"}},
		Frames: []diagram.Frame{{Nodes: []int{1}, Text: []string{"both"}, Tip: "tip"}},
		Bands:  []diagram.Band{{Text: "romeo", Hue: 1}, {}},
		Legend: []diagram.Entry{{Text: "one", Node: &diagram.Node{}}, {Text: "two", Edge: &diagram.Edge{}}},
	}
	text := string(Write(d, theme(t)))
	for _, want := range []string{
		`subgraph "cluster1" {`, `label="both"`, `"band1" [shape="plaintext", label="romeo"`, `subgraph "cluster_legend" {`,
		`"legend1" [`, `"legend2a" -> "legend2b" [`,
	} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "band2")
	if _, err := exec.LookPath("dot"); err == nil {
		graphviz(t, []byte(text), "-Tcanon")
	}
	d.Placed = true
	require.NotContains(t, string(Write(d, theme(t))), "legend")
}
