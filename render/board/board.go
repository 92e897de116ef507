// Package board draws what stands on the grid of a run: at one moment, or at several as a filmstrip, in
// which cells that changed are marked.
//
// A cell is a square. Ground, such as walls, fills it, and pieces stand on it, each with a name, or with
// a sign that the legend explains where the name has no room (sign.go). Cells in fog are dashed, and what
// is in them is pale.
package board

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Frame is a moment of a filmstrip.
type Frame struct {
	ID       string // ID is that of the node with the text
	Text     string // Text says which moment it is
	Tip, URL string // of the text
	Board    grid.Board
	// Before is what stood on the grid at the moment before; nil for the first.
	Before grid.Board
}

// Options say how a board is drawn.
type Options struct {
	Font *fonts.Font // Font is that of the picture
	// Rows is in how many rows the moments stand; 0 for as many as make the picture fit a screen.
	Rows int
	// Wide is how broad the picture may be, where Rows is 0; 0 for any breadth.
	Wide float64
	// Link returns the URL of the event that put something on the board; nil makes no links.
	Link func(causal.Event) string
	// Fact returns a fact as tips tell it.
	Fact func(*causal.Resource) string
	// Story tells a step in full, for the tips of moments.
	Story func(*trace.Step) string
	// Say returns a fixed text of the picture in the language of the reader.
	Say func(text string, values ...any) string
}

// drawer draws a board.
type drawer struct {
	Options
	*diagram.Diagram
	grid   *grid.Grid
	frames []Frame
	sheet
	looks []look       // of the kinds
	seen  map[int]bool // kinds that are drawn
	faces map[int]bool // kinds that are drawn as arrows
	// changed, fog and empty say that there is such a cell.
	changed, fog, empty bool
}

// Draw returns a picture of moments, in their order, all of it in its place.
func Draw(g *grid.Grid, frames []Frame, o Options) *diagram.Diagram {
	d := &drawer{Options: o, Diagram: new(diagram.Diagram), grid: g, frames: frames, seen: make(map[int]bool),
		faces: make(map[int]bool)}
	d.looks = looksOf(g)
	d.sheet = d.layout()
	if len(frames) == 1 && len(g.Rows) > 1 {
		d.coordinates()
	}
	for i := range frames {
		d.frame(i)
	}
	d.legend()
	d.Placed = true
	d.Width, d.Height = d.whole()
	return d.Diagram
}

// coordinates writes the names of rows and columns beside the board.
func (d *drawer) coordinates() {
	at := d.origin(0)
	words := func(id, text string, width, x, y float64) {
		n := diagram.Node{ID: id, Shape: diagram.Plain, Look: diagram.Faint, FontSize: diagram.EdgeFont,
			Text:    []string{d.cut(visible.Picture(text), diagram.EdgeFont, width)},
			Classes: []string{"coordinate"}, At: diagram.Point{X: x, Y: y}}
		n.W, n.H = diagram.Size(d.Font, n.Text, n.FontSize)
		d.Nodes = append(d.Nodes, n)
	}
	for i, name := range d.grid.Rows {
		words(fmt.Sprintf("row-%d", i+1), name, d.left-between, at.X-d.left/2, at.Y+d.ys[i]+d.high/2)
	}
	for i, name := range d.grid.Columns {
		words(fmt.Sprintf("column-%d", i+1), name, d.wide-between, at.X+d.xs[i]+d.wide/2, at.Y-d.above/2)
	}
}

// frame draws a moment: its text, its cells, and what is in them.
func (d *drawer) frame(i int) {
	f := &d.frames[i]
	if n := d.caption(i); len(n.Text) > 0 {
		d.Nodes = append(d.Nodes, n)
	}
	at := d.origin(i)
	for row := range f.Board {
		for column := range f.Board[row] {
			c := &f.Board[row][column]
			changed := f.Before != nil && !c.Same(&f.Before[row][column])
			middle := diagram.Point{X: at.X + d.xs[column] + d.wide/2, Y: at.Y + d.ys[row] + d.high/2}
			d.cell(fmt.Sprintf("b%d-r%dc%d", i+1, row+1, column+1), c, changed, middle, d.tip(f, row, column))
		}
	}
}

// between is the room between two cells, in points.
const between = 2.0

