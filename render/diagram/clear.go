package diagram

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Layouts leave room for the labels of edges, but other edges may pass through it. Such a
// label moves along its edge to where less is in its way, if there is such a place.

// Bounds of where labels are looked for.
const (
	tries     = 12      // tries counts places along an edge
	chords    = 8       // chords is the number of straight pieces that approximate a curve
	clearance = 2.0     // clearance between a label and its neighbours, in points
	mostLooks = 400_000 // mostLooks bounds the pairs of labels and edges examined in a picture
)

// What stands against a place.
const (
	besideText = 1.0   // a line passes its border
	overLine   = 2.0   // a line goes through it
	overText   = 1e3   // another label
	overNode   = 1e6   // a node, or outside
	farther    = 0.005 // for each point from where the layout put it
)

// ClearLabels moves the labels of edges that lines cross. Texts are set in a font.
func (d *Diagram) ClearLabels(f *fonts.Font) {
	c := &clearing{Diagram: d, lines: make([][]Point, len(d.Edges)), labels: make([]area, len(d.Edges))}
	words := 0
	for i := range d.Edges {
		e := &d.Edges[i]
		c.lines[i] = flat(e.Path)
		c.bounds = append(c.bounds, bounding(c.lines[i]))
		if len(e.Text) > 0 {
			words++
			w, h := Size(f, e.Text, EdgeFont)
			c.labels[i] = area{e.LabelAt.X - w/2, e.LabelAt.Y - h/2, e.LabelAt.X + w/2, e.LabelAt.Y + h/2}
		}
	}
	if words*len(d.Edges) > mostLooks {
		return
	}
	for i := range d.Edges {
		if len(d.Edges[i].Text) > 0 {
			c.clear(i)
		}
	}
}

// clearing is what stands in the way of labels.
type clearing struct {
	*Diagram
	lines  [][]Point // by edge
	bounds []area    // of them
	labels []area    // by edge; empty for none
}

// clear moves a label to the best place.
func (c *clearing) clear(i int) {
	e, start := &c.Edges[i], c.labels[i]
	best, least := start, c.cost(i, start)
	if least == 0 || !e.isPath() {
		return
	}
	w, h := start.right-start.left, start.bottom-start.top
	try := func(x, y float64) {
		a := area{x - w/2, y - h/2, x + w/2, y + h/2}
		far := Point{x, y}.Minus(e.LabelAt).length() * farther
		if far >= least {
			return
		}
		if cost := c.cost(i, a) + far; cost < least {
			best, least = a, cost
		}
	}
	line := c.lines[i]
	if e.From == e.To {
		c.besideLoop(&c.Nodes[e.From], w, h, try)
	}
	for _, out := range []float64{0, 12, 24, 48} {
		if out > 0 && least < overText {
			break // there is a free place beside the line
		}
		for k := 1; k < tries; k++ {
			p := line[k*(len(line)-1)/tries]
			try(p.X+w/2+clearance+out, p.Y)
			try(p.X-w/2-clearance-out, p.Y)
			try(p.X, p.Y-h/2-clearance-out)
			try(p.X, p.Y+h/2+clearance+out)
		}
	}
	c.labels[i] = best
	e.LabelAt = Point{(best.left + best.right) / 2, (best.top + best.bottom) / 2}
}

// besideLoop tries places around the right side of a node, where loops are.
func (c *clearing) besideLoop(n *Node, w, h float64, try func(x, y float64)) {
	high := n.H/2 + h/2 + clearance
	for k := -tries; k <= tries; k++ {
		y := n.At.Y + high*float64(k)/tries
		for _, out := range []float64{0, 10, 20} {
			try(n.At.X+n.W/2+w/2+clearance+out, y)
		}
	}
	for _, y := range []float64{-high, high} {
		try(n.At.X, n.At.Y+y)
		try(n.At.X+n.W/2, n.At.Y+y)
	}
}

// cost says what stands against a place for the label of an edge.
func (c *clearing) cost(i int, a area) (cost float64) {
	for k, line := range c.lines {
		if wide := a.grown(c.Edges[k].Thickness() / 2); c.bounds[k].meets(wide) && wide.crossed(line) {
			cost += besideText
			if a.grown((a.top - a.bottom) / 4).crossed(line) {
				cost += overLine
			}
		}
		if k != i && c.labels[k].meets(a) {
			cost += overText
		}
	}
	for k := range c.Nodes {
		n := &c.Nodes[k]
		if a.meets(area{n.At.X - n.W/2, n.At.Y - n.H/2, n.At.X + n.W/2, n.At.Y + n.H/2}) {
			cost += overNode
		}
	}
	if a.left < 0 || a.top < 0 || a.right > c.Width || a.bottom > c.Height {
		cost += overNode
	}
	return cost
}

// area is a rectangle.
type area struct{ left, top, right, bottom float64 }

func (a area) meets(b area) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// grown returns an area with so much more on each side.
func (a area) grown(by float64) area {
	return area{a.left - by, a.top - by, a.right + by, a.bottom + by}
}

// crossed reports whether a line of straight pieces comes into an area.
func (a area) crossed(line []Point) bool {
	for k := 1; k < len(line); k++ {
		if a.cut(line[k-1], line[k]) {
			return true
		}
	}
	return false
}

// cut reports whether a straight line comes into an area: what of it is between the sides
// is left, after Liang and Barsky.
func (a area) cut(p, q Point) bool {
	from, to := 0.0, 1.0
	clip := func(at, by, low, high float64) bool {
		if by == 0 {
			return low < at && at < high
		}
		t, u := (low-at)/by, (high-at)/by
		from, to = max(from, min(t, u)), min(to, max(t, u))
		return from < to
	}
	return clip(p.X, q.X-p.X, a.left, a.right) && clip(p.Y, q.Y-p.Y, a.top, a.bottom)
}

// flat returns a path as straight pieces.
func flat(path []Point) []Point {
	var out []Point
	for i := 0; i+3 < len(path); i += 3 {
		for k := range chords {
			out = append(out, curveAt(path[i:], float64(k)/chords))
		}
	}
	if len(path) > 0 {
		out = append(out, path[len(path)-1])
	}
	return out
}

// bounding returns the least area around points; nothing meets that of none.
func bounding(points []Point) area {
	a := area{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		a = area{min(a.left, p.X), min(a.top, p.Y), max(a.right, p.X), max(a.bottom, p.Y)}
	}
	// A level line has no height, and still meets what it passes.
	return area{a.left - clearance, a.top - clearance, a.right + clearance, a.bottom + clearance}
}
