package lanes

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// The name of an event stands at the top of its place, where it begins at the event if
// nothing speaks against it. It is moved aside, so far as it still is above the event,
// where a line turns or what ties an event passes there, and where the next name
// leaves room for that.

// Sizes of words, in points.
const (
	wordGap = 10.0 // between words
	lineGap = 2.0  // between words and lines
)

// words is the name of an event.
type words struct {
	event       int
	left, width float64
}

// write writes the names of all events.
func (s *story) write() {
	rows := make([][]words, len(s.places))
	for _, event := range s.order {
		if text := s.label(event); s.drawn(event) && text != "" {
			p := s.venue(event)
			rows[p] = append(rows[p], words{event, s.x[event] - s.lead(event), s.font.Width(text) * eventFont})
		}
	}
	crossed := s.crossed()
	for i, row := range rows {
		slices.SortStableFunc(row, func(a, b words) int { return cmp.Compare(a.left, b.left) })
		s.settle(i, row, crossed[i])
		for _, w := range row {
			of := &s.Nodes[w.event]
			s.add(diagram.Node{
				ID: of.ID + "-name", PartOf: of.ID, Shape: diagram.Plain, Look: diagram.Text,
				Text: []string{s.label(w.event)}, FontSize: eventFont, Classes: []string{"name"}, Tip: of.Tip, Born: of.Born,
				At: diagram.Point{X: w.left + w.width/2, Y: s.head(i)}, W: w.width, H: eventFont * diagram.Leading,
			})
		}
	}
}

// head is the middle of the words at the top of a place.
func (s *story) head(place int) float64 { return s.places[place].top + rowHead/2 + 2 }

// span is from where to where something is.
type span struct{ from, to float64 }

// settle moves words aside, from left to right.
func (s *story) settle(place int, row []words, crossed []span) {
	low := margin + s.font.Width(s.sign(place))*diagram.BandFont + wordGap
	for k := range row {
		w := &row[k]
		high := s.right - w.width
		if k+1 < len(row) {
			high = row[k+1].left - wordGap - w.width
		}
		w.left = w.best(max(low, s.x[w.event]+dotSize/2-w.width), max(w.left, min(high, s.x[w.event]-dotSize/2)), crossed)
		low = w.left + w.width + wordGap
	}
}

// best returns the left end, within bounds, where the fewest lines cross the words; of
// equals the nearest. Words that begin or end beside a line are candidates.
func (w *words) best(low, high float64, crossed []span) float64 {
	first, _ := slices.BinarySearchFunc(crossed, low, func(c span, x float64) int { return cmp.Compare(c.to, x) })
	var near []span
	for _, c := range crossed[first:] {
		if c.to > high+w.width+2*turn { // no span is as wide as that
			break
		}
		near = append(near, c)
	}
	best, least := w.left, math.Inf(1)
	try := func(left float64) {
		if left < low || left > high {
			return
		}
		cost := math.Abs(left - w.left)
		for _, c := range near {
			if c.from < left+w.width && left < c.to {
				cost += turn * turn
			}
		}
		if cost < least {
			best, least = left, cost
		}
	}
	try(w.left)
	for _, c := range near {
		try(c.to)
		try(c.from - w.width)
	}
	return best
}

// crossed returns by place where its words would be crossed, ascending.
func (s *story) crossed() [][]span {
	out := make([][]span, len(s.places))
	for _, stays := range s.stays {
		for k := 1; k < len(stays); k++ {
			s.turned(out, stays[k-1], stays[k])
		}
	}
	for _, l := range s.links {
		x, top, bottom := l.Path[0].X, min(l.Path[0].Y, l.Path[3].Y), max(l.Path[0].Y, l.Path[3].Y)
		first := sort.Search(len(s.places), func(p int) bool { return s.head(p) > top })
		for p := first; p < len(s.places) && s.head(p) < bottom; p++ {
			out[p] = append(out[p], span{x - lineGap, x + lineGap})
		}
	}
	for _, row := range out {
		slices.SortStableFunc(row, func(a, b span) int { return cmp.Compare(a.to, b.to) })
	}
	return out
}

// turned enters where a line passes words on its way from a place to another.
func (s *story) turned(out [][]span, a, b *stay) {
	from, to := s.y(a), s.y(b)
	for p := min(a.place, b.place) + 1; p <= max(a.place, b.place); p++ {
		half := eventFont*diagram.Leading/2 + thread/2
		x1, x2 := turnedAt((s.head(p)-half-from)/(to-from)), turnedAt((s.head(p)+half-from)/(to-from))
		out[p] = append(out[p], span{b.from + min(x1, x2) - lineGap, b.from + max(x1, x2) + lineGap})
	}
}

// turnedAt returns how far from the middle of a turn a part of its height is done; see
// [story.way].
func turnedAt(part float64) float64 {
	low, high := 0.0, 1.0
	for range 20 {
		if t := (low + high) / 2; t*t*(3-2*t) < part {
			low = t
		} else {
			high = t
		}
	}
	t := low
	return turn * (1.5*t*(1-t) + t*t*t - 0.5)
}