// cell draws a square and the things in it. A mark of change stands around ground and fog.
func (d *drawer) cell(id string, c *grid.Cell, changed bool, at diagram.Point, tip string) {
	n := diagram.Node{ID: id, Shape: diagram.Bar, Look: diagram.Idle, At: at, W: d.wide - between, H: d.high - between,
		Tip: tip, Classes: []string{"cell"}, URL: d.link(c)}
	var pieces []grid.Thing
	var signs []string
	for _, t := range c.Things {
		d.seen[t.Kind] = true
		n.Classes = append(n.Classes, class(d.grid.Kinds[t.Kind].Name))
		switch d.grid.Kinds[t.Kind].Role {
		case grid.Piece:
			pieces = append(pieces, t)
		case grid.Ground:
			if len(signs) == 0 && !c.Fog {
				n.Look, n.Paint = d.looks[t.Kind].look, d.looks[t.Kind].paint
			}
			if s := d.sign(t); !slices.Contains(signs, s) {
				signs = append(signs, s)
			}
		}
	}
	square := n
	if changed {
		d.changed = true
		square.Look, square.Paint, square.Bold, square.Classes = diagram.Text, "", true, append(n.Classes, "changed")
		if n.Look != diagram.Idle || c.Fog {
			d.Nodes = append(d.Nodes, square)
			n.ID, n.PartOf, n.W, n.H = id+"g", id, n.W-2*between, n.H-2*between
		} else {
			n = square
		}
	}
	if c.Fog {
		d.fog = true
		n.Dashed, n.Classes = true, append(slices.Clone(n.Classes), "fog")
	}
	d.empty = d.empty || n.Look == diagram.Idle && !c.Fog
	if len(pieces) == 0 && len(signs) > 0 {
		n.Text, n.FontSize = d.fitted(strings.Join(signs, " "), n.W)
	}
	d.Nodes = append(d.Nodes, n)
	d.pieces(square, pieces, c.Fog)
}

// mostPieces is how many pieces of a cell are drawn; of more the last says how many.
const mostPieces = 4

// pieces draws the things that stand on a square: one in its middle, several in rows of two.
func (d *drawer) pieces(square diagram.Node, things []grid.Thing, fog bool) {
	columns, rows := 1, 1
	if len(things) > 1 {
		columns, rows = 2, (min(len(things), mostPieces)+1)/2
	}
	w, h, room := square.W/float64(columns), square.H/float64(rows), 2*between
	if len(things) > 1 {
		room = between
	}
	for k, t := range things {
		n := diagram.Node{ID: fmt.Sprintf("%sp%d", square.ID, k+1), PartOf: square.ID, Shape: diagram.Capsule,
			Look: diagram.Event, Hue: d.looks[t.Kind].hue, Paint: d.looks[t.Kind].paint, Tip: square.Tip, URL: square.URL,
			Classes: []string{"piece", class(d.grid.Kinds[t.Kind].Name)},
			W:       w - room, H: h - room,
			At: diagram.Point{X: square.At.X - square.W/2 + (float64(k%columns)+0.5)*w,
				Y: square.At.Y - square.H/2 + (float64(k/columns)+0.5)*h}}
		if rows*columns > len(things) && k == len(things)-1 {
			n.At.X = square.At.X // alone in its row
		}
		if fog {
			n.Look, n.Hue, n.Paint, n.Dashed = diagram.Idle, 0, "", true
		}
		if k == mostPieces-1 && len(things) > mostPieces {
			n.Shape, n.Look, n.Hue, n.Paint, n.Dashed = diagram.Plain, diagram.Text, 0, "", false
			n.Text, n.FontSize = d.fitted(fmt.Sprintf("+%d", len(things)-k), n.W)
			d.Nodes = append(d.Nodes, n)
			return
		}
		if !d.names {
			n.W, n.H = min(n.W, n.H), min(n.W, n.H)
		}
		n.Text, n.FontSize = d.fitted(d.sign(t), n.W)
		d.Nodes = append(d.Nodes, n)
	}
}

// link returns the URL of the last event that put something into a cell.
func (d *drawer) link(c *grid.Cell) string {
	last := causal.Outside
	for _, t := range c.Things {
		last = max(last, t.Fact.Producer)
	}
	if last == causal.Outside || d.Link == nil {
		return ""
	}
	return d.Link(last)
}

// tip says where a cell is, what is in it, and what was in it before.
func (d *drawer) tip(f *Frame, row, column int) string {
	var lines []string
	if d.grid.Rows[row] == "" {
		lines = append(lines, d.Say("place {n}", "n", visible.Picture(d.grid.Columns[column])))
	} else {
		lines = append(lines, d.Say("row {row}, column {column}", "row", visible.Picture(d.grid.Rows[row]),
			"column", visible.Picture(d.grid.Columns[column])))
	}
	c := &f.Board[row][column]
	for _, t := range c.Things {
		lines = append(lines, d.Fact(t.Fact))
	}
	if c.Fog {
		lines = append(lines, d.Say("in fog"))
	}
	if f.Before != nil && !c.Same(&f.Before[row][column]) {
		var names []string
		for _, t := range f.Before[row][column].Things {
			names = append(names, visible.Picture(t.Text))
		}
		if len(names) == 0 {
			names = append(names, d.Say("nothing"))
		}
		lines = append(lines, d.Say("before: {things}", "things", strings.Join(names, ", ")))
	}
	return strings.Join(lines, "\n")
}

// class returns the class of things of a kind, which needs no escaping.
func class(kind string) string {
	return "kind-" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '-'
	}, kind)
}
