package layered

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// finish brings all parts to their places in the picture, turns it, and sizes frames and
// the picture.
func finish(d *diagram.Diagram, parts []*part, t turn) {
	var size diagram.Point
	for _, p := range parts {
		p.each(func(q *diagram.Point) {
			*q = t.point(diagram.Point{X: q.X + p.at.X + border, Y: q.Y + p.at.Y + border})
		})
		size.X, size.Y = max(size.X, p.at.X+p.w), max(size.Y, p.at.Y+p.h)
	}
	size = t.point(size)
	d.Width, d.Height = size.X+2*border, size.Y+2*border
	for i := range d.Frames {
		enclose(d, &d.Frames[i])
	}
	d.Placed = true
}

// enclose puts a frame around its nodes.
func enclose(d *diagram.Diagram, f *diagram.Frame) {
	if len(f.Nodes) == 0 {
		return
	}
	f.Min = diagram.Point{X: math.Inf(1), Y: math.Inf(1)}
	f.Max = diagram.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, i := range f.Nodes {
		n := &d.Nodes[i]
		f.Min.X, f.Min.Y = min(f.Min.X, n.At.X-n.W/2-frameRoom), min(f.Min.Y, n.At.Y-n.H/2-frameRoom)
		f.Max.X, f.Max.Y = max(f.Max.X, n.At.X+n.W/2+frameRoom), max(f.Max.Y, n.At.Y+n.H/2+frameRoom)
	}
}
