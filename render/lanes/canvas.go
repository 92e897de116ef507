package lanes

import (
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// canvas is the picture in the making.
type canvas struct {
	*plan
	font  *fonts.Font
	nodes []diagram.Node
	links []diagram.Edge // behind the lines
	lines []diagram.Edge
	bands []diagram.Band
	// seats are by event the nodes to which lines lead, by participant in the order
	// of plan.who.
	seats [][]int
}

// seat is somebody in an event: rows of neighbours follow each other.
type seat struct {
	part, row int // the index in plan.who, and the row
	y         float64
}

func newCanvas(p *plan, f *fonts.Font) *canvas {
	return &canvas{plan: p, font: f, seats: make([][]int, len(p.Nodes))}
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

// meet draws an event over those who take part, by row. It stands over the most
// neighbours, of equals the uppermost, and is tied to what it needs for the others.
// The size of the node is that for a single row.
func (c *canvas) meet(event int, n diagram.Node, seats []seat) {
	c.seats[event] = make([]int, len(seats))
	runs := neighbours(seats)
	chief := longest(runs)
	first := c.over(event, n, runs[chief])
	for i, run := range runs {
		if i != chief {
			c.link(first, c.over(event, satellite(n, run[0].row), run))
		}
	}
}

// neighbours cuts seats wherever a row between does not take part.
func neighbours(seats []seat) [][]seat {
	var runs [][]seat
	start := 0
	for i := range seats {
		if i+1 == len(seats) || seats[i+1].row != seats[i].row+1 {
			runs = append(runs, seats[start:i+1])
			start = i + 1
		}
	}
	return runs
}

func longest(runs [][]seat) int {
	best := 0
	for i := range runs {
		if len(runs[i]) > len(runs[best]) {
			best = i
		}
	}
	return best
}

// over draws a node over neighbours.
func (c *canvas) over(event int, n diagram.Node, run []seat) int {
	top, bottom := run[0].y, run[len(run)-1].y
	n.At.Y = (top + bottom) / 2
	n.H += bottom - top
	if n.Shape == diagram.Dot && bottom > top {
		n.Shape = diagram.Capsule
	}
	node := c.add(n)
	for _, s := range run {
		c.seats[event][s.part] = node
	}
	return node
}

// satellite returns the dot of an event where it stands away from its node.
func satellite(n diagram.Node, row int) diagram.Node {
	n.PartOf = n.ID
	n.ID += "-" + strconv.Itoa(row)
	n.Shape, n.W, n.H, n.Text, n.Double, n.Stands = diagram.Dot, dotSize, dotSize, nil, false, 0
	return n
}

// link ties an event to its dot straight above or below.
func (c *canvas) link(from, to int) {
	a, b := c.nodes[from], c.nodes[to]
	y1, y2 := a.At.Y+a.H/2, b.At.Y-b.H/2
	if y1 > y2 {
		y1, y2 = a.At.Y-a.H/2, b.At.Y+b.H/2
	}
	c.links = append(c.links, diagram.Edge{
		From: from, To: to, Look: a.Look, Head: diagram.NoHead, Width: 3, Loose: true, Classes: []string{"meeting"}, Tip: a.Tip,
		Path: straight(diagram.Point{X: a.At.X, Y: y1}, diagram.Point{X: a.At.X, Y: y2}),
	})
}

// straight returns a line as a Bézier curve.
func straight(a, b diagram.Point) []diagram.Point {
	dx, dy := (b.X-a.X)/3, (b.Y-a.Y)/3
	return []diagram.Point{a, {X: a.X + dx, Y: a.Y + dy}, {X: b.X - dx, Y: b.Y - dy}, b}
}

// ends are the nodes where a character's line begins and ends, and the marks of
// birth and death; -1 for none.
type ends struct{ start, birth, death, end int }

// path returns the way of a character's line from one x to another.
type path func(who int, from, to float64) []diagram.Point

// follow draws a character's line from stop to stop: dotted where others speak of
// one who is not there yet, or no more.
func (c *canvas) follow(who int, e ends, way path) {
	l, at := &c.lives[who], e.start
	visit := func(to int, stroke diagram.Stroke) {
		if at >= 0 && to >= 0 {
			c.leg(who, at, to, stroke, way)
		}
		if to >= 0 {
			at = to
		}
	}
	for k, s := range l.stops {
		stroke := diagram.Solid
		if k < l.born || k > l.died {
			stroke = diagram.Dotted
		}
		if k == l.born && l.birth {
			visit(e.birth, diagram.Dotted)
		}
		visit(c.seatOf(s.Node, who), stroke)
		if k == l.died && l.death {
			visit(e.death, diagram.Solid)
		}
	}
	visit(e.end, diagram.Solid)
}

// seatOf returns the node to which a character's line leads in an event.
func (c *canvas) seatOf(event, who int) int {
	for part, i := range c.who[event] {
		if i == who {
			return c.seats[event][part]
		}
	}
	return -1
}

func (c *canvas) leg(who, from, to int, stroke diagram.Stroke, way path) {
	a, b, person := &c.nodes[from], &c.nodes[to], &c.Cast[who]
	c.lines = append(c.lines, diagram.Edge{
		From: from, To: to, Look: diagram.Line, Hue: person.Hue, Stroke: stroke, Head: diagram.NoHead, Width: thread,
		Classes: append([]string{"thread"}, person.Classes...), Tip: person.Name,
		Path: way(who, a.At.X+a.W/2, b.At.X-b.W/2),
	})
}

// name returns a character's name as a node of which the left border stands at a
// place.
func (c *canvas) name(who int, suffix string, at diagram.Point) diagram.Node {
	person := &c.Cast[who]
	text := c.cut(person.Name)
	w, h := diagram.Size(c.font, []string{text}, nameFont)
	return diagram.Node{
		ID: "c" + strconv.Itoa(who+1) + suffix, Shape: diagram.Plain, Look: diagram.Text, Hue: person.Hue,
		Text: []string{text}, FontSize: nameFont, Classes: append([]string{"character"}, person.Classes...), Tip: tip(person.Tip, person.Name),
		At: diagram.Point{X: at.X + w/2 + 2, Y: at.Y}, W: w + 4, H: h,
	}
}

func tip(tip, text string) string {
	if tip != "" {
		return tip
	}
	return text
}

// cut shortens a name that is too wide.
func (c *canvas) cut(name string) string {
	runes := []rune(name)
	n := min(len(runes), int(nameMax))
	for ; n > 0; n-- {
		text := string(runes[:n])
		if n < len(runes) {
			text = strings.TrimSpace(text) + "…"
		}
		if c.font.Width(text)*nameFont <= nameMax {
			return text
		}
	}
	return name[:0]
}

// mark returns the sign of a birth, a dot, or of a death, a bar across the line.
func (c *canvas) mark(who int, death bool, at diagram.Point) diagram.Node {
	person := &c.Cast[who]
	n := diagram.Node{
		ID: "c" + strconv.Itoa(who+1) + "-born", Shape: diagram.Dot, Look: diagram.Line, Hue: person.Hue,
		Classes: append([]string{"birth"}, person.Classes...), Tip: tip(person.Tip, person.Name), At: at, W: 6, H: 6,
	}
	if death {
		n.ID, n.Shape, n.W, n.H = "c"+strconv.Itoa(who+1)+"-died", diagram.Capsule, 3, 13
		n.Classes = append([]string{"death"}, person.Classes...)
	}
	return n
}
