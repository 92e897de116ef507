package board

import (
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Sizes, in points.
const (
	margin    = 12.0  // around the picture
	gap       = 16.0  // between moments
	small     = 22.0  // the side of a cell of a filmstrip
	tiny      = 12.0  // its least side, on a large grid
	roomy     = 360.0 // the breadth of a moment up to which cells are not smaller
	smallest  = 26.0  // the least side of a cell of one board
	widest    = 84.0  // the greatest width of a cell
	highest   = 44.0  // its greatest height, where names make it wide
	crowded   = 1.4   // how much larger cells with several pieces are
	beside    = 6.0   // on both sides of a name in a cell
	leastText = 5.0   // the smallest letters in a cell
	pageWide  = 1400.0
	pageHigh  = 900.0
)

// sheet is where the moments stand.
type sheet struct {
	wide, high  float64       // of a cell
	xs, ys      []float64     // where columns and rows begin, behind the corner of the first cell
	size        diagram.Point // of all cells of a moment
	left, above float64       // the room for words beside and above the cells of a moment
	across      int           // moments in a row
	room        diagram.Point // of a moment, with its words
	moments     int
	names       bool // names says that cells have room for names in full
}

// layout decides the sizes: a single board has cells in which the names of things have room, if that
// can be; a filmstrip has small ones.
func (d *drawer) layout() sheet {
	s := cells(d.grid, d.Font, len(d.frames) == 1)
	if d.isCrowded() {
		s.wide, s.high = s.wide*crowded, s.high*crowded
		s.spread(d.grid)
	}
	for i := range d.frames {
		w, _ := diagram.Size(d.Font, []string{d.headline(i)}, diagram.EdgeFont)
		if s.isLine(d.grid) {
			s.left = max(s.left, w+gap/2)
		} else {
			s.room.X = max(s.room.X, min(w, widestHead))
		}
	}
	if len(d.frames) == 1 {
		for _, name := range d.grid.Rows {
			w, _ := diagram.Size(d.Font, []string{visible.Picture(name)}, diagram.EdgeFont)
			s.left = max(s.left, min(w, widestHead)+beside)
		}
	}
	s.room = s.outer()
	s.moments = len(d.frames)
	s.arrange(d.Rows, d.grid)
	if d.Rows == 0 && d.Wide > 0 && !s.isLine(d.grid) {
		most := int((d.Wide - 2*margin + gap) / (s.room.X + gap))
		s.across = max(1, min(most, s.across))
	}
	return s
}

// widestHead is how much room the text of a moment has at least, in points, where its board is narrow.
const widestHead = 90.0

// isLine reports whether moments stand as lines below each other, with their texts on the left.
func (s *sheet) isLine(g *grid.Grid) bool { return len(g.Rows) == 1 }

// cells returns the sizes of cells, and of moments as far as they are the same for all.
func cells(g *grid.Grid, f *fonts.Font, single bool) sheet {
	s := sheet{wide: small, high: small, above: diagram.EdgeFont * diagram.Leading * 1.4}
	if !single && len(g.Rows) > 1 {
		side := math.Floor(roomy / float64(max(len(g.Columns), len(g.Rows))))
		s.wide = min(max(side, tiny), small)
		s.high = s.wide
	}
	if single {
		longest := 0.0
		for _, name := range slices.Concat(g.Names(), g.Columns) {
			w, _ := diagram.Size(f, []string{visible.Picture(name)}, diagram.NodeFont)
			longest = max(longest, w+2*beside)
		}
		s.wide, s.high = smallest, smallest
		if longest <= widest && longest*float64(len(g.Columns)) <= pageWide {
			s.names = true
			s.wide = max(smallest, longest)
			s.high = min(s.wide, highest)
		}
	}
	if len(g.Rows) == 1 {
		s.above = 0
	}
	s.spread(g)
	s.room = s.outer()
	return s
}

// inner is the room between boards on a board.
const inner = 5.0

// spread gives rows and columns their places: boards on a board, whose coordinates have two parts, stand
// a little apart.
func (s *sheet) spread(g *grid.Grid) {
	places := func(names []string, side float64) (at []float64, end float64) {
		for i, name := range names {
			outer, _, nested := strings.Cut(name, " ")
			if i > 0 && nested && !strings.HasPrefix(names[i-1], outer+" ") {
				end += inner
			}
			at = append(at, end)
			end += side
		}
		return at, end
	}
	s.xs, s.size.X = places(g.Columns, s.wide)
	s.ys, s.size.Y = places(g.Rows, s.high)
}

// isCrowded reports whether a cell has several pieces.
func (d *drawer) isCrowded() bool {
	for _, f := range d.frames {
		for _, row := range f.Board {
			for i := range row {
				pieces := 0
				for _, t := range row[i].Things {
					if d.grid.Kinds[t.Kind].Role == grid.Piece {
						pieces++
					}
				}
				if pieces > 1 {
					return true
				}
			}
		}
	}
	return false
}

// outer returns the room that a moment takes, with the words beside it.
func (s *sheet) outer() diagram.Point {
	return diagram.Point{X: max(s.room.X, s.left+s.size.X), Y: s.above + s.size.Y}
}

// arrange decides how many moments stand in a row: as many as make the picture about as broad as a page
// in proportion to its height.
func (s *sheet) arrange(rows int, g *grid.Grid) {
	switch {
	case rows > 0:
		s.across = (s.moments + rows - 1) / rows
	case s.isLine(g):
		s.across = 1
	default:
		w, h := s.room.X+gap, s.room.Y+gap
		ideal := int(math.Round(math.Sqrt(float64(s.moments) * h / w * pageWide / pageHigh)))
		s.across = max(ideal, 1)
		for _, n := range []int{ideal - 1, ideal + 1} {
			if n > 0 && s.vacant(n) < s.vacant(s.across) {
				s.across = n
			}
		}
	}
	s.across = min(max(s.across, 1), max(s.moments, 1))
}

// vacant returns how many places of the last row are empty with so many moments in a row.
func (s *sheet) vacant(across int) int { return (across - s.moments%across) % across }

// gaps returns the room between moments.
func (s *sheet) gaps() diagram.Point {
	if s.above == 0 {
		return diagram.Point{X: gap}
	}
	return diagram.Point{X: gap, Y: gap}
}

// origin returns the corner of the cells of a moment.
func (s *sheet) origin(i int) diagram.Point {
	return diagram.Point{
		X: margin + s.left + float64(i%s.across)*(s.room.X+s.gaps().X),
		Y: margin + s.above + float64(i/s.across)*(s.room.Y+s.gaps().Y),
	}
}

// whole returns the size of the picture.
func (s *sheet) whole() (w, h float64) {
	down := (s.moments + s.across - 1) / s.across
	return 2*margin + float64(s.across)*(s.room.X+s.gaps().X) - s.gaps().X,
		2*margin + float64(down)*(s.room.Y+s.gaps().Y) - s.gaps().Y
}

// Fit returns how many moments of a grid fit a page, at least two.
func Fit(g *grid.Grid, f *fonts.Font) int {
	s := cells(g, f, false)
	across := max(1, int(pageWide/(max(s.room.X, widestHead)+gap)))
	if s.isLine(g) {
		across = 1
	}
	return max(2, across*max(1, int(pageHigh/(s.room.Y+s.gaps().Y))))
}

// headline is the text of a moment; a single board has it in the title.
func (d *drawer) headline(i int) string {
	if len(d.frames) == 1 {
		return ""
	}
	return visible.Picture(d.frames[i].Text)
}

// caption returns the node with the text of a moment, cut to the room that there is.
func (d *drawer) caption(i int) diagram.Node {
	f := &d.frames[i]
	n := diagram.Node{ID: f.ID, Shape: diagram.Plain, Look: diagram.Text, FontSize: diagram.EdgeFont, Tip: f.Tip,
		URL: f.URL, Classes: []string{"moment"}}
	text := d.headline(i)
	if text == "" {
		return n
	}
	if f.URL != "" {
		n.Classes = append(n.Classes, "transition")
	}
	at := d.origin(i)
	if d.isLine(d.grid) {
		n.Text = []string{text}
		n.W, n.H = diagram.Size(d.Font, n.Text, n.FontSize)
		n.At = diagram.Point{X: at.X - gap/2 - n.W/2, Y: at.Y + d.high/2}
		return n
	}
	n.Text = []string{d.cut(text, n.FontSize, d.room.X)}
	n.W, n.H = diagram.Size(d.Font, n.Text, n.FontSize)
	n.At = diagram.Point{X: at.X + n.W/2, Y: at.Y - d.above/2}
	return n
}

// fitted returns a text in the size in which it fits a width.
func (d *drawer) fitted(text string, width float64) ([]string, float64) {
	text = visible.Picture(text)
	size := diagram.NodeFont
	if w := d.Font.Width(text) * size; w > width-between {
		size = max(leastText, math.Floor(size*(width-between)/w*10)/10)
	}
	return []string{d.cut(text, size, width)}, size
}

// cut returns as much of a text as fits a width.
func (d *drawer) cut(text string, size, width float64) string {
	for runes := []rune(text); len(runes) > 1 && d.Font.Width(text)*size > width; {
		runes = runes[:len(runes)-1]
		text = string(runes) + "…"
	}
	return text
}
