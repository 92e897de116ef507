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

// measure fills in how much room each row takes. Lanes go through all of them.
func (s *score) measure(lines []piece) {
	far := math.Inf(1)
	for i := range s.box {
		s.box[i] = box{diagram.Point{X: far, Y: far}, diagram.Point{X: -far, Y: -far}} // empty
		for _, b := range s.Bands {
			s.box[i].hold(diagram.Point{X: s.cuts[i], Y: b.Min.Y}, 0, 0)
			s.box[i].hold(diagram.Point{X: s.cuts[i], Y: b.Max.Y}, 0, 0)
		}
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		s.box[s.row[i]].hold(n.At, n.W/2, n.H/2)
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
	for i := range s.Bands {
		b := &s.Bands[i]
		w, _ := diagram.Size(s.font, []string{b.Text}, diagram.BandFont)
		head = max(head, w+margin+s.beside(b))
	}
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
