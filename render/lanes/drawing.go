package lanes

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// draw draws events, names, lines and places.
func (s *story) draw() *diagram.Diagram {
	marks := make([]ends, len(s.Cast))
	for i := range s.Cast {
		marks[i] = s.begin(i)
	}
	for _, event := range s.order {
		if s.drawn(event) {
			s.event(event, marks)
		}
	}
	s.write()
	width := s.right
	for i := range s.Cast {
		if s.lives[i].death {
			continue
		}
		n := s.name(i, "-end", diagram.Point{X: s.right, Y: s.y(s.at(i, s.right))})
		marks[i].end = s.add(n)
		width = max(width, s.right+n.W)
	}
	for i := range s.Cast {
		s.follow(i, marks[i], s.way)
	}
	s.strips(width + margin)
	return s.done(width+margin, s.bottom()+margin)
}

// begin writes a name where the line begins, flush with it.
func (s *story) begin(who int) ends {
	n := s.name(who, "", diagram.Point{Y: s.y(s.at(who, 0))})
	n.At.X = s.left - n.W/2
	l := &s.lives[who]
	if l.birth && l.born == 0 {
		n.At.X = s.birthday(who) - n.W/2
	}
	e := ends{start: s.add(n), birth: -1, death: -1, end: -1}
	if l.birth {
		e.start = -1
	}
	return e
}

// event draws an event across the lines of its characters, its name, and marks of births and
// deaths beside it.
func (s *story) event(event int, marks []ends) {
	n := s.Nodes[event]
	n.Text, n.Shape, n.W, n.H, n.Double = nil, diagram.Dot, dotSize, dotSize, false
	n.At.X = s.x[event]
	participants := make([]participant, len(s.who[event]))
	for part, i := range s.who[event] {
		t := s.at(i, s.x[event])
		participants[part] = participant{part, t.place<<20 + t.track, s.y(t)}
	}
	slices.SortStableFunc(participants, func(a, b participant) int { return cmp.Compare(a.y, b.y) })
	s.meet(event, n, participants)
	for part, i := range s.who[event] {
		x, y := s.nodes[s.eventNodes[event][part]].At.X, s.y(s.at(i, s.x[event]))
		if s.isBirth(i, event) {
			marks[i].birth = s.add(s.mark(i, false, diagram.Point{X: x - markGap, Y: y}))
		}
		if s.isDeath(i, event) {
			marks[i].death = s.add(s.mark(i, true, diagram.Point{X: x + markGap, Y: y}))
		}
	}
}

// way is a character's line from one x to another: level, but for turns from place to
// place.
func (s *story) way(who int, from, to float64) []diagram.Point {
	at := s.at(who, from)
	here := diagram.Point{X: from, Y: s.y(at)}
	path := []diagram.Point{here}
	level := func(x float64) {
		if x > here.X {
			path = append(path, straight(here, diagram.Point{X: x, Y: here.Y})[1:]...)
			here.X = x
		}
	}
	for _, t := range s.stays[who][s.since(who, from):] {
		if t.from <= from {
			continue
		}
		if t.from >= to {
			break
		}
		level(max(t.from-turn/2, from))
		end := diagram.Point{X: min(t.from+turn/2, to), Y: s.y(t)}
		half := (here.X + end.X) / 2
		path = append(path, diagram.Point{X: half, Y: here.Y}, diagram.Point{X: half, Y: end.Y}, end)
		here = end
	}
	level(to)
	if len(path) == 1 {
		path = append(path, here, here, here)
	}
	return path
}

// strips draws the places.
func (s *story) strips(width float64) {
	for i := range s.places {
		p := &s.places[i]
		if len(p.tracks) == 0 {
			continue
		}
		b := diagram.Band{
			Text: s.sign(i), Look: diagram.Faint, Classes: []string{"place"}, Tip: p.name,
			LabelAt: diagram.Point{X: margin, Y: p.top + rowHead/2 + 2},
			Min:     diagram.Point{X: margin / 2, Y: p.top}, Max: diagram.Point{X: width - margin/2, Y: p.top + p.height()},
		}
		if p.company {
			b.Classes = []string{"company"}
		}
		s.bands = append(s.bands, b)
	}
}
