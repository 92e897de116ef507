package board

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Text is a moment for writers of text.
type Text struct {
	Head    string
	Cells   [][]string // by row and column: the signs of what is there; "" for nothing
	Changed [][]bool   // by row and column: since the moment before
}

// Texts returns the moments for writers of text, with the signs of filmstrips, and what explains these.
func Texts(g *grid.Grid, frames []Frame, o Options) ([]Text, []diagram.Entry) {
	d := &drawer{Options: o, Diagram: new(diagram.Diagram), grid: g, looks: looksOf(g), seen: make(map[int]bool),
		faces: make(map[int]bool)}
	texts := make([]Text, len(frames))
	for i := range frames {
		f := &frames[i]
		t := Text{Head: visible.Picture(f.Text)}
		for row := range f.Board {
			cells, changed := make([]string, len(f.Board[row])), make([]bool, len(f.Board[row]))
			for column := range f.Board[row] {
				c := &f.Board[row][column]
				cells[column] = d.signs(c)
				d.empty = d.empty || cells[column] == ""
				changed[column] = f.Before != nil && !c.Same(&f.Before[row][column])
				d.changed, d.fog = d.changed || changed[column], d.fog || c.Fog
			}
			t.Cells, t.Changed = append(t.Cells, cells), append(t.Changed, changed)
		}
		texts[i] = t
	}
	d.legend()
	return texts, d.Legend
}

// signs returns the signs of what is in a cell: of pieces or, where there is none, of ground.
func (d *drawer) signs(c *grid.Cell) string {
	var pieces, ground []string
	for _, t := range c.Things {
		d.seen[t.Kind] = true
		switch d.grid.Kinds[t.Kind].Role {
		case grid.Piece:
			pieces = append(pieces, visible.Picture(d.sign(t)))
		case grid.Ground:
			ground = append(ground, visible.Picture(d.sign(t)))
		}
	}
	if len(pieces) == 0 {
		pieces = slices.Compact(ground)
	}
	signs := ""
	for k, s := range pieces {
		if k > 0 && len([]rune(s)) > 1 {
			signs += " "
		}
		signs += s
	}
	if c.Fog {
		signs += "?"
	}
	return signs
}
