package lanes

import (
	"cmp"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// stay is the time that a character spends in a place.
type stay struct {
	who, place int
	from, to   float64
	track      int  // -1 for none yet
	above      bool // whether it is entered from above
	ties       []tie
	moving     bool // while it is part of a chain
}

// stay finds out where everybody is when, and returns all stays by when they begin.
func (s *story) stay() []*stay {
	s.stays = make([][]*stay, len(s.Cast))
	var all []*stay
	for i := range s.Cast {
		s.stays[i] = s.staysOf(i)
		all = append(all, s.stays[i]...)
	}
	slices.SortStableFunc(all, func(a, b *stay) int { return cmp.Compare(a.from, b.from) })
	for _, t := range all {
		p := &s.places[t.place]
		p.stays = append(p.stays, t)
	}
	return all
}

// staysOf returns where a character is, in the order of time.
func (s *story) staysOf(who int) []*stay {
	l := &s.lives[who]
	at := &stay{who: who, place: s.start(who), track: -1, above: true}
	if l.birth && l.born == 0 {
		at.from = s.birthday(who) - s.name(who, "", diagram.Point{}).W
	}
	stays := []*stay{at}
	move := func(to int, x float64) {
		if to == at.place {
			return
		}
		at.to = x
		at = &stay{who: who, place: to, from: x, track: -1, above: at.place < to}
		stays = append(stays, at)
	}
	for k, stop := range l.stops {
		v := s.visits[who][k]
		move(v.before, s.x[stop.Node]-dotSize/2-turn/2)
		move(v.after, s.x[stop.Node]+dotSize/2+turn/2)
	}
	at.to = math.Inf(1)
	if l.death && l.died == len(l.stops)-1 {
		at.to = s.x[l.stops[l.died].Node] + dotSize/2 + 2*markGap
	}
	return stays
}

// birthday is where the mark of a birth has its left border.
func (s *story) birthday(who int) float64 {
	l := &s.lives[who]
	return s.x[l.stops[l.born].Node] - dotSize/2 - 2*markGap
}

// at returns where a character is at some time.
func (s *story) at(who int, x float64) *stay {
	stays := s.stays[who]
	return stays[min(s.since(who, x), len(stays)-1)]
}

// since returns which of a character's stays is the first that ends after some time.
func (s *story) since(who int, x float64) int {
	i, _ := slices.BinarySearchFunc(s.stays[who], x, func(t *stay, x float64) int {
		if t.to <= x {
			return -1
		}
		return 1
	})
	return i
}
