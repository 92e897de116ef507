package scenes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Scene is some events of a run that are told together: who takes part in them, where,
// and where each of those goes next.
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

	// Places are where it happens: one place or, as far as anybody can tell,
	// none. A journey has two: from and to. Whoever comes to others is on no
	// journey, but at their place.
	Places  []trace.Term
	Journey bool
	// Elsewhere and InMind are characters that are mentioned and are not there: at another place,
	// or at an unknown one, such as the dead. A mention leads no character to a scene.
	Elsewhere []Stay
	InMind    []string
	Gone      []string // who was at a place and is at none when the scene ends

	Begins    []string  // characters who have not been seen before
	Ends      []string  // characters who are not seen again
	Entrances []Passage // which scenes the others come from, latest first
	// Exits are all next scenes that characters and rooms lead to, each once, in order. One at most
	// is for a reader who stays in the room, and may be left unused.
	Exits []Passage

	// Causes and Effects are the scenes that led to this one, latest first, and the scenes it led
	// to, interludes first, with no scene between and no common character: no character's way shows
	// them.
	Causes, Effects []*Scene
	// Meanwhile are scenes of the same hour, and so with other people: a few of
	// the nearest.
	Meanwhile []*Scene

	who    []int    // the cast, by their place in the play's
	stays  []span   // theirs
	sent   []int    // who came to be at a place or left one, and is not in the cast
	before []*Scene // of an event's causes and of its people's last scenes, each once
}

// Passage is the way from one scene to another: that of some characters, that of who
// stays in the room, or both.
type Passage struct {
	Cast   []string // the characters that go there
	Scene  *Scene   // at the other end
	Stays  bool     // it is the next in the same room; of several one of the nearest hour
	Comers []string // who is there and was not here
}

// Stay is a character at a place.
type Stay struct {
	Character string
	Place     trace.Term
}

// Interlude reports whether no character takes part in the scene.
func (s *Scene) Interlude() bool { return len(s.Cast) == 0 }

// Room returns the place where the scene ends, and false where nothing tells.
func (s *Scene) Room() (trace.Term, bool) {
	if len(s.Places) == 0 {
		return trace.Term{}, false
	}
	return s.Places[len(s.Places)-1], true
}

// Next returns the scenes that may be read after this one, each once: where people go,
// who comes into the room, what came of it. All are of later hours.
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
