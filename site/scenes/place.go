package scenes

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// span holds the places of a character when a scene begins, and when it ends; 0 if unknown.
type span struct{ from, to int }

// Span returns where one of the cast of a scene is when it begins, and when it ends: by the
// facts or, where these do not tell, where the scene begins and ends. Whoever is left
// behind by others stays. It is false where nothing tells.
func (p *Performance) Span(s *Scene, character string) (from, to trace.Term, ok bool) {
	who, known := p.places.Who(character)
	i, there := slices.BinarySearch(s.who, who)
	if !known || !there {
		return from, to, false
	}
	at := s.stays[i]
	first, last := cmp.Or(at.from, at.to), cmp.Or(at.to, at.from)
	if room, known := s.Room(); known {
		from, to = s.Places[0], room
	} else if first == 0 {
		return from, to, false
	}
	if first != 0 {
		from, to = p.places.Place(first), p.places.Place(last)
	}
	return from, to, true
}

// locate finds who is there, and who is spoken of and is not: elsewhere, where the facts
// have them last, or nowhere.
func (s *Scene) locate(p *Performance) {
	for _, who := range s.who {
		s.Cast = append(s.Cast, p.mentions[who].Character)
	}
	var spoken []int
	last := make(map[int]int)
	for _, e := range s.Events {
		spoken = append(spoken, p.places.Involved(e)...)
		for _, stay := range p.places.Spot(e).Stays {
			last[stay.Who] = stay.Place
		}
	}
	slices.Sort(spoken)
	for _, who := range slices.Compact(spoken) {
		name := p.mentions[who].Character
		switch place := last[who]; {
		case slices.Contains(s.who, who):
		case place != 0:
			s.Elsewhere = append(s.Elsewhere, Stay{name, p.places.Place(place)})
		default:
			s.InMind = append(s.InMind, name)
		}
	}
}
