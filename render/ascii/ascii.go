// Package ascii writes diagrams as text, for terminals and for the review of changes.
//
// Each node has a row, after the nodes that lead to it. Rails at the left lead from
// node to node, as in `git log --graph`:
//
//	○ x1 at romeo orchard
//	│ ○ x2 restless romeo
//	●─┴─╮ t1 do/wander
//	│   ○ x3 near
//
// A mark stands on each rail that begins at its node, or that leads through it; marks
// that a line joins are one node. A rail that reaches a row by ╯ ends there, one with
// ├ goes on to others. Rails that no line touches pass by: `├─│─●`.
//
// Rails are kept short, and few. Edges that would lead over many rows are cut, and
// their ends named: `→ t40` at the start and `← t10` at the end. `↑ r2` is an edge
// that leads back, to a row above or to the row itself.
package ascii

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Options say how to write. The zero value is right.
type Options struct {
	// Width is how many columns of a terminal a line may take; 0 is 120, less than
	// 40 counts as that.
	Width int
	// ASCII draws with letters that every terminal has. Labels stay as they are.
	ASCII bool
}

// Sizes, in columns of a terminal and in rows.
const (
	usualWidth = 120
	leastWidth = 40
	longLabel  = 400 // longLabel is the length at which labels are cut
	far        = 30  // far is the number of rows that an edge may cross
	named      = 8   // named is the number of ends of cut edges named at their start
)

// Write returns a diagram, placed or not, as lines of text. The same diagram gives
// the same bytes, and small changes of it change few lines.
func Write(d *diagram.Diagram, o Options) []byte {
	w := newWriter(d, o)
	w.head()
	for row, node := range w.order {
		w.row(row, node)
	}
	return w.out.Bytes()
}

// writer writes a diagram.
type writer struct {
	d     *diagram.Diagram
	signs signs
	width int
	most  int  // the rails there may be at a time
	plain bool // with letters that every terminal has

	order []int   // nodes by row
	rows  []int   // rows by node
	ins   [][]int // edges by their To, in the order of rows
	outs  [][]int // edges by their From, alike and in the order of rows
	cut   []bool  // edges that are named and not drawn

	rails rails
	out   bytes.Buffer
}

func newWriter(d *diagram.Diagram, o Options) *writer {
	if o.Width == 0 {
		o.Width = usualWidth
	}
	w := &writer{d: d, signs: unicodeSigns(), width: max(o.Width, leastWidth), cut: make([]bool, len(d.Edges)),
		rails: rails{ended: -1}}
	if w.plain = o.ASCII; w.plain {
		w.signs = asciiSigns()
	}
	w.most = w.width / 6 // a third of the width
	w.order = order(d)
	w.rows = make([]int, len(d.Nodes))
	for row, node := range w.order {
		w.rows[node] = row
	}
	w.ins, w.outs = sorted(d, w.rows)
	return w
}

// head writes what stands above the rows.
func (w *writer) head() {
	w.sentence(w.d.Title)
	for i := range w.d.Legend {
		w.sentence(w.sample(&w.d.Legend[i]))
	}
	for _, f := range w.d.Frames {
		if f.Room {
			w.sentence(w.room(&f))
			continue
		}
		w.sentence(cmp.Or(strings.Join(f.Text, " "), "in a frame") + ": " + w.names(f.Nodes, len(f.Nodes)))
	}
	var bands []string
	for _, b := range w.d.Bands {
		if b.Text != "" {
			bands = append(bands, b.Text)
		}
	}
	w.sentence(strings.Join(bands, " "+w.signs.over+" "))
	if w.out.Len() > 0 && len(w.order) > 0 {
		w.out.WriteByte('\n')
	}
}

// room says what is in a room: `ballroom: rosaline, nurse`.
func (w *writer) room(f *diagram.Frame) string {
	texts := make([]string, len(f.Nodes))
	for i, n := range f.Nodes {
		texts[i] = strings.Join(w.d.Nodes[n].Text, " ")
	}
	if len(texts) == 1 {
		return texts[0] + ": empty"
	}
	return texts[0] + ": " + strings.Join(texts[1:], ", ")
}

// sentence writes a text on lines of its own, those after the first indented.
func (w *writer) sentence(text string) {
	for i, l := range wrap(visible.Grid(text), w.width-2) {
		if i > 0 {
			w.out.WriteString("  ")
		}
		w.out.WriteString(l + "\n")
	}
}

// sample returns an entry of the legend, with all signs that are of it.
func (w *writer) sample(e *diagram.Entry) string {
	var signs []string
	switch {
	case e.Node != nil:
		signs = append(signs, w.signs.mark(e.Node.Shape))
	case e.Edge != nil && e.Edge.Both:
		signs = append(signs, w.signs.both)
	case e.Edge != nil && e.Edge.Head != diagram.Tee: // rails end by marks
		signs = append(signs, w.signs.pass(e.Edge.Stroke))
	}
	for _, shape := range e.Also {
		if e.Node != nil && e.Node.Shape == shape {
			continue
		}
		if slices.ContainsFunc(w.d.Nodes, func(n diagram.Node) bool { return n.Shape == shape }) {
			signs = append(signs, w.signs.mark(shape))
		}
	}
	return strings.TrimPrefix(strings.Join(signs, " or ")+" "+e.Text, " ")
}

// row writes a node: the rails, and its words beside them.
func (w *writer) row(row, node int) {
	if w.d.Nodes[node].Chart != nil {
		w.rails.ended = -1 // rows of a chart stand below each other
	}
	joint := w.rails.enter(row)
	w.leave(joint, row, node)
	line := w.drawn(joint, node)
	w.rails.advance(joint)
	indent := len(joint.span) * 2
	below := w.passing()
	for i, text := range wrap(w.label(node), w.width-indent) {
		if i > 0 {
			line = below
		}
		w.out.WriteString(line)
		w.out.WriteString(strings.Repeat(" ", max(0, indent-columns(line))))
		w.out.WriteString(text + "\n")
	}
}

// label returns the words beside a node: its name and text, and its edges that are not drawn, or
// that have words.
func (w *writer) label(node int) string {
	n := &w.d.Nodes[node]
	text := strings.Join(n.Text, " ")
	if first, _, _ := strings.Cut(text, " "); first != n.ID {
		text = n.ID + " " + text
	}
	if n.Chart != nil {
		text = w.signs.sparkline(n.Chart.Bars, w.width-leastWidth) + " " + text + " " + n.Chart.Says
	}
	text = w.cutLabel(text)
	if len(n.Told) > 0 {
		text += " [" + w.cutLabel(strings.Join(n.Told, ", ")) + "]"
	}
	for _, note := range w.notes(node) {
		text += " " + note
	}
	return text
}
