// Package rooms places diagrams with rooms: frames that hold their nodes together, apart from all
// others.
//
// Each room is laid out by itself, under the node that names it. Then rooms and the nodes outside
// are laid out as boxes of that size, once from top to bottom and once from left to right; the
// picture takes the layout that fits a screen better. Edges between nodes in different boxes are
// straight. The layout of one part is a parameter: the package knows none.
package rooms

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Lengths, in points.
const (
	gap    = 18.0 // between the drawing and a node aside
	wide   = 48.0 // between boxes in rows
	margin = 12.0
	bow    = 14.0 // how far two opposite edges are bent apart
)

// Shapes of pictures.
const (
	screen  = 1.6  // how many times as wide as high a screen is
	tooLong = 1.25 // the misfit of a picture that is 3.5 times as long as one of that shape
)

// Layout places a diagram without rooms.
type Layout func(context.Context, *diagram.Diagram) error

// Needed reports whether a diagram has rooms, or nodes aside.
func Needed(d *diagram.Diagram) bool {
	return slices.ContainsFunc(d.Frames, func(f diagram.Frame) bool { return f.Room }) ||
		slices.ContainsFunc(d.Nodes, func(n diagram.Node) bool { return n.Aside })
}

// Place gives the nodes, edges and rooms of a diagram their places. Nodes must have their sizes.
func Place(ctx context.Context, d *diagram.Diagram, layout Layout) error {
	p := &plan{Diagram: d, layout: layout, box: make([]int, len(d.Nodes)), inner: make([]bool, len(d.Nodes)),
		routed: make([]bool, len(d.Edges))}
	for i := range p.box {
		p.box[i] = -1
	}
	for i := range d.Frames {
		if d.Frames[i].Room {
			if err := p.furnish(ctx, &d.Frames[i]); err != nil {
				return err
			}
		}
	}
	for i := range d.Nodes {
		if p.box[i] < 0 && !d.Nodes[i].Aside {
			p.box[i] = len(p.boxes)
			p.boxes = append(p.boxes, diagram.Node{W: d.Nodes[i].W, H: d.Nodes[i].H})
		}
	}
	if err := p.arrange(ctx); err != nil {
		return err
	}
	p.putAside()
	p.connect()
	d.Placed = true
	return nil
}

// plan is a diagram that is being placed.
type plan struct {
	*diagram.Diagram
	layout Layout
	boxes  []diagram.Node // rooms, and nodes outside
	inner  []bool         // nodes of rooms that do not name them
	box    []int          // the box by node, -1 for nodes aside
	routed []bool         // edges that have a path
}

// furnish lays a room out around the origin, and enters its box.
func (p *plan) furnish(ctx context.Context, f *diagram.Frame) error {
	inside := &diagram.Diagram{}
	index := make(map[int]int)
	for _, n := range f.Nodes {
		p.box[n] = len(p.boxes)
	}
	name := &p.Nodes[f.Nodes[0]]
	for _, n := range f.Nodes[1:] {
		p.inner[n] = true
		index[n] = len(inside.Nodes)
		inside.Nodes = append(inside.Nodes, p.Nodes[n])
	}
	var edges []int
	for i, e := range p.Edges {
		from, in := index[e.From]
		to, also := index[e.To]
		if in && also {
			e.From, e.To = from, to
			inside.Edges = append(inside.Edges, e)
			edges = append(edges, i)
		}
	}
	if len(inside.Nodes) > 0 {
		if err := p.layout(ctx, inside); err != nil {
			return err
		}
	}
	name.W = max(name.W, inside.Width)
	w, h := name.W, name.H+inside.Height
	p.boxes = append(p.boxes, diagram.Node{W: w, H: h})
	name.At = diagram.Point{Y: (name.H - h) / 2}
	move := diagram.Point{X: -inside.Width / 2, Y: name.H - h/2}
	for n, i := range index {
		p.Nodes[n].At = inside.Nodes[i].At.Plus(move)
	}
	for k, i := range edges {
		p.Edges[i].Path, p.Edges[i].LabelAt = inside.Edges[k].Path, inside.Edges[k].LabelAt
		p.Edges[i].Move(move)
		p.routed[i] = true
	}
	return nil
}

// arrange lays the boxes out, and brings all that is in them to its place.
func (p *plan) arrange(ctx context.Context) error {
	down, between := p.outside(diagram.Down)
	if len(down.Nodes) > 0 {
		if err := p.layout(ctx, down); err != nil {
			return err
		}
		right, _ := p.outside(diagram.Right)
		if err := p.layout(ctx, right); err != nil {
			return err
		}
		if Misfit(right) < Misfit(down) {
			down = right
		}
	}
	if len(down.Nodes) > 0 && Misfit(down) > tooLong {
		snake(down)
		between = nil // straight
	}
	p.Width, p.Height, p.Flow = down.Width, down.Height, down.Flow
	for n, box := range p.box {
		if box >= 0 {
			p.Nodes[n].At = p.Nodes[n].At.Plus(down.Nodes[box].At)
		}
	}
	for i := range p.Edges {
		if p.routed[i] {
			p.Edges[i].Move(down.Nodes[p.box[p.Edges[i].From]].At)
		}
	}
	for i := range p.Frames {
		if f := &p.Frames[i]; f.Room {
			box := &down.Nodes[p.box[f.Nodes[0]]]
			half := diagram.Point{X: box.W / 2, Y: box.H / 2}
			f.Min, f.Max = diagram.Point{X: box.At.X - half.X, Y: box.At.Y - half.Y}, box.At.Plus(half)
		}
	}
	for k, i := range between {
		if e := &p.Edges[i]; !p.inner[e.From] && !p.inner[e.To] {
			e.Path, e.LabelAt = down.Edges[k].Path, down.Edges[k].LabelAt
			p.routed[i] = true
		}
	}
	return nil
}

