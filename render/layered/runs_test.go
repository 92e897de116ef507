package layered

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// fromFile returns a diagram of a file with a line for each node, `box` or `oval` and its
// text, and then one for each edge, `uses` or `reads` and the numbers of its ends.
func fromFile(t *testing.T, file string) *diagram.Diagram {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	d := &diagram.Diagram{}
	for line := range strings.Lines(string(text)) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "box":
			d.Nodes = append(d.Nodes, diagram.Node{Text: []string{rest}})
		case "oval":
			d.Nodes = append(d.Nodes, diagram.Node{Shape: diagram.Oval, Text: []string{rest}})
		default:
			e := diagram.Edge{Look: diagram.Faint}
			if kind == "uses" {
				e = diagram.Edge{Pull: 3}
			}
			_, err := fmt.Sscan(rest, &e.From, &e.To)
			require.NoError(t, err, line)
			d.Edges = append(d.Edges, e)
		}
	}
	d.Measure(fonts.Like("sans"))
	return d
}

// The files are of the causal views of runs of the examples in which chance chose.
func TestRunsOfExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, flow := range []diagram.Flow{diagram.Right, diagram.Down} {
				d := fromFile(t, file)
				d.Flow = flow
				placed(t, d)
				sketch(t, d, filepath.Base(file))
			}
		})
	}
}

// A graph of rules, as a view would make it: with cycles, loops and words at its edges.
func TestRuleGraphs(t *testing.T) {
	for _, flow := range []diagram.Flow{diagram.Right, diagram.Down} {
		d := newStory(20, 3, 2)
		d.Flow = flow
		for i := range d.Edges {
			d.Edges[i].Text = []string{"4× at romeo"}
		}
		d.Edges = append(d.Edges, diagram.Edge{From: 12, To: 9, Text: []string{"back"}},
			diagram.Edge{From: 9, To: 9, Text: []string{"self"}},
			diagram.Edge{From: 9, To: 9}, diagram.Edge{From: 10, To: 11, Loose: true, Look: diagram.Faint})
		placed(t, d)
		requireReadable(t, d)
		sketch(t, d, []string{"rules-down", "rules-right"}[flow])
	}
}

// requireReadable checks that no words of edges lie over nodes or other words.
func requireReadable(t *testing.T, d *diagram.Diagram) {
	type box struct{ x, y, w, h float64 }
	var boxes []box
	for _, n := range d.Nodes {
		boxes = append(boxes, box{n.At.X, n.At.Y, n.W, n.H})
	}
	for _, e := range d.Edges {
		if len(e.Text) > 0 {
			w, h := diagram.Size(fonts.Like("sans"), e.Text, diagram.EdgeFont)
			boxes = append(boxes, box{e.LabelAt.X, e.LabelAt.Y, w, h})
		}
	}
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			apart := 2*max(a.x-b.x, b.x-a.x) >= a.w+b.w || 2*max(a.y-b.y, b.y-a.y) >= a.h+b.h
			require.True(t, apart, "%v and %v", a, b)
		}
	}
}
