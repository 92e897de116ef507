package rows

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// piece is a part of an edge that is in one row: an edge of its own, between the same
// nodes.
type piece struct {
	diagram.Edge
	row        int
	start, end *sign // start and end are signs that stand where the piece begins and ends
}

// finest is how often a curve is halved to find where it leaves a row.
const finest = 10

// breakEdges returns the pieces of all edges, in the order of these, and sets signs where
// they go on.
func (s *score) breakEdges() []piece {
	var all []piece
	signs := newSigns(s)
	for i := range s.Edges {
		e := &s.Edges[i]
		pieces := s.pieces(e)
		if last := len(pieces) - 1; last > 1 && !isLine(e) {
			pieces = []piece{pieces[0], pieces[last]} // the signs say enough of the rows between
		}
		if n := len(e.Path); n > 0 {
			// The nodes may stand in other rows than the edge ends in, where these have been cut.
			from, to := piece{Edge: *e, row: s.row[e.From]}, piece{Edge: *e, row: s.row[e.To]}
			from.Path, to.Path = e.Path[:1], e.Path[n-1:]
			chain := slices.Concat([]piece{from}, pieces, []piece{to})
			for k := 1; k < len(chain); k++ {
				signs.between(&chain[k-1], &chain[k])
			}
			copy(pieces, chain[1:])
		}
		all = append(all, pieces...)
	}
	signs.set()
	for i := range all {
		all[i].bend()
	}
	return all
}

// bending is how long the part of a line is that bends to its sign.
const bending = 48.0

// bend leads the ends of an arrow to its signs. These have moved each other aside, or were moved outwards off nodes;
// and if a row was cut through the node of an arrow, the arrow ends before the border.
func (p *piece) bend() {
	if isLine(&p.Edge) || len(p.Path) == 0 {
		return
	}
	first, last := p.Path[0], p.Path[len(p.Path)-1]
	long := min(bending, math.Abs(last.X-first.X))
	for _, end := range []struct {
		at   diagram.Point
		sign *sign
	}{{first, p.start}, {last, p.end}} {
		if end.sign == nil {
			continue
		}
		off := end.sign.port(end.at).Minus(end.at)
		for i := range p.Path {
			if far := math.Abs(p.Path[i].X - end.at.X); far < long || p.Path[i] == end.at {
				p.Path[i] = p.Path[i].Plus(off.Times(1 - far/max(long, 1)))
			}
		}
	}
}

// pieces breaks an edge where it goes from row to row. The last piece has the head, and
// the one of the row where the label stands has that.
func (s *score) pieces(e *diagram.Edge) []piece {
	var out []piece
	for i := 0; i+3 < len(e.Path); i += 3 {
		out = s.part(out, e, e.Path[i:i+4], finest)
	}
	if len(out) == 0 {
		return []piece{{Edge: *e, row: s.row[e.From]}}
	}
	home := max(0, slices.IndexFunc(out, func(p piece) bool { return p.row == s.rowAt(e.LabelAt.X) }))
	for k := range out {
		if k != home {
			out[k].Text = nil
		}
		if k+1 < len(out) {
			out[k].Head = diagram.NoHead
		}
	}
	return out
}

// part adds a curve to the pieces of an edge: whole where it is in one row, else half by
// half.
func (s *score) part(out []piece, e *diagram.Edge, c []diagram.Point, depth int) []piece {
	low, high := c[0].X, c[0].X
	for _, p := range c {
		low, high = min(low, p.X), max(high, p.X)
	}
	if s.rowAt(low) != s.rowAt(high) && depth > 0 {
		first, second := halves(c)
		return s.part(s.part(out, e, first, depth-1), e, second, depth-1)
	}
	row := s.rowAt((c[0].X + c[3].X) / 2)
	if n := len(out); n > 0 && out[n-1].row == row {
		out[n-1].Path = append(out[n-1].Path, c[1:]...)
		return out
	}
	p := piece{Edge: *e, row: row}
	p.Path = slices.Clone(c)
	return append(out, p)
}

// halves cuts a curve in its middle, after de Casteljau.
func halves(c []diagram.Point) (first, second []diagram.Point) {
	a, b, d := middle(c[0], c[1]), middle(c[1], c[2]), middle(c[2], c[3])
	ab, bd := middle(a, b), middle(b, d)
	m := middle(ab, bd)
	return []diagram.Point{c[0], a, ab, m}, []diagram.Point{m, bd, d, c[3]}
}

func middle(a, b diagram.Point) diagram.Point {
	return diagram.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
}
