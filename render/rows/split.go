package rows

import (
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// split breaks a placed drawing into n drawings, from left to right, or from top to bottom. A part
// in which nothing stands is left out.
func split(d *diagram.Diagram, f *fonts.Font, n int, down bool) []*diagram.Diagram {
	if down {
		turn(d)
	}
	s := &score{Diagram: d, font: f, down: down}
	s.plan(n)
	lines := s.breakUp()
	s.measure(lines)
	var parts []*diagram.Diagram
	for row := range s.cuts {
		part := s.cutOut(row, lines)
		if down {
			turn(part)
		}
		if len(part.Nodes) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// cutOut returns a row as a drawing of its own.
func (s *score) cutOut(row int, lines []piece) *diagram.Diagram {
	d := *s.Diagram
	d.Nodes, d.Edges, d.Frames, d.Bands, d.Before = nil, nil, nil, nil, nil
	d.Legend = slices.Clone(s.Legend)
	b := s.box[row]
	head := 0.0
	if row > 0 { // in the first, the names of lanes have their room
		head = s.namesOfLanes() + max(0, s.cuts[row]-b.min.X)
	}
	by := diagram.Point{X: margin + head - b.min.X, Y: margin - b.min.Y}
	index := make(map[int]int) // of nodes, by their index in the whole
	for i := range s.Nodes {
		if s.row[i] == row {
			index[i] = len(d.Nodes)
			n := s.Nodes[i]
			shift(&n.At, by)
			d.Nodes = append(d.Nodes, n)
		}
	}
	there := make(map[string]bool)
	for i := range d.Nodes {
		there[d.Nodes[i].ID] = true
	}
	for i := range d.Nodes {
		if !there[d.Nodes[i].PartOf] {
			d.Nodes[i].PartOf = ""
		}
	}
	for i := range lines {
		if l := &lines[i]; l.row == row {
			d.Edges = append(d.Edges, l.within(index, by))
		}
	}
	for i, f := range s.Frames {
		if s.rowF[i] == row {
			nodes := make([]int, len(f.Nodes))
			for k, n := range f.Nodes {
				nodes[k] = index[n]
			}
			f.Nodes = nodes
			shift(&f.Min, by)
			shift(&f.Max, by)
			d.Frames = append(d.Frames, f)
		}
	}
	d.Width, d.Height = b.max.X+by.X+margin, b.max.Y+by.Y+margin
	for i, band := range s.Bands {
		if !s.down {
			band.Min.X, band.Max.X = margin/2, d.Width-margin/2
		} else if shift(&band.Min, diagram.Point{X: by.X}); s.rowAt(middleOf(&s.Bands[i])) != row {
			continue
		} else {
			shift(&band.Max, diagram.Point{X: by.X})
			shift(&band.LabelAt, diagram.Point{X: by.X})
		}
		band.Min.Y, band.Max.Y, band.LabelAt.Y = band.Min.Y+by.Y, band.Max.Y+by.Y, band.LabelAt.Y+by.Y
		d.Bands = append(d.Bands, band)
	}
	return &d
}

// within returns the piece as an edge of a part of the drawing. A node that is in another part is
// stood for by the sign at that end; of a line without one, by the node at the other end.
func (l *piece) within(index map[int]int, by diagram.Point) diagram.Edge {
	e := l.Edge
	from, begins := index[e.From]
	to, ends := index[e.To]
	if !begins && l.start != nil {
		from, begins = index[l.start.at], true
	}
	if !ends && l.end != nil {
		to, ends = index[l.end.at], true
	}
	switch {
	case !begins && ends:
		from = to
	case begins && !ends:
		to = from
	}
	e.From, e.To = from, to
	e.Path = slices.Clone(e.Path)
	for k := range e.Path {
		shift(&e.Path[k], by)
	}
	shift(&e.LabelAt, by)
	return e
}
