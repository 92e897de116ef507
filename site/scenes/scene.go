package scenes

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Scene is some events of a run that are told together: which characters take part in them, where,
// and where each of these goes next.
type Scene struct {
	ID     trace.StepID // that of the first event
	Number int          // from 1, hour by hour
	// Hour is the length, from 1, of the longest chain of scenes that leads up to this one and ends
	// with it, where each next scene is a direct effect of the one before, or the next for one of
	// its characters or for a character that it sends from place to place. So scenes of one hour
	// are concurrent, and no character is in two of them.
	Hour   int
	Events []causal.Event // in the order of the run
	Cast   []string       // characters who are there, in order of declaration; empty for interludes

	// Places are where it happens: one place, or none if that is not known. A journey has two: from
	// and to. A character that comes to others is on no journey, but at their place.
	Places  []trace.Term
	Journey bool
	// Elsewhere and InMind are characters that are mentioned and are not there: at another place,
	// or at an unknown one, such as the dead. A mention leads no character to a scene.
	Elsewhere []Stay
	InMind    []string
	Gone      []string // characters that were at a place and are at none when the scene ends
	Led       []string // characters that are not there and have it on their ways, as it concerns all

	Begins    []string  // characters whose way begins here
	Ends      []string  // characters whose way ends here
	Entrances []Passage // which scenes the others come from, latest first
	// Exits are all next scenes that characters and rooms lead to, each once, in order. One at most
	// is for a reader who stays in the room; from a shared scene there is one for each room.
	Exits []Passage

	// Causes and Effects are the scenes that led to this one, latest first, and the scenes it led
	// to, interludes first, with no scene between and no common character: no character's way shows
	// them.
	Causes, Effects []*Scene
	// Meanwhile are scenes of the same hour, and so with other people: a few of
	// the nearest.
	Meanwhile []*Scene

	who    []int    // the cast, by the order of the whole cast
	stays  []span   // by character of who
	sent   []int    // characters that came to a place or left one, and are not in the cast
	before []*Scene // scenes of causes, and the last scenes of the characters, each once
}

// Passage is the way from one scene to another: the way of some characters, the way of a reader who
// stays in a room, or both.
type Passage struct {
	Cast   []string     // the characters that go there
	Scene  *Scene       // at the other end
	Rooms  []trace.Term // in which it is the next; of several scenes one of the nearest hour
	Comers []string     // characters that are there and were not here
}

// Stay is a character at a place.
type Stay struct {
	Character string
	Place     trace.Term
}

// Interlude reports whether no character takes part in the scene.
func (s *Scene) Interlude() bool { return len(s.Cast) == 0 }

// Passing returns the characters on whose ways the scene is, also if it only leads them through.
func (s *Scene) Passing() []string { return slices.Concat(s.Cast, s.Led) }

// Room returns the place where the scene ends, and false where nothing tells.
func (s *Scene) Room() (trace.Term, bool) {
	if len(s.Places) == 0 {
		return trace.Term{}, false
	}
	return s.Places[len(s.Places)-1], true
}

// Next returns the scenes that may be read after this one, each once: the next scenes of its
// characters and of its room, and its effects. All are of later hours.
func (s *Scene) Next() []*Scene {
	next := make([]*Scene, 0, len(s.Exits)+len(s.Effects))
	for _, p := range s.Exits {
		next = append(next, p.Scene)
	}
	for _, e := range s.Effects {
		if _, there := slices.BinarySearchFunc(s.Exits, e, leadsTo); !there {
			next = append(next, e)
		}
	}
	return next
}

// leadsTo compares passages, which are in order, with a scene.
func leadsTo(p Passage, s *Scene) int { return p.Scene.Number - s.Number }

// Ending reports whether no way leads on.
func (s *Scene) Ending() bool { return len(s.Exits) == 0 && len(s.Effects) == 0 }

// span holds the places of a character when a scene begins, and when it ends; 0 if unknown.
type span struct{ from, to int }

// Span returns where a character of a scene is when it begins, and when it ends: by the facts or,
// where these do not tell, where the scene begins and ends. A character that is left behind by others
// stays. It is false where nothing tells.
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

// locate lists the characters that are there, and the characters that are mentioned and are not:
// elsewhere, where the facts have them last, or nowhere.
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
