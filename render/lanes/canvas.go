package lanes

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/shorten"
)

// canvas is a picture that is being drawn.
type canvas struct {
	*plan
	font   *fonts.Font
	labels shorten.Labels
	nodes  []diagram.Node
	links  []diagram.Edge // behind the lines
	lines  []diagram.Edge
	bands  []diagram.Band
	// eventNodes are by event the nodes to which lines lead, by participant in the order of plan.who.
	eventNodes [][]int
	across     float64 // the width of what ties the parts of an event, in points
}

// participant is a character in an event; rows of neighbours are consecutive.
type participant struct {
	part, row int // the index in plan.who, and the row
	y         float64
}

func newCanvas(p *plan, f *fonts.Font) *canvas {
	return &canvas{plan: p, font: f, eventNodes: make([][]int, len(p.Nodes))}
}

func (c *canvas) add(n diagram.Node) int {
	c.nodes = append(c.nodes, n)
	return len(c.nodes) - 1
}

// done returns the picture.
func (c *canvas) done(width, height float64) *diagram.Diagram {
	return &diagram.Diagram{
		Nodes: c.nodes, Edges: append(c.links, c.lines...), Bands: c.bands,
		Flow: diagram.Right, Placed: true, Width: width, Height: height,
	}
}

// meet draws an event over the rows of its characters. It covers the largest group of neighbours,
// of equals the uppermost, and has ties to the other rows. The size of the node is that for a
// single row.
func (c *canvas) meet(event int, n diagram.Node, participants []participant) {
	c.eventNodes[event] = make([]int, len(participants))
	runs := neighbours(participants)
	chief := longest(runs)
	first := c.over(event, n, runs[chief])
	for i, run := range runs {
		if i == chief {
			continue
		}
		dot := n // where the event stands away from its node
		dot.PartOf, dot.After = n.ID, nil
		dot.ID += "-" + strconv.Itoa(run[0].row)
		dot.Shape, dot.W, dot.H, dot.Text, dot.Double, dot.Stands = diagram.Dot, dotSize, dotSize, nil, false, 0
		c.link(first, c.over(event, dot, run))
	}
}

// neighbours divides participants wherever a row between does not take part.
func neighbours(participants []participant) [][]participant {
	var runs [][]participant
	start := 0
	for i := range participants {
		if i+1 == len(participants) || participants[i+1].row != participants[i].row+1 {
			runs = append(runs, participants[start:i+1])
			start = i + 1
		}
	}
	return runs
}

func longest(runs [][]participant) int {
	best := 0
	for i := range runs {
		if len(runs[i]) > len(runs[best]) {
			best = i
		}
	}
	return best
}

// over draws a node over neighbours.
func (c *canvas) over(event int, n diagram.Node, run []participant) int {
	top, bottom := run[0].y, run[len(run)-1].y
	n.At.Y = (top + bottom) / 2
	n.H += bottom - top
	if n.Shape == diagram.Dot && bottom > top {
		n.Shape = diagram.Capsule
	}
	node := c.add(n)
	for _, s := range run {
		c.eventNodes[event][s.part] = node
	}
	return node
}

// link ties an event to its dot straight above or below.
func (c *canvas) link(from, to int) {
	a, b := c.nodes[from], c.nodes[to]
	y1, y2 := a.At.Y+a.H/2, b.At.Y-b.H/2
	if y1 > y2 {
		y1, y2 = a.At.Y-a.H/2, b.At.Y+b.H/2
	}
	c.links = append(c.links, diagram.Edge{
		From: from, To: to, Look: a.Look, Head: diagram.NoHead, Width: c.across, Loose: true, Classes: []string{"meeting"},
		Tip:  a.Tip,
		Path: straight(diagram.Point{X: a.At.X, Y: y1}, diagram.Point{X: a.At.X, Y: y2}),
	})
}

// straight returns a line as a Bézier curve.
func straight(a, b diagram.Point) []diagram.Point {
	dx, dy := (b.X-a.X)/3, (b.Y-a.Y)/3
	return []diagram.Point{a, {X: a.X + dx, Y: a.Y + dy}, {X: b.X - dx, Y: b.Y - dy}, b}
}
