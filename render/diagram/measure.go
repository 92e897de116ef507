package diagram

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Margins of text, in points.
const (
	marginX = 6.0
	marginY = 4.0
	minimum = 14.0 // of the width and height of nodes
	dotSize = 8.0
)

// Measure gives each node that has no size yet the one that its label takes, set in
// a font.
func (d *Diagram) Measure(f *fonts.Font) {
	for i := range d.Nodes {
		if n := &d.Nodes[i]; n.W == 0 && n.H == 0 {
			n.measure(f)
		}
	}
}

// measure sizes a node. The corners of the text touch the outline of an oval where
// this is √2 times as wide and high; with a margin, and lines that are seldom
// equally long, less in height does.
func (n *Node) measure(f *fonts.Font) {
	if n.Shape == Dot {
		n.W, n.H = dotSize, dotSize
		return
	}
	w, h := Size(f, n.Text, n.Size())
	w, h = w+2*marginX, h+2*marginY
	if n.Shape == Oval {
		w, h = w*math.Sqrt2-marginX, h*1.2
	}
	if n.Shape == Capsule {
		w += h / 2
	}
	if n.Double {
		w, h = w+4, h+4
	}
	if len(n.Told) > 0 {
		told, _ := Size(f, n.Told, toldFont)
		w, h = max(w, told+2*marginX), max(h, minimum)+n.toldHeight()
	}
	n.W, n.H = math.Ceil(max(w, minimum)), math.Ceil(max(h, minimum))
}

// Size returns the width and height of lines of text, in points.
func Size(f *fonts.Font, lines []string, size float64) (w, h float64) {
	for _, line := range lines {
		w = max(w, f.Width(line)*size)
	}
	return w, float64(len(lines)) * size * Leading
}

// Size returns the size of the node's font, in points.
func (n *Node) Size() float64 {
	if n.FontSize == 0 {
		return NodeFont
	}
	return n.FontSize
}
