package plot

import (
	"fmt"
	"strconv"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

func (p *plotter) edge(e *diagram.Edge) {
	colour := e.Colour(p.p)
	if line := e.Line(); line != nil {
		p.move(line[0])
		for i := 1; i+2 < len(line); i += 3 {
			p.curve(line[i], line[i+1], line[i+2])
		}
		p.paint(ink{line: colour, width: e.Thickness(), dashes: e.Stroke.Dashes(e.Thickness())})
	}
	for _, corners := range e.Heads() {
		p.head(e, corners, colour)
	}
	for _, w := range e.Words() {
		// A halo of the outlines of the letters sets words off, so that a PDF has the text only once.
		p.f.path(w, p.canvas)
		p.paint(ink{line: p.p.Background, width: haloWidth})
		p.write(w, colour)
	}
}

func (p *plotter) head(e *diagram.Edge, corners []diagram.Point, colour string) {
	p.polygon(corners, e.Head.Closed())
	switch e.Head {
	case diagram.Arrow:
		p.paint(ink{fill: colour})
	case diagram.Hollow:
		p.paint(ink{fill: p.p.Background, line: colour, width: e.Thickness()})
	default:
		p.paint(ink{line: colour, width: e.Thickness()})
	}
}

func (p *plotter) node(n *diagram.Node) {
	if card := n.Card(); card != nil {
		p.shape(card)
		p.all(n.ToldWords(), card.Colours(p.p).Ink)
	}
	p.shape(n.Head())
	p.all(n.Words(), n.Colours(p.p).Ink)
	if n.URL != "" {
		half := diagram.Point{X: n.W / 2, Y: n.H / 2}
		p.link(off(n.At, -half.X, -half.Y), off(n.At, half.X, half.Y), n.URL)
	}
}

// shape draws the outline of a node, filled.
func (p *plotter) shape(n *diagram.Node) {
	c := n.Colours(p.p)
	if n.Shape != diagram.Plain {
		i := ink{fill: c.Fill, line: c.Border, width: n.Thickness()}
		if n.Shade > 0 {
			i.fill = mix(p.p.Background, c.Fill, n.Shade)
		}
		if n.Dashed {
			i.dashes = diagram.Dashed.Dashes(i.width)
		}
		p.outline(n, 0)
		p.paint(i)
		const inside = 2 * diagram.DoubleGap // with the outer line
		if n.Double && min(n.W, n.H) > 2*inside {
			p.outline(n, inside)
			p.paint(i)
		}
	}
}

// outline makes the path of a node's outline, or one inside of it.
func (p *plotter) outline(n *diagram.Node, inside float64) {
	x, y := max(n.W/2-inside, 0), max(n.H/2-inside, 0)
	if n.Shape == diagram.Oval || n.Shape == diagram.Dot {
		p.oval(n.At, x, y)
		return
	}
	p.box(off(n.At, -x, -y), off(n.At, x, y), max(n.Radius()-inside, 0))
}

func (p *plotter) all(words []diagram.Words, colour string) {
	for _, w := range words {
		p.write(w, colour)
	}
}

// haloWidth is how wide the line around letters is that sets them off, in points: half
// of it is under them.
const haloWidth = 3.0

// polygon makes a path of straight lines. One that is closed begins in the middle of
// a side, as there, unlike at a corner, its ends need not be joined.
func (p *plotter) polygon(points []diagram.Point, closed bool) {
	if closed {
		last := points[len(points)-1]
		p.move(off(last, (points[0].X-last.X)/2, (points[0].Y-last.Y)/2))
		p.line(points[0])
	} else {
		p.move(points[0])
	}
	for _, point := range points[1:] {
		p.line(point)
	}
	if closed {
		p.closePath()
	}
}

// round is how far the control points of a quarter of a circle lie from its ends, in
// its radius.
const round = 0.5523

func (p *plotter) oval(at diagram.Point, rx, ry float64) {
	kx, ky := rx*round, ry*round
	p.move(off(at, rx, 0))
	p.curve(off(at, rx, ky), off(at, kx, ry), off(at, 0, ry))
	p.curve(off(at, -kx, ry), off(at, -rx, ky), off(at, -rx, 0))
	p.curve(off(at, -rx, -ky), off(at, -kx, -ry), off(at, 0, -ry))
	p.curve(off(at, kx, -ry), off(at, rx, -ky), off(at, rx, 0))
	p.closePath()
}

// box makes the path of a box with round corners.
func (p *plotter) box(low, high diagram.Point, r float64) {
	k := r * (1 - round)
	p.move(diagram.Point{X: low.X + r, Y: low.Y})
	p.line(diagram.Point{X: high.X - r, Y: low.Y})
	p.curve(off(high, -k, low.Y-high.Y), diagram.Point{X: high.X, Y: low.Y + k}, diagram.Point{X: high.X, Y: low.Y + r})
	p.line(diagram.Point{X: high.X, Y: high.Y - r})
	p.curve(off(high, 0, -k), off(high, -k, 0), off(high, -r, 0))
	p.line(diagram.Point{X: low.X + r, Y: high.Y})
	p.curve(diagram.Point{X: low.X + k, Y: high.Y}, diagram.Point{X: low.X, Y: high.Y - k},
		diagram.Point{X: low.X, Y: high.Y - r})
	p.line(diagram.Point{X: low.X, Y: low.Y + r})
	p.curve(off(low, 0, k), off(low, k, 0), off(low, r, 0))
	p.closePath()
}

// off returns a point some way off another.
func off(p diagram.Point, x, y float64) diagram.Point {
	return diagram.Point{X: p.X + x, Y: p.Y + y}
}

// rgb returns the components of a colour, from 0 to 255. An invalid colour is black.
func rgb(colour string) (r, g, b int) {
	n, err := strconv.ParseUint(colour[min(1, len(colour)):], 16, 24)
	if err != nil {
		return 0, 0, 0
	}
	return int(n >> 16), int(n >> 8 & 0xFF), int(n & 0xFF)
}

// mix lays a colour over another, so thick as share says, from 0 to 1.
func mix(under, over string, share float64) string {
	r, g, b := rgb(under)
	R, G, B := rgb(over)
	part := func(under, over int) int {
		return int(float64(under)*(1-share) + float64(over)*share + 0.5)
	}
	return fmt.Sprintf("#%02x%02x%02x", part(r, R), part(g, G), part(b, B))
}
