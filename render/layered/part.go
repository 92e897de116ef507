package layered

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Room around things, in points.
const (
	nodeGap   = 14.0 // between neighbours in a layer
	lineGap   = 8.0  // between lines that pass through a layer
	mixedGap  = 11.0 // between a node and a line
	layerGap  = 30.0 // between layers, at least
	border    = 10.0 // around the picture
	frameRoom = 8.0  // around the nodes of a frame
	loopSize  = 14.0 // how far a loop stands out
)

// turn swaps x and y of diagrams that flow to the right.
type turn struct{ swap bool }

func (t turn) point(p diagram.Point) diagram.Point {
	if t.swap {
		p.X, p.Y = p.Y, p.X
	}
	return p
}

func (t turn) size(w, h float64) (float64, float64) {
	if t.swap {
		return h, w
	}
	return w, h
}

// extent is the room that a vertex takes on both sides of its place, and its height.
type extent struct{ left, right, height float64 }

// link is an edge between two nodes of a part. It leads to a later layer, once there
// are layers; one that had to be turned round for that is flipped.
type link struct {
	from, to int32
	edge     int // index in the diagram
	flipped  bool
	loose    bool
	unseen   bool  // it counts for the layers only, and has no edge
	span     int32 // how many layers it leads on, at least
	weight   int32
	label    extent
}

// part is a weakly connected part of a diagram. Its nodes are numbered from 0.
type part struct {
	d     *diagram.Diagram
	turn  turn
	font  *fonts.Font
	nodes []int // indexes in the diagram
	size  []extent
	links []link
	loops []int // edges from a node to itself
	at    diagram.Point
	w, h  float64
}

// split finds the weakly connected parts of a diagram, in the order of their first
// nodes.
func split(d *diagram.Diagram, t turn, f *fonts.Font) []*part {
	of := d.Components()
	var parts []*part
	number := make([]int32, len(d.Nodes)) // of a node in its part
	byRoot := make(map[int]*part)
	for i := range d.Nodes {
		p := byRoot[of[i]]
		if p == nil {
			p = &part{d: d, turn: t, font: f}
			byRoot[of[i]] = p
			parts = append(parts, p)
		}
		number[i] = int32(len(p.nodes))
		p.add(i)
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		byRoot[of[e.From]].connect(i, number[e.From], number[e.To])
	}
	for _, pair := range d.Before {
		p := byRoot[of[pair[0]]]
		p.links = append(p.links, link{from: number[pair[0]], to: number[pair[1]], edge: -1, unseen: true, span: 1})
	}
	return parts
}

func (p *part) add(node int) {
	w, h := p.turn.size(p.d.Nodes[node].W, p.d.Nodes[node].H)
	p.nodes = append(p.nodes, node)
	p.size = append(p.size, extent{w / 2, w / 2, h})
}

// connect adds an edge. A loop takes room at the right of its node.
func (p *part) connect(edge int, from, to int32) {
	e := &p.d.Edges[edge]
	label := p.label(e)
	if from == to {
		p.loops = append(p.loops, edge)
		s := &p.size[from]
		s.right += loopSize + label.right
		s.height = max(s.height, label.height)
		return
	}
	span := int32(1)
	if label.right > 0 {
		span = 2
	}
	p.links = append(p.links, link{
		from: from, to: to, edge: edge, loose: e.Loose, span: span,
		weight: int32(max(1, min(e.Pull, maxPull))), label: label,
	})
}

// maxPull bounds the pulls that are told from each other.
const maxPull = 100

// label returns the room for the text of an edge, which stands at the right of its line.
func (p *part) label(e *diagram.Edge) extent {
	if len(e.Text) == 0 {
		return extent{}
	}
	w, h := diagram.Size(p.font, e.Text, diagram.EdgeFont)
	w, h = p.turn.size(math.Ceil(w)+4, math.Ceil(h)+2)
	return extent{right: w + labelOff, height: h}
}

// labelOff is how far the text of an edge stands off its line.
const labelOff = 4.0

// node returns the diagram's node.
func (p *part) node(v int32) *diagram.Node { return &p.d.Nodes[p.nodes[v]] }

// half returns half the sizes of the drawn node: without room for loops.
func (p *part) half(v int32) (w, h float64) {
	n := p.node(v)
	w, h = p.turn.size(n.W, n.H)
	return w / 2, h / 2
}
