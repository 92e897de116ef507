package lanes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// steep is how much of the width of a turn there is before it is nearly level.
const steep = 0.8 * turn

// spread finds how far to the right events stand: right of their causes, of what their
// characters did before, and of the words before them in the same place. Words
// mostly keep clear of lines that turn.
func (s *story) spread() {
	sp := s.newSpread()
	for _, event := range s.order {
		sp.set(event)
	}
	s.right = slices.Max(append(slices.Clone(sp.free), s.left)) + eventGap
	for i := range s.places {
		s.right = max(s.right, s.places[i].words)
	}
}

// spread is how far the picture is filled.
type spread struct {
	*story
	ends []float64 // by event: its right border
	free []float64 // by character: where its next event may begin
	at   []int     // by character: its place
	// taken are by place where events stand in it, or are tied through it, ascending.
	taken [][]float64
}

func (s *story) newSpread() *spread {
	s.left = margin
	for i := range s.Cast {
		s.left = max(s.left, margin+s.name(i, "", diagram.Point{}).W)
	}
	for i := range s.places {
		s.places[i].words = max(s.left, margin+s.font.Width(s.sign(i))*diagram.BandFont)
	}
	s.x = make([]float64, len(s.Nodes))
	sp := &spread{story: s, ends: make([]float64, len(s.Nodes)), free: make([]float64, len(s.Cast)),
		at: make([]int, len(s.Cast)), taken: make([][]float64, len(s.places))}
	for i := range sp.free {
		sp.free[i], sp.at[i] = s.left, s.start(i)
	}
	return sp
}

// set sets an event as far to the left as can be.
func (sp *spread) set(event int) {
	x := sp.earliest(event)
	if !sp.drawn(event) {
		sp.ends[event] = x - eventGap
		return
	}
	for part, i := range sp.who[event] {
		v := sp.visitOf(event, part)
		x = max(x, sp.free[i]+eventGap+journey(sp.at[i], v.before), sp.clear(sp.at[i], v.before)+dotSize/2+steep)
	}
	venue := &sp.places[sp.venue(event)]
	lead := sp.lead(event)
	x = sp.vacate(event, max(x, venue.words+wordGap+lead))
	sp.x[event], sp.ends[event] = x, x+dotSize/2
	venue.words = x - lead + sp.font.Width(sp.label(event))*eventFont
	for part, i := range sp.who[event] {
		v := sp.visitOf(event, part)
		sp.at[i] = v.after
		sp.free[i] = x + dotSize/2 + journey(v.before, v.after)
		sp.pass(v.before, v.after, x+dotSize/2+steep)
	}
}

// apart is how far events stand from each other in the same place, at least: what ties one
// of them would seem to tie the other.
const apart = dotSize + 6

// vacate takes the first x from some on at which no other event is in the places of an
// event, or between them.
func (sp *spread) vacate(event int, x float64) float64 {
	top, bottom := len(sp.places), 0
	for part := range sp.who[event] {
		p := sp.visitOf(event, part).before
		top, bottom = min(top, p), max(bottom, p)
	}
	reach := sp.taken[top : bottom+1]
	for free := false; !free; {
		free = true
		for _, taken := range reach {
			i, _ := slices.BinarySearch(taken, x-apart+tiny)
			if i < len(taken) && taken[i] < x+apart-tiny {
				x, free = taken[i]+apart, false
			}
		}
	}
	for p, taken := range reach {
		i, _ := slices.BinarySearch(taken, x)
		reach[p] = slices.Insert(taken, i, x)
	}
	return x
}

// tiny is what sums may differ by.
const tiny = 1e-6

// earliest is the leftmost position of an event that its causes, and the names of characters born
// in it, allow.
func (sp *spread) earliest(event int) float64 {
	x := sp.left + eventGap
	for _, i := range sp.who[event] {
		if sp.isBirth(i, event) {
			x = max(x, sp.left+sp.name(i, "", diagram.Point{}).W+2*markGap)
		}
	}
	for _, c := range sp.causes(event) {
		x = max(x, sp.ends[c]+eventGap)
	}
	return x
}

// clear returns where the words of the places end that a line passes on its way from a
// place to another.
func (sp *spread) clear(from, to int) (x float64) {
	for p := min(from, to) + 1; p <= max(from, to); p++ {
		x = max(x, sp.places[p].words)
	}
	return x
}

// pass keeps the words that are yet to come right of where a line has turned.
func (sp *spread) pass(from, to int, x float64) {
	for p := min(from, to) + 1; p <= max(from, to); p++ {
		sp.places[p].words = max(sp.places[p].words, x)
	}
}

// lead is the width of the part of an event's name that stands left of it: all, if a line turns
// upwards behind the event through the space of the name.
func (s *story) lead(event int) float64 {
	venue := s.venue(event)
	for part := range s.who[event] {
		v := s.visitOf(event, part)
		if v.after < venue && venue <= v.before || v.before < venue && venue <= v.after {
			return max(dotSize/2, s.font.Width(s.label(event))*eventFont-dotSize/2)
		}
	}
	return dotSize / 2
}

// journey is the room that a line takes from a place to another.
func journey(from, to int) float64 {
	if from == to {
		return 0
	}
	return turn
}

// label is the text above an event: the first line of its text.
func (s *story) label(event int) string {
	if len(s.Nodes[event].Text) == 0 {
		return ""
	}
	return s.cut(s.Nodes[event].Text[0], eventFont)
}

// sign is the title at the beginning of a place.
func (s *story) sign(place int) string { return s.cut(s.places[place].name, diagram.BandFont) }
