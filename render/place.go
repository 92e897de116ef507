package render

import (
	"context"
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/layered"
	"github.com/ceptre-graph/ceptre/render/rooms"
	"github.com/ceptre-graph/ceptre/render/rows"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// dotSize is the size, as [extent.total] estimates it, up to which Graphviz's dot lays
// pictures out, with its best efforts: about half a second's work. It draws a little
// better than our own layout, and at ten times the size takes a hundred times as long.
const dotSize = 6_000

// Place lays out the picture: by Graphviz's dot if the picture is small, by our own layered layout
// beyond; positions given by the view are kept. Very long pictures are broken into rows. It
// returns ctx.Err() as soon as the context ends.
func (p *Picture) Place(ctx context.Context) error {
	f := fonts.Like(p.Theme.Fonts.Picture)
	if err := p.lay(ctx, f); err != nil {
		return err
	}
	if !hasty {
		if p.glance && p.rows == 0 {
			p.rows = rowsAtGlance(p.Diagram)
		}
		if rows.Wrap(p.Diagram, f, p.rows) {
			p.note(InLayers, "the picture is longer than reads well: rows would tear too many arrows")
		}
		p.rows = 1 // once is enough
	}
	p.Arrange(f)
	return ctx.Err()
}

// lay gives the parts of the picture their places, unless the view did.
func (p *Picture) lay(ctx context.Context, f *fonts.Font) error {
	if p.Placed {
		return nil
	}
	if err := p.placeEither(ctx, f); err != nil {
		return err
	}
	for i := range p.Frames {
		if w := &p.Frames[i]; len(w.Text) > 0 && !w.Room { // layouts leave no room for words
			w.Min.Y -= float64(len(w.Text)) * diagram.EdgeFont * diagram.Leading
		}
	}
	p.ClearLabels(f)
	return nil
}

// placeEither lays the picture out, and also from left to right if that may be, and it would be higher
// than wide and fit a screen less.
func (p *Picture) placeEither(ctx context.Context, f *fonts.Font) error {
	right := p.copied()
	if err := p.place(ctx, f); err != nil || !p.either || hasty || p.Flow == diagram.Right || p.Height <= p.Width {
		return err
	}
	right.Flow = diagram.Right
	if err := right.place(ctx, f); err != nil {
		return err
	}
	if rooms.Misfit(right.Diagram) < rooms.Misfit(p.Diagram) {
		p.Diagram = right.Diagram
	}
	return nil
}

// place gives the parts of the picture their places, by the layout for its size.
func (p *Picture) place(ctx context.Context, f *fonts.Font) error {
	small := extentOf(p.Diagram).total() <= dotSize
	switch {
	case rooms.Needed(p.Diagram):
		return rooms.Place(ctx, p.Diagram, func(ctx context.Context, d *diagram.Diagram) error {
			part := *p
			part.Diagram = d
			return part.place(ctx, f) // a part has no frames, so there is nothing to note
		})
	case !small && (p.quick || hasty):
		return layered.Quick(ctx, p.Diagram, f)
	case small && (!p.loose || hasty || p.Connected()):
		return placeSmall(ctx, p, f)
	}
	return layered.Place(ctx, p.Diagram, f) // Graphviz would set all that is not connected in one row
}

// extent is how much there is to lay out.
type extent struct {
	nodes, edges int
	rows         int // the nodes of the longest path
	// words is how many edges have words, for each of which Graphviz doubles the rows.
	words int
	// bends is the sum of the rows that edges pass through. Graphviz puts an
	// invisible node into each, and these, not the nodes that can be seen,
	// make layout slow: a long chain of events that all read the same facts
	// has few nodes and very many bends.
	bends int
}

// total weighs the parts of a layout by the time they took in trials.
func (s extent) total() int { return s.bends + 15*s.edges + 30*s.words + s.nodes }

// isBroad reports whether the picture reads better from left to right: where much
// goes on at once, rows are so full that from top to bottom it is several times
// as wide as high. Labels are broader than high, so columns of them hold more.
// An edge that passes through a row takes about a quarter of a node's room. In
// trials with runs of the examples the two directions were alike at the bound.
// Small pictures fit either way.
func (s extent) isBroad() bool { return s.nodes > 50 && 5*(s.nodes+s.bends/4) > 3*s.rows*s.rows }

// extentOf estimates the layout, in linear time. It takes the rows to be those of
// the longest paths, with sources drawn down to what they lead to, and relies
// on the order of edges: those into a node stand before those out of it, but
// for edges back to where a cycle began.
func extentOf(d *diagram.Diagram) extent {
	s := extent{nodes: len(d.Nodes), edges: len(d.Edges)}
	rows, inner, left := make([]int, s.nodes), make([]bool, s.nodes), make([]bool, s.nodes)
	for _, e := range d.Edges {
		left[e.From] = true
		if !left[e.To] {
			inner[e.To] = true // no source
			rows[e.To] = max(rows[e.To], rows[e.From]+1)
		}
	}
	nearest := make([]int, s.nodes) // the first row that edges out of a node lead to
	for _, e := range d.Edges {
		if n := nearest[e.From]; n == 0 || rows[e.To] < n {
			nearest[e.From] = rows[e.To]
		}
	}
	for _, e := range d.Edges {
		from := rows[e.From]
		if !inner[e.From] {
			from = nearest[e.From] - 1
		}
		if len(e.Text) > 0 {
			s.words++
		}
		s.rows = max(s.rows, rows[e.To]+1)
		s.bends += max(from-rows[e.To], rows[e.To]-from, 1) - 1
	}
	return s
}

// The room between the boxes of a grid, and around it, in points.
const (
	gridGap    = 16.0
	gridMargin = 12.0
	gridShape  = 1.6 // how many times as broad as high it is, about
)

// tile places nodes in rows, in their order, as the lines of a text: for overviews, in
// which one follows another and that is all.
func tile(d *diagram.Diagram) {
	var w, h float64
	for i := range d.Nodes {
		w, h = max(w, d.Nodes[i].W), max(h, d.Nodes[i].H)
	}
	w, h = w+gridGap, h+gridGap
	columns := int(math.Ceil(math.Sqrt(gridShape * float64(len(d.Nodes)) * h / w)))
	columns = min(max(columns, 1), len(d.Nodes))
	for i := range d.Nodes {
		column, row := i%columns, i/columns
		d.Nodes[i].At = diagram.Point{X: gridMargin + (float64(column)+0.5)*w, Y: gridMargin + (float64(row)+0.5)*h}
	}
	rows := (len(d.Nodes) + columns - 1) / columns
	d.Width, d.Height = 2*gridMargin+float64(columns)*w, 2*gridMargin+float64(rows)*h
	d.Placed = true
}

// sizes returns the sizes that a sheet may have, in points.
func sizes(s showing.Sheet) []diagram.Point {
	const slideWide, slideHigh, a4Short, a4Long = 960, 540, 595.28, 841.89
	if s == showing.A4 {
		return []diagram.Point{{X: a4Short, Y: a4Long}, {X: a4Long, Y: a4Short}}
	}
	return []diagram.Point{{X: slideWide, Y: slideHigh}}
}
