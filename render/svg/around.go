package svg

import (
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// entry writes a sample of a look and what it means.
func (w *writer) entry(e *diagram.Entry) {
	n, g := e.Drawn()
	if n != nil {
		w.WriteString("<g")
		w.class("sample "+lookOf(n), nil)
		w.WriteByte('>')
		w.outline(n)
		w.WriteString("</g>")
	}
	if g != nil {
		w.WriteString("<g")
		w.class("edge sample "+lineOf(g.Look, g.Hue), nil)
		w.WriteByte('>')
		w.stroke(g)
		w.WriteString("</g>")
	}
	w.words([]diagram.Words{e.Words()}, "caption")
}

// band writes a strip behind the nodes, and its name.
func (w *writer) band(b *diagram.Band) {
	w.WriteString("<g")
	w.class("band "+lineOf(b.Look, b.Hue), b.Classes)
	w.named(symbol, b.Text, b.Tip)
	w.rect(b.Min, b.Max.X-b.Min.X, b.Max.Y-b.Min.Y)
	w.WriteString("/>")
	if b.Text != "" {
		w.words([]diagram.Words{b.Words()}, "")
	}
	w.WriteString("</g>")
}

// frame writes a box around nodes, and what it says.
func (w *writer) frame(f *diagram.Frame) {
	w.WriteString("<g")
	w.class("frame "+lineOf(f.Look, 0), f.Classes)
	w.named(symbol, strings.Join(f.Text, " "), f.Tip)
	w.rect(f.Min, f.Max.X-f.Min.X, f.Max.Y-f.Min.Y)
	number(w.Buffer, "rx", diagram.Corner)
	w.WriteString("/>")
	w.words(f.Words(), "halo")
	w.WriteString("</g>")
}
