package layered

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// router draws the edges of a part. In a row a line runs straight down; between rows it goes
// over to its next place in a curve that begins and ends vertically. All these curves have the
// same form, so two of them cross only if their order in the rows demands it, and none touches
// a node.
type router struct {
	g           *proper
	x           []float64
	top, bottom []float64 // of rows
	ends        []pair    // where each link leaves and arrives, beside the middles of its nodes
	path        []diagram.Point
}

type pair struct{ from, to float64 }

// Between rows there is more room where lines have far to go sideways.
const (
	slant     = 0.1   // room for each point that they go sideways, on average
	mostSlant = 110.0 // points
)

// stack gives the rows their places.
func (r *router) stack() {
	y := 0.0
	for _, row := range r.g.rows {
		height := 0.0
		for _, v := range row {
			height = max(height, r.g.size[v].height)
		}
		r.top = append(r.top, y)
		r.bottom = append(r.bottom, y+height)
		y += height + layerGap + r.slant(row)
	}
}

func (r *router) slant(row []int32) float64 {
	sum, n := 0.0, 0.0
	for _, v := range row {
		for _, m := range r.g.down.of(v) {
			sum += math.Abs(r.x[v] - r.x[m.to])
			n++
		}
	}
	return min(mostSlant, slant*sum/max(n, 1))
}

func (r *router) middle(v int32) diagram.Point {
	row := r.g.layer[v]
	return diagram.Point{X: r.x[v], Y: (r.top[row] + r.bottom[row]) / 2}
}

// draw puts the places into the diagram, and moves the part to its origin.
func (r *router) draw() {
	p := r.g.p
	for v := range p.nodes {
		p.node(int32(v)).At = r.middle(int32(v))
	}
	for k := range p.links {
		r.drawLink(k)
	}
	r.drawLoops()
	low, high := ends(r.g, r.x)
	height := r.bottom[len(r.bottom)-1]
	p.each(func(q *diagram.Point) {
		low, high, height = min(low, q.X), max(high, q.X), max(height, q.Y)
	})
	p.each(func(q *diagram.Point) { q.X -= low })
	p.w, p.h = high-low, height
}

func (r *router) drawLink(k int) {
	l := &r.g.p.links[k]
	e := &r.g.p.d.Edges[l.edge]
	from, to := r.g.layer[l.from], r.g.layer[l.to]
	start := r.end(l.from, r.ends[k].from, 1)
	r.path = append(r.path[:0], start)
	r.down(start.X, r.bottom[from])
	if from == to {
		r.under(l, r.end(l.to, r.ends[k].to, 1))
	} else {
		r.through(k, from, to)
		last := r.end(l.to, r.ends[k].to, -1)
		r.curve(last.X, r.top[to])
		r.down(last.X, last.Y)
	}
	e.Path = slices.Clone(r.path)
	if l.flipped {
		slices.Reverse(e.Path)
	}
	if len(e.Text) > 0 {
		e.LabelAt = r.labelAt(k)
	}
}

// through follows the virtual vertices of a link.
func (r *router) through(k int, from, to int32) {
	first := r.g.chain[k]
	if first < 0 {
		return
	}
	for row := from + 1; row < to; row++ {
		x := r.x[first+row-from-1]
		r.curve(x, r.top[row])
		r.down(x, r.bottom[row])
	}
}

// end returns where a line meets the border of a node, beside its middle, above (-1) or
// below (1) it.
func (r *router) end(v int32, beside, side float64) diagram.Point {
	at := r.middle(v)
	w, h := r.g.p.half(v)
	return diagram.Point{X: at.X + beside, Y: at.Y + side*reach(r.g.p.node(v).Shape, w, h, beside)}
}

// reach returns how far the border of a node is from its middle line, at a place beside
// the middle. Sizes are halves.
func reach(s diagram.Shape, w, h, beside float64) float64 {
	radius := 0.0
	switch s {
	case diagram.Oval, diagram.Dot:
		return h * math.Sqrt(max(0, 1-beside*beside/(w*w)))
	case diagram.Capsule:
		radius = min(w, h)
	}
	over := max(0, math.Abs(beside)-(w-radius))
	return h - radius + math.Sqrt(max(0, radius*radius-over*over))
}

