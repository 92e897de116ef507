package svg

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Where nodes are to be followed, a click or Enter leads to their pages at once.
func TestFollow(t *testing.T) {
	d := run(20)
	d.Follow = true
	for i := range d.Nodes {
		d.Nodes[i].URL = "#page-of-" + d.Nodes[i].ID
	}
	first := d.Nodes[12].ID
	r := read(t, d, "")
	r.click("#" + first)
	require.Equal(t, "#page-of-"+first, ask[string](r, "location.hash"))
	require.Empty(t, r.ids(".chosen"))
	walker := ask[string](r,
		`(() => { const n = document.querySelector('.node[tabindex="0"]'); n.focus(); return n.id; })()`)
	r.press(kb.Enter)
	require.Equal(t, "#page-of-"+walker, ask[string](r, "location.hash"))
	require.Empty(t, r.ids(".chosen"))
}

// TestLinesAreNotCauses: if edges are the lines of characters, nodes list their predecessors:
// earlier events on a character's line need not be in the past. A part of a node counts as the
// node.
func TestLinesAreNotCauses(t *testing.T) {
	d := &diagram.Diagram{Title: "lines", Width: 400, Height: 200, Placed: true}
	for i, n := range []diagram.Node{
		{ID: "t1", After: []string{}},
		{ID: "t2", After: []string{}},
		{ID: "t3", After: []string{"t1", "gone"}},
		{ID: "t3-2", PartOf: "t3"},
		{ID: "t4", After: []string{"t3"}},
	} {
		n.Shape, n.W, n.H, n.Stands, n.Born = diagram.Dot, 10, 10, 1, i+1
		n.At = diagram.Point{X: 40 + 60*float64(i), Y: 100}
		if n.PartOf != "" {
			n.Stands, n.At.Y = 0, 150
		}
		d.Nodes = append(d.Nodes, n)
	}
	line := func(from, to int) { join(d, from, to, diagram.Edge{Head: diagram.NoHead, Hue: 1}) }
	line(0, 2)
	line(1, 2) // together in t3, which t2 did not lead to
	line(2, 3)
	line(3, 4)
	r := read(t, d, "")
	for _, part := range []string{"#t3", "#t3-2"} {
		r.click(part)
		require.Equal(t, []string{"t3"}, r.ids(".chosen"))
		require.Equal(t, []string{"t1"}, r.ids(".node.past"))
		require.Equal(t, []string{"t4"}, r.ids(".node.future"))
		require.Equal(t, []string{"t3-2"}, r.ids(".node.beside"))
		require.Equal(t, "t1 t3", ask[string](r,
			`[...document.querySelectorAll(".edge.past")].map(e => e.dataset.from + " " + e.dataset.to).join()`))
	}
	r.click("#t4")
	require.Equal(t, []string{"t1", "t3", "t3-2"}, r.ids(".node.past"))
	require.Contains(t, ask[string](r, `document.querySelector(".status").textContent`),
		": 2 events before it, 0 events after it")
}