// snake places the boxes of a long picture in rows, each row in the other direction than the one
// before, so that neighbours stay neighbours.
func snake(d *diagram.Diagram) {
	order := walk(d)
	area, widest := 0.0, 0.0
	for _, n := range d.Nodes {
		area += (n.W + wide) * (n.H + wide)
		widest = max(widest, n.W)
	}
	width := max(widest, math.Sqrt(area*screen))
	y, back := margin, false
	d.Width = width + 2*margin
	for len(order) > 0 {
		row, used, high := 0, 0.0, 0.0
		for row < len(order) && (row == 0 || used+d.Nodes[order[row]].W <= width) {
			used += d.Nodes[order[row]].W + wide
			high = max(high, d.Nodes[order[row]].H)
			row++
		}
		x := margin
		for _, i := range order[:row] {
			n := &d.Nodes[i]
			n.At = diagram.Point{X: x + n.W/2, Y: y + high/2}
			if back {
				n.At.X = d.Width - n.At.X
			}
			x += n.W + wide
		}
		order, y, back = order[row:], y+high+wide, !back
	}
	d.Height = y - wide + margin
}

// walk returns the nodes in an order in which each stands near those that edges lead to: depth
// first, beginning with nodes that have the fewest edges.
func walk(d *diagram.Diagram) []int {
	next := make([][]int, len(d.Nodes))
	for _, e := range d.Edges {
		next[e.From], next[e.To] = append(next[e.From], e.To), append(next[e.To], e.From)
	}
	starts := make([]int, len(d.Nodes))
	for i := range starts {
		starts[i] = i
	}
	slices.SortStableFunc(starts, func(a, b int) int { return cmp.Compare(len(next[a]), len(next[b])) })
	var order []int
	seen := make([]bool, len(d.Nodes))
	stack := starts
	slices.Reverse(stack)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[n] {
			seen[n] = true
			order = append(order, n)
			stack = append(stack, next[n]...)
		}
	}
	return order
}

// Misfit returns how far the shape of a placed diagram is from that of a screen: the logarithm of how
// many times as long it is.
func Misfit(d *diagram.Diagram) float64 { return math.Abs(math.Log(d.Width / d.Height / screen)) }

// outside returns the boxes as a diagram, with an edge between any two that have some, and which
// of the diagram's edges these are.
func (p *plan) outside(flow diagram.Flow) (d *diagram.Diagram, edges []int) {
	d = &diagram.Diagram{Nodes: slices.Clone(p.boxes), Flow: flow}
	known := make(map[[2]int]bool)
	for i, e := range p.Edges {
		from, to := p.box[e.From], p.box[e.To]
		pair := [2]int{min(from, to), max(from, to)}
		if p.routed[i] || known[pair] || from < 0 || to < 0 {
			continue
		}
		known[pair] = from != to
		e.From, e.To = from, to
		d.Edges = append(d.Edges, e)
		edges = append(edges, i)
	}
	return d, edges
}

// putAside puts nodes aside in a corner: beside the drawing, or below one that is wider than a
// screen.
func (p *plan) putAside() {
	at := diagram.Point{X: p.Width, Y: margin}
	below := p.Width > screen*p.Height
	if below || len(p.boxes) == 0 {
		at = diagram.Point{X: margin, Y: max(p.Height, margin)}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !n.Aside {
			continue
		}
		n.At = at.Plus(diagram.Point{X: n.W / 2, Y: n.H / 2})
		p.Width, p.Height = max(p.Width, at.X+n.W+margin), max(p.Height, at.Y+n.H+margin)
		if below {
			at.X += n.W + gap
		} else {
			at.Y += n.H + gap
		}
	}
}

// connect draws the edges that no layout has: straight, those that have an opposite bent.
func (p *plan) connect() {
	opposite := make(map[[2]int]bool)
	for _, e := range p.Edges {
		opposite[[2]int{e.To, e.From}] = true
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		if p.routed[i] {
			continue
		}
		from, to := p.body(e.From), p.body(e.To)
		along := to.At.Minus(from.At)
		var aside diagram.Point
		if far := math.Hypot(along.X, along.Y); opposite[[2]int{e.From, e.To}] && far > 0 {
			aside = diagram.Point{X: -along.Y, Y: along.X}.Times(bow / far)
		}
		middle := from.At.Plus(along.Times(0.5)).Plus(aside)
		start, end := border(from, middle), border(to, middle)
		e.Path = []diagram.Point{start, start.Plus(middle.Minus(start).Times(2.0 / 3)),
			end.Plus(middle.Minus(end).Times(2.0 / 3)), end}
		e.LabelAt = middle
	}
}

// body returns a node as edges see it: as large as the room that it names.
func (p *plan) body(node int) *diagram.Node {
	n := p.Nodes[node]
	for i := range p.Frames {
		if f := &p.Frames[i]; f.Room && f.Nodes[0] == node {
			size := f.Max.Minus(f.Min)
			n.At, n.W, n.H = f.Min.Plus(size.Times(0.5)), size.X, size.Y
		}
	}
	return &n
}

// border returns where a straight line from the middle of a node to a point leaves it.
func border(n *diagram.Node, to diagram.Point) diagram.Point {
	along := to.Minus(n.At)
	t := math.Inf(1)
	if along.X != 0 {
		t = n.W / 2 / math.Abs(along.X)
	}
	if along.Y != 0 {
		t = min(t, n.H/2/math.Abs(along.Y))
	}
	return n.At.Plus(along.Times(min(t, 1)))
}