// down draws a straight line down. One after another become one.
func (r *router) down(x, y float64) {
	n := len(r.path)
	last := r.path[n-1]
	if math.Abs(y-last.Y) < 1e-9 {
		return
	}
	if n >= 4 && r.path[n-4].X == x && r.path[n-3].X == x && r.path[n-2].X == x {
		r.path = r.path[:n-3]
		last = r.path[n-4]
	}
	third := (y - last.Y) / 3
	r.path = append(r.path, diagram.Point{X: x, Y: last.Y + third}, diagram.Point{X: x, Y: y - third},
		diagram.Point{X: x, Y: y})
}

// curve draws the way from one row to the next.
func (r *router) curve(x, y float64) {
	last := r.path[len(r.path)-1]
	if math.Abs(last.X-x) < 1e-6 {
		r.down(last.X, y)
		return
	}
	middle := (last.Y + y) / 2
	r.path = append(r.path, diagram.Point{X: last.X, Y: middle}, diagram.Point{X: x, Y: middle}, diagram.Point{X: x, Y: y})
}

// under draws a line between two nodes of one row: below them.
func (r *router) under(l *link, last diagram.Point) {
	y := r.bottom[r.g.layer[l.to]]
	first := r.path[len(r.path)-1]
	deep := y + min(layerGap, 10+math.Abs(last.X-first.X)/8)
	r.path = append(r.path, diagram.Point{X: first.X, Y: deep}, diagram.Point{X: last.X, Y: deep},
		diagram.Point{X: last.X, Y: y})
	r.down(last.X, last.Y)
}

// labelAt returns the place of a text: beside the middle virtual vertex, or on the middle
// of the line where there is none.
func (r *router) labelAt(k int) diagram.Point {
	l := &r.g.p.links[k]
	if first := r.g.chain[k]; first >= 0 {
		at := r.middle(first + (r.g.span(int32(k))-2)/2)
		at.X += (labelOff + l.label.right) / 2
		return at
	}
	a, b, c, d := r.path[0], r.path[1], r.path[len(r.path)-2], r.path[len(r.path)-1]
	return diagram.Point{X: (a.X + d.X) / 2, Y: (a.Y + 3*b.Y + 3*c.Y + d.Y) / 8}
}

// drawLoops draws edges from a node to itself at its right, each around those before.
func (r *router) drawLoops() {
	p := r.g.p
	number, count := make(map[int]int), make(map[int]int)
	for _, i := range p.loops {
		count[p.d.Edges[i].From]++
	}
	used := make(map[int]float64)
	for _, i := range p.loops {
		e := &p.d.Edges[i]
		n := &p.d.Nodes[e.From]
		number[e.From]++
		w, h := p.turn.size(n.W/2, n.H/2)
		high := 0.7 * h * float64(number[e.From]) / float64(count[e.From])
		x := n.At.X + reach(n.Shape, h, w, high)
		tip := n.At.X + w + used[e.From] + loopSize
		out := x + (tip-labelOff-x)/0.75
		e.Path = []diagram.Point{{X: x, Y: n.At.Y - high}, {X: out, Y: n.At.Y - high}, {X: out, Y: n.At.Y + high},
			{X: x, Y: n.At.Y + high}}
		label := p.label(e)
		if label.right > 0 {
			e.LabelAt = diagram.Point{X: tip + label.right/2 - labelOff/2, Y: n.At.Y}
		}
		used[e.From] += loopSize + label.right
	}
}

// each calls f for every place in the part.
func (p *part) each(f func(*diagram.Point)) {
	for v := range p.nodes {
		f(&p.node(int32(v)).At)
	}
	edge := func(i int) {
		e := &p.d.Edges[i]
		for k := range e.Path {
			f(&e.Path[k])
		}
		if len(e.Text) > 0 {
			f(&e.LabelAt)
		}
	}
	for k := range p.links {
		edge(p.links[k].edge)
	}
	for _, i := range p.loops {
		edge(i)
	}
}
