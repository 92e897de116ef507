package layered

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// crossings returns how many times edges of a placed diagram cross on the page, by whatever
// layout: curves are taken as chains of short lines. Where curves only touch or run along each
// other they do not cross, and at a node that both have an end at they do not count.
func crossings(d *diagram.Diagram) int {
	pieces := flatten(d)
	cells := make(map[cell][]int32)
	count := 0
	for i := range pieces {
		a := &pieces[i]
		a.cells(func(c cell) {
			for _, k := range cells[c] {
				if b := &pieces[k]; c == meeting(a, b) && cross(d, a, b) {
					count++
				}
			}
			cells[c] = append(cells[c], int32(i))
		})
	}
	return count
}

// piece is a straight part of an edge.
type piece struct {
	edge      int
	from, to  diagram.Point
	low, high diagram.Point
}

// fineness is into how many pieces a curve is cut. It is odd, for curves of the same form
// cross in the middle, which is to be inside a piece.
const fineness = 11

func flatten(d *diagram.Diagram) []piece {
	var pieces []piece
	for i := range d.Edges {
		path := d.Edges[i].Path
		for k := 0; k+3 < len(path); k += 3 {
			pieces = append(pieces, cut(i, path[k:k+4])...)
		}
	}
	return pieces
}

// cut cuts one curve; a straight one is one piece.
func cut(edge int, c []diagram.Point) []piece {
	n := fineness
	if side(c[0], c[3], c[1]) == 0 && side(c[0], c[3], c[2]) == 0 {
		n = 1
	}
	var pieces []piece
	last := c[0]
	for i := 1; i <= n; i++ {
		next := bezier(c, float64(i)/float64(n))
		pieces = append(pieces, piece{
			edge: edge, from: last, to: next,
			low:  diagram.Point{X: min(last.X, next.X), Y: min(last.Y, next.Y)},
			high: diagram.Point{X: max(last.X, next.X), Y: max(last.Y, next.Y)},
		})
		last = next
	}
	return pieces
}

func bezier(c []diagram.Point, t float64) diagram.Point {
	if t == 1 {
		return c[3]
	}
	s := 1 - t
	k := [4]float64{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t}
	var p diagram.Point
	for i, k := range k {
		p.X += k * c[i].X
		p.Y += k * c[i].Y
	}
	return p
}

// cell is a square of the page.
type cell struct{ x, y int }

// cellSize is about as long as pieces are, in points.
const cellSize = 48.0

func cellOf(p diagram.Point) cell {
	return cell{int(math.Floor(p.X / cellSize)), int(math.Floor(p.Y / cellSize))}
}

// cells calls f for all cells that a piece may be in.
func (a *piece) cells(f func(cell)) {
	low, high := cellOf(a.low), cellOf(a.high)
	for x := low.x; x <= high.x; x++ {
		for y := low.y; y <= high.y; y++ {
			f(cell{x, y})
		}
	}
}

// meeting is the one cell in which two pieces are compared.
func meeting(a, b *piece) cell {
	return cellOf(diagram.Point{X: max(a.low.X, b.low.X), Y: max(a.low.Y, b.low.Y)})
}

func cross(d *diagram.Diagram, a, b *piece) bool {
	if a.edge == b.edge {
		return false
	}
	a1, a2 := side(b.from, b.to, a.from), side(b.from, b.to, a.to)
	b1, b2 := side(a.from, a.to, b.from), side(a.from, a.to, b.to)
	if a1*a2 >= 0 || b1*b2 >= 0 {
		return false
	}
	t := a1 / (a1 - a2)
	at := diagram.Point{X: a.from.X + t*(a.to.X-a.from.X), Y: a.from.Y + t*(a.to.Y-a.from.Y)}
	return !atCommonNode(d, &d.Edges[a.edge], &d.Edges[b.edge], at)
}

// side says on which side of a line a place is: by its sign.
func side(from, to, p diagram.Point) float64 {
	return (to.X-from.X)*(p.Y-from.Y) - (to.Y-from.Y)*(p.X-from.X)
}

// touching is how far from a node an edge still counts as at it, in points.
const touching = 1.0

func atCommonNode(d *diagram.Diagram, a, b *diagram.Edge, at diagram.Point) bool {
	for _, i := range [2]int{a.From, a.To} {
		n := &d.Nodes[i]
		if (i == b.From || i == b.To) && math.Abs(at.X-n.At.X) <= n.W/2+touching && math.Abs(at.Y-n.At.Y) <= n.H/2+touching {
			return true
		}
	}
	return false
}
