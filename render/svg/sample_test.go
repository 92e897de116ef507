package svg

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/themes"
)

func stage(t testing.TB) *themes.Theme {
	t.Helper()
	theme, err := themes.Find("")
	require.NoError(t, err)
	return theme
}

// hostile is text as it may stand in a trace.
const hostile = "<script>alert(\"1\")</script>&amp;]]>'\x00\xff\u202e"

// run returns a placed diagram of about n nodes, half of them events, each of which
// uses up what another one made and reads something, in rows of ten.
func run(n int) *diagram.Diagram {
	d := &diagram.Diagram{
		Title: "What happened", Desc: "Events and what they used and made, from top to bottom.",
		Width: 1100, Height: 60 + 50*float64((n+9)/10), Placed: true,
		Legend: []diagram.Entry{
			{Text: "an event", Node: &diagram.Node{Look: diagram.Event}},
			{Text: "a fact", Node: &diagram.Node{Look: diagram.Resource, Shape: diagram.Oval}},
			{Text: "lasts", Node: &diagram.Node{Look: diagram.Persistent, Shape: diagram.Oval}},
			{Text: "is used up", Edge: &diagram.Edge{Look: diagram.Line}},
			{Text: "is only needed", Edge: &diagram.Edge{Look: diagram.Faint, Stroke: diagram.Dashed, Head: diagram.Vee}},
		},
	}
	for i := range n {
		d.Nodes = append(d.Nodes, nodeOf(i))
	}
	font := fonts.Like("DejaVu Sans")
	d.Measure(font)
	for i := range n {
		if i%20 >= 10 { // an event
			join(d, i-10, i, diagram.Edge{Look: diagram.Line, Classes: []string{"consume"}})
			join(d, i-10-i%10+(i*3)%10, i, diagram.Edge{Look: diagram.Faint, Stroke: diagram.Dashed, Head: diagram.Vee,
				Classes: []string{"read"}, Tip: "is needed"})
		} else if i >= 20 { // a fact
			join(d, i-10, i, diagram.Edge{Look: diagram.Line, Classes: []string{"produce"}})
		}
	}
	d.Arrange(font)
	return d
}

// nodeOf returns node i of a run: rows of facts and rows of events take turns.
func nodeOf(i int) diagram.Node {
	at := diagram.Point{X: 60 + 108*float64(i%10), Y: 40 + 50*float64(i/10)}
	step := i/20*10 + i%10 + 1
	if i%20 >= 10 {
		return diagram.Node{
			ID: fmt.Sprintf("t%d", step), Look: diagram.Event, Text: []string{fmt.Sprintf("do/move cast%d", i%7)},
			Classes: []string{"transition", "rule-do-move"},
			Tip:     fmt.Sprintf("t%d do/move\nused x%d\nmade x%d", step, i-10, i+10),
			Born:    step, Stands: 1, At: at, URL: fmt.Sprintf("scenes/t%d.html", step),
		}
	}
	return diagram.Node{
		ID: fmt.Sprintf("x%d", i), Shape: diagram.Oval, Look: diagram.Resource, Text: []string{fmt.Sprintf("at cast%d", i%7)},
		Classes: []string{"resource", "pred-at"}, Tip: fmt.Sprintf("x%d at cast%d", i, i%7),
		Born: max(step-10, 0), Gone: step, At: at,
	}
}

// join adds an edge from the bottom of a node to the top of another.
func join(d *diagram.Diagram, from, to int, e diagram.Edge) {
	a, b := &d.Nodes[from], &d.Nodes[to]
	start := diagram.Point{X: a.At.X, Y: a.At.Y + a.H/2}
	end := diagram.Point{X: b.At.X, Y: b.At.Y - b.H/2}
	bend := (end.Y - start.Y) / 2
	e.From, e.To = from, to
	e.Path = []diagram.Point{start, {X: start.X, Y: start.Y + bend}, {X: end.X, Y: end.Y - bend}, end}
	e.LabelAt = diagram.Point{X: (start.X + end.X) / 2, Y: (start.Y + end.Y) / 2}
	d.Edges = append(d.Edges, e)
}

// gallery returns a placed diagram that has some of everything.
func gallery() *diagram.Diagram {
	d := &diagram.Diagram{Title: "A gallery " + hostile, Desc: hostile, Width: 640, Height: 560, Placed: true}
	looks := []diagram.Look{diagram.Event, diagram.Link, diagram.Resource, diagram.Persistent, diagram.LeftOnly,
		diagram.RightOnly, diagram.Idle, diagram.Engine, diagram.Drain, diagram.Balance, diagram.Text, diagram.Line}
	for i, look := range looks {
		d.Nodes = append(d.Nodes, diagram.Node{
			ID: fmt.Sprintf("t%d", i+1), Look: look, Shape: diagram.Shape(i % 5), Text: []string{string(look), "two lines"},
			Dashed: i%4 == 1, Bold: i%4 == 2, Double: i%3 == 0,
			At:  diagram.Point{X: 90 + 150*float64(i%4), Y: 70 + 110*float64(i/4)},
			Hue: i % 3, Stands: 1,
		})
	}
	labels := []string{hostile, "مرحبا (يا عالم)", "汉字和假名", strings.Repeat("long ", 12)}
	for i, label := range labels {
		d.Nodes = append(d.Nodes, diagram.Node{
			ID: fmt.Sprintf("x%d", i+1), Look: diagram.Resource, Text: []string{label}, Tip: label + "\n" + hostile, FontSize: 8,
			Classes: []string{label},
			At:      diagram.Point{X: 100 + 210*float64(i%3), Y: 420 + 40*float64(i/3)}, URL: "a b.html?x=1&y=" + `"`,
		})
	}
	d.Nodes[0].URL = "javascript:alert(1)"
	d.Measure(fonts.Like("DejaVu Sans"))
	for i := range 8 {
		join(d, i, i+4, diagram.Edge{
			Look: []diagram.Look{diagram.Line, diagram.Faint, diagram.Engine}[i%3], Head: diagram.Head(i % 5),
			Stroke: diagram.Stroke(i % 3),
			Width:  float64(i % 4), Text: []string{"edge " + hostile[:4]}, Tip: hostile, Hue: i / 4 * i,
		})
	}
	join(d, 1, 4, diagram.Edge{Look: diagram.Line})
	d.Bands = []diagram.Band{
		{Text: "band " + hostile[:8], Hue: 1, Look: diagram.Line, LabelAt: diagram.Point{X: 8, Y: 30},
			Min: diagram.Point{X: 4, Y: 20}, Max: diagram.Point{X: 636, Y: 120}},
		{Text: "another", Hue: 2, Look: diagram.Line, LabelAt: diagram.Point{X: 8, Y: 140}, Min: diagram.Point{X: 4, Y: 130},
			Max: diagram.Point{X: 636, Y: 240}},
	}
	d.Frames = []diagram.Frame{{Nodes: []int{8, 9}, Look: diagram.Engine, Text: []string{"a loop"},
		Tip: "a loop that gains", Min: diagram.Point{X: 30, Y: 250}, Max: diagram.Point{X: 310, Y: 330}}}
	d.Legend = run(0).Legend
	d.Arrange(fonts.Like("DejaVu Sans"))
	return d
}
