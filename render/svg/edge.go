package svg

import (
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// edge writes an edge, and which nodes it joins.
func (w *writer) edge(e *diagram.Edge) {
	w.WriteString("<g")
	w.class("edge "+lineOf(e.Look, e.Hue), e.Classes)
	attribute(w.Buffer, "data-from", w.d.Nodes[e.From].ID)
	attribute(w.Buffer, "data-to", w.d.Nodes[e.To].ID)
	w.named(symbol, strings.Join(e.Text, " "), e.Tip)
	w.stroke(e)
	w.words(e.Words(), "halo")
	w.WriteString("</g>")
}

// stroke writes the line of an edge and its head, which is a shape of its own:
// markers at the ends of lines lose their colour in many programs.
func (w *writer) stroke(e *diagram.Edge) {
	line := e.Line()
	if len(line) == 0 {
		return
	}
	w.WriteString("<path")
	if e.Thickness() != 1 {
		number(w.Buffer, "stroke-width", e.Thickness())
	}
	w.dashes(e.Stroke, e.Thickness())
	w.WriteString(` d="`)
	w.curves(line)
	w.WriteString(`"/>`)
	for _, corners := range e.Heads() {
		w.head(e.Head, corners)
	}
}

// head writes an end of an edge.
func (w *writer) head(h diagram.Head, corners []diagram.Point) {
	switch {
	case h == diagram.Hollow:
		w.WriteString(`<polygon class="hollow" points="`)
	case h.Closed():
		w.WriteString(`<polygon points="`)
	default:
		w.WriteString(`<polyline points="`)
	}
	for i, p := range corners {
		if i > 0 {
			w.WriteByte(' ')
		}
		decimal(w.Buffer, p.X)
		w.WriteByte(',')
		decimal(w.Buffer, p.Y)
	}
	w.WriteString(`"/>`)
}

// dashes says how a line is broken, if it is.
func (w *writer) dashes(s diagram.Stroke, width float64) {
	lengths := s.Dashes(width)
	if lengths == nil {
		return
	}
	w.WriteString(` stroke-dasharray="`)
	for i, l := range lengths {
		if i > 0 {
			w.WriteByte(' ')
		}
		decimal(w.Buffer, l)
	}
	w.WriteByte('"')
}

// curves writes a chain of Bézier curves.
func (w *writer) curves(path []diagram.Point) {
	w.place('M', path[0])
	for i := 1; i+2 < len(path); i += 3 {
		if straight(path[i-1 : i+3]) {
			w.place('L', path[i+2])
			continue
		}
		w.place('C', path[i])
		w.place(' ', path[i+1])
		w.place(' ', path[i+2])
	}
}

// straight reports whether a curve is a line, to a tenth of a point: both points
// that draw it lie on the way from its start to its end. One that comes back to where
// it started is a loop, but for one that never leaves.
func straight(c []diagram.Point) bool {
	if c[0] == c[3] {
		return c[1] == c[0] && c[2] == c[0]
	}
	dx, dy := c[3].X-c[0].X, c[3].Y-c[0].Y
	far := dx*dx + dy*dy
	for _, p := range c[1:3] {
		x, y := p.X-c[0].X, p.Y-c[0].Y
		along, across := x*dx+y*dy, x*dy-y*dx
		if along < 0 || along > far || across*across > 0.01*far {
			return false
		}
	}
	return true
}

// place writes a point of a path, after the letter of what leads there.
func (w *writer) place(letter byte, p diagram.Point) {
	w.WriteByte(letter)
	decimal(w.Buffer, p.X)
	w.WriteByte(' ')
	decimal(w.Buffer, p.Y)
}
