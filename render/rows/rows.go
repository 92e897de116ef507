// Package rows breaks the drawing of a long run into rows that are read one after another, as the
// lines of a text or the staves of a score; and if the run goes down, into columns. Lines that
// continue in another row are labelled: the line of a character repeats the name, and an arrow
// names its other end.
//
// Whatever leads from left to right is broken; a drawing that leads down is turned,
// broken and turned back.
package rows

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// A drawing is broken where it is so many times as long as wide, into rows of some
// length at least (columns may be as short as a screen of that width is high), so that
// they make a picture of about the shape of a screen.
const (
	tooLong  = 3.0
	screen   = 1.4
	shortest = 700.0 // in points
	rowGap   = 24.0  // between rows
	margin   = 12.0
	bandGap  = 6.0 // between the name of a lane and what stands beside it
	// mostSigns is how many things a row may name at its end before a reader has more to
	// look for than in the long drawing.
	mostSigns = 10
)

// Wrap breaks a placed drawing into so many rows; into as many as read well where there
// are 0, which for most drawings is a single one. It reports whether the drawing stays longer than
// reads well, as rows would tear too many arrows.
func Wrap(d *diagram.Diagram, f *fonts.Font, rows int) (long bool) {
	if rows == 1 || len(d.Nodes) == 0 {
		return false
	}
	down := d.Flow == diagram.Down
	if rows == 0 {
		down = d.Height > d.Width
	}
	return !wrap(d, f, rows, down)
}

// wrap breaks a drawing into rows or, if it leads down, columns. It returns false if the drawing is
// long and cannot be broken.
func wrap(d *diagram.Diagram, f *fonts.Font, rows int, down bool) bool {
	if down {
		turn(d)
	}
	s := &score{Diagram: d, font: f, down: down}
	planned := s.plan(rows)
	if len(s.cuts) > 1 {
		s.wrap()
	}
	if down {
		turn(d)
	}
	return planned
}

// score is a drawing that leads from left to right, and how it is broken.
type score struct {
	*diagram.Diagram
	font *fonts.Font
	down bool      // down: the drawing is turned
	cuts []float64 // cuts are the starts of rows, ascending; the first is the drawing's
	row  []int     // row by node
	rowF []int     // rowF is the row by frame, once frames are broken
	box  []box     // box by row: the bounds of its content
}

// plan settles where rows begin. It returns false if the drawing is long and cannot be broken.
func (s *score) plan(rows int) bool {
	asked := rows > 1
	if !asked {
		rows = s.enough()
	}
	s.cuts = []float64{0}
	step := s.Width / float64(rows)
	for i := 1; i < rows; i++ {
		at := s.best(float64(i)*step, step/5)
		if !asked && s.signs(at) > mostSigns {
			s.cuts = s.cuts[:1]
			return false
		}
		s.cuts = append(s.cuts, at)
	}
	return true
}

// enough returns how many rows make a drawing that has about the shape of a screen.
func (s *score) enough() int {
	long := s.Width / s.Height
	if long < tooLong {
		return 1
	}
	shape, least := 1/screen, shortest
	if s.down {
		shape, least = screen, shortest/screen
	}
	return max(1, min(int(math.Round(math.Sqrt(long*shape))), int(s.Width/least)))
}

// rowAt returns the row of a place in the long drawing.
func (s *score) rowAt(x float64) int {
	row := 0
	for row+1 < len(s.cuts) && x >= s.cuts[row+1] {
		row++
	}
	return row
}

// wrap moves everything to its row.
func (s *score) wrap() {
	lines := s.breakUp()
	s.Edges = s.Edges[:0:0]
	for _, l := range lines {
		s.Edges = append(s.Edges, l.Edge)
	}
	s.measure(lines)
	s.move(s.shifts(), lines)
}

// breakUp gives each node its row, and breaks edges and frames where they go from row to row.
func (s *score) breakUp() []piece {
	s.row, s.box = make([]int, len(s.Nodes)), make([]box, len(s.cuts))
	at := make(map[string]float64, len(s.Nodes))
	for i := range s.Nodes {
		at[s.Nodes[i].ID] = s.Nodes[i].At.X
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		x, whole := at[n.PartOf]
		if !whole {
			x = n.At.X
		}
		s.row[i] = s.rowAt(x) // the name of an event stays with it
	}
	s.breakFrames()
	return s.breakEdges()
}

// breakFrames gives each row the part of a frame that is there.
func (s *score) breakFrames() {
	frames := s.Frames
	s.Frames, s.rowF = nil, nil
	for _, f := range frames {
		for row := range s.cuts {
			part := f
			part.Nodes = slices.DeleteFunc(slices.Clone(f.Nodes), func(n int) bool { return s.row[n] != row })
			if len(part.Nodes) == 0 {
				continue
			}
			if row > 0 {
				part.Min.X = max(part.Min.X, s.cuts[row])
			}
			if row+1 < len(s.cuts) {
				part.Max.X = min(part.Max.X, s.cuts[row+1])
			}
			for _, n := range part.Nodes { // a node through which a cut goes is whole
				part.Min.X = min(part.Min.X, s.Nodes[n].At.X-s.Nodes[n].W/2-signGap)
				part.Max.X = max(part.Max.X, s.Nodes[n].At.X+s.Nodes[n].W/2+signGap)
			}
			s.Frames, s.rowF = append(s.Frames, part), append(s.rowF, row)
		}
	}
}
