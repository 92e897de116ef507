package ascii

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Grid is a board as text.
type Grid struct {
	Head    string
	Cells   [][]string // by row and column; "" for nothing
	Changed [][]bool   // by row and column, as Cells
}

// Sizes of boards, in columns of a terminal.
const (
	betweenGrids = 4
	leastHead    = 12 // the room for the text above a narrow board
)

// WriteGrids returns the title and the legend of a diagram, and below it boards: as many beside each
// other as there is room for, or, if they are lines, one below the other. Cells that changed have a
// star behind them, empty ones are dots.
func WriteGrids(d *diagram.Diagram, grids []Grid, o Options) []byte {
	w := newWriter(&diagram.Diagram{Title: d.Title}, o)
	w.head()
	for _, e := range d.Legend {
		switch {
		case e.Node != nil && e.Node.Bold:
			w.sentence("* " + e.Text)
		case e.Node != nil && e.Node.Dashed:
			w.sentence("? " + e.Text)
		case e.Node != nil && e.Node.Look == diagram.Idle:
			w.sentence(". " + e.Text)
		default:
			w.sentence(e.Text)
		}
	}
	cell, wide, head, lines := 1, 0, 0, true
	for i := range grids {
		g := &grids[i]
		head = max(head, columns(visible.Grid(g.Head)))
		lines = lines && len(g.Cells) == 1
		for _, row := range g.Cells {
			wide = max(wide, len(row))
			for _, text := range row {
				cell = max(cell, columns(visible.Grid(text)))
			}
		}
	}
	wide = max(wide*(cell+1), min(head, leastHead))
	across := max(1, (w.width+betweenGrids)/(wide+betweenGrids))
	for len(grids) > 0 {
		if lines {
			w.out.WriteString(w.padded(grids[0].Head, head+1) + w.cells(&grids[0], 0, cell) + "\n")
			grids = grids[1:]
			continue
		}
		n := min(across, len(grids))
		w.out.WriteByte('\n')
		w.beside(grids[:n], cell, wide)
		grids = grids[n:]
	}
	return w.out.Bytes()
}

// beside writes boards beside each other, below their texts.
func (w *writer) beside(grids []Grid, cell, wide int) {
	line := func(part func(g *Grid) string) {
		var b strings.Builder
		for i := range grids {
			b.WriteString(w.padded(part(&grids[i]), wide+betweenGrids))
		}
		if text := strings.TrimRight(b.String(), " "); text != "" {
			w.out.WriteString(text + "\n")
		}
	}
	line(func(g *Grid) string {
		if len(grids) == 1 {
			return g.Head
		}
		return cutTo(visible.Grid(g.Head), wide+betweenGrids-1, w.signs.more)
	})
	for row := range grids[0].Cells {
		line(func(g *Grid) string { return w.cells(g, row, cell) })
	}
}

// cells returns a row of a board, each cell with a mark behind it.
func (w *writer) cells(g *Grid, row, cell int) string {
	var b strings.Builder
	for column, text := range g.Cells[row] {
		if text == "" {
			text = "."
		}
		b.WriteString(w.padded(text, cell))
		if g.Changed[row][column] {
			b.WriteByte('*')
		} else {
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// padded returns a text with spaces up to some columns.
func (w *writer) padded(text string, wide int) string {
	text = visible.Grid(text)
	if w.plain {
		text = strings.NewReplacer("↑", "^", "↓", "v", "→", ">", "←", "<").Replace(text)
	}
	return text + strings.Repeat(" ", max(0, wide-columns(text)))
}
