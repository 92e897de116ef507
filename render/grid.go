package render

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// The room between the boxes of a grid, and around it, in points.
const (
	gridGap    = 16.0
	gridMargin = 12.0
	gridShape  = 1.6 // how many times as broad as high it is, about
)

// grid places nodes in rows, in their order, as the lines of a text: for overviews, in
// which one follows another and that is all.
func grid(d *diagram.Diagram) {
	var w, h float64
	for i := range d.Nodes {
		w, h = max(w, d.Nodes[i].W), max(h, d.Nodes[i].H)
	}
	w, h = w+gridGap, h+gridGap
	columns := int(math.Ceil(math.Sqrt(gridShape * float64(len(d.Nodes)) * h / w)))
	columns = min(max(columns, 1), len(d.Nodes))
	for i := range d.Nodes {
		column, row := i%columns, i/columns
		d.Nodes[i].At = diagram.Point{X: gridMargin + (float64(column)+0.5)*w, Y: gridMargin + (float64(row)+0.5)*h}
	}
	rows := (len(d.Nodes) + columns - 1) / columns
	d.Width, d.Height = 2*gridMargin+float64(columns)*w, 2*gridMargin+float64(rows)*h
	d.Placed = true
}
