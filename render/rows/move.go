package rows

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// box is the room that things take.
type box struct{ min, max diagram.Point }

// hold makes a box hold a thing by its middle and half its size.
func (b *box) hold(p diagram.Point, w, h float64) {
	b.min.X, b.min.Y = min(b.min.X, p.X-w), min(b.min.Y, p.Y-h)
	b.max.X, b.max.Y = max(b.max.X, p.X+w), max(b.max.Y, p.Y+h)
}

// middleOf returns the middle of the breadth of a lane that is turned.
func middleOf(b *diagram.Band) float64 { return (b.Min.X + b.Max.X) / 2 }

// measure fills in how much room each row takes. Lanes go through all of them; those of a drawing
// that is turned stand in one each.
func (s *score) measure(lines []piece) {
	far := math.Inf(1)
	for i := range s.box {
		s.box[i] = box{diagram.Point{X: far, Y: far}, diagram.Point{X: -far, Y: -far}} // empty
		for k := range s.Bands {
			switch b := &s.Bands[k]; {
			case !s.down:
				s.box[i].hold(diagram.Point{X: s.cuts[i], Y: b.Min.Y}, 0, 0)
				s.box[i].hold(diagram.Point{X: s.cuts[i], Y: b.Max.Y}, 0, 0)
			case s.rowAt(middleOf(b)) == i:
				s.box[i].hold(b.Min, 0, 0)
				s.box[i].hold(b.Max, 0, 0)
			}
		}
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		s.box[s.row[i]].hold(n.At, n.W/2, n.H/2)
	}
	for i, f := range s.Frames {
		s.box[s.rowF[i]].hold(f.Min, 0, 0)
		s.box[s.rowF[i]].hold(f.Max, 0, 0)
	}
	for i := range lines {
		for _, p := range lines[i].Path {
			s.box[lines[i].row].hold(p, 0, 0)
		}
		if len(lines[i].Text) > 0 {
			w, h := diagram.Size(s.font, lines[i].Text, diagram.EdgeFont)
			if s.down {
				w, h = h, w
			}
			s.box[lines[i].row].hold(lines[i].LabelAt, w/2, h/2)
		}
	}
}

// shifts returns how far each row moves: below the one before, and so that where rows
// were cut stands below where others were. It settles the size of the picture.
func (s *score) shifts() []diagram.Point {
	head := 0.0 // what stands in front of the cuts
	for i, b := range s.box[1:] {
		head = max(head, s.cuts[i+1]-b.min.X)
	}
	head = max(head, s.namesOfLanes())
	out := make([]diagram.Point, len(s.box))
	y, right := margin, 0.0
	for i, b := range s.box {
		if b.min.Y > b.max.Y {
			continue // nothing is there
		}
		out[i] = diagram.Point{X: margin + head - s.cuts[i], Y: y - b.min.Y}
		if i == 0 {
			out[i].X = margin - b.min.X
		}
		y += b.max.Y - b.min.Y + rowGap
		right = max(right, b.max.X+out[i].X)
	}
	s.Width, s.Height = right+margin, y-rowGap+margin
	return out
}

// namesOfLanes returns how much room the names of lanes take at the beginning of a row.
func (s *score) namesOfLanes() float64 {
	room := 0.0
	for i := range s.Bands {
		if b := &s.Bands[i]; !s.down {
			w, _ := diagram.Size(s.font, []string{b.Text}, diagram.BandFont)
			room = max(room, w+margin+s.beside(b))
		}
	}
	return room
}

// beside returns how far what stands beside the name of a lane reaches before a cut, with some
// room between; 0 where nothing does.
func (s *score) beside(b *diagram.Band) float64 {
	far := 0.0
	for i := range s.Nodes {
		n := &s.Nodes[i]
		before := s.cuts[s.row[i]] - (n.At.X - n.W/2)
		if s.row[i] > 0 && before > 0 && math.Abs(n.At.Y-b.LabelAt.Y) < (n.H+diagram.BandFont)/2 {
			far = max(far, before+bandGap)
		}
	}
	return far
}

// move moves everything with its row, and repeats the lanes in each.
func (s *score) move(by []diagram.Point, lines []piece) {
	for i := range s.Nodes {
		shift(&s.Nodes[i].At, by[s.row[i]])
	}
	for i := range s.Edges {
		e := &s.Edges[i]
		for k := range e.Path {
			shift(&e.Path[k], by[lines[i].row])
		}
		shift(&e.LabelAt, by[lines[i].row])
	}
	for i := range s.Frames {
		shift(&s.Frames[i].Min, by[s.rowF[i]])
		shift(&s.Frames[i].Max, by[s.rowF[i]])
	}
	if s.down {
		for i := range s.Bands {
			b := &s.Bands[i]
			p := by[s.rowAt(middleOf(b))]
			shift(&b.Min, p)
			shift(&b.Max, p)
			shift(&b.LabelAt, p)
		}
		return
	}
	bands := s.Bands
	s.Bands = nil
	for _, p := range by {
		for _, b := range bands {
			b.Min.X, b.Max.X = margin/2, s.Width-margin/2
			b.Min.Y, b.Max.Y, b.LabelAt.Y = b.Min.Y+p.Y, b.Max.Y+p.Y, b.LabelAt.Y+p.Y
			s.Bands = append(s.Bands, b)
		}
	}
}

func shift(p *diagram.Point, by diagram.Point) { p.X, p.Y = p.X+by.X, p.Y+by.Y }
