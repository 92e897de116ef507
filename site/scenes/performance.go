// Package scenes cuts a run into scenes, and finds the ways between them.
//
// It works like a play that is staged in many rooms of a house at once: scenes of one
// hour happen at the same time, characters lead from one to the next, and whoever stays
// in a room sees who comes in. [Cut] does it; the result is a directed acyclic graph,
// the quotient of the causal order by the scenes.
package scenes

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/presence"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Performance is a run in scenes.
type Performance struct {
	Graph *causal.Graph
	Cast  causal.Cast
	// Threads are of each of the cast the events at which they are, without groups.
	Threads  []causal.Thread
	Scenes   []*Scene   // by number
	Hours    [][]*Scene // those of each hour
	Rooms    []Room     // in the order of their first scenes
	of       []*Scene   // by event
	ways     map[string][]*Scene
	shared   []*Scene // through which the ways of all lead
	places   *presence.Places
	mentions []causal.Thread   // of each of the cast, with all events that speak of them
	method   Method            // by which it is cut
	told     *presence.Telling // when all events are told; nil before [Performance.Divide]
	log      *placeLog         // of the cast, while the events are told; nil before that
	solo     *presence.Telling // of a single event, for [Performance.Step]
}

// Of returns the scene of an event.
func (p *Performance) Of(e causal.Event) *Scene { return p.of[e] }

// Way returns the scenes of a character, in order, with the shared scenes that it passes; see
// [Performance.Share].
func (p *Performance) Way(character string) []*Scene { return p.ways[character] }

// Start returns where a character is at the beginning, and false where nothing tells.
func (p *Performance) Start(character string) (trace.Term, bool) {
	who, ok := p.places.Who(character)
	if !ok || p.places.Start(who) == 0 {
		return trace.Term{}, false
	}
	return p.places.Place(p.places.Start(who)), true
}

// Lives returns where the lives of the cast begin and end within the run, as
// [causal.Graph.Lives] does, at events at which they are.
func (p *Performance) Lives() []causal.Life {
	return p.Graph.Lives(p.Cast, p.told.Attended(p.Graph.Threads(p.Cast)))
}

// Cut cuts a run with a cast into scenes: every event is in exactly one. A run without characters is
// all interludes. The method is [Chain] where it is "".
func Cut(g *causal.Graph, cast causal.Cast, m Method) *Performance {
	p := New(g, cast, m)
	p.Divide()
	p.relate()
	p.findRooms()
	p.connect()
	for _, hour := range p.Hours {
		meanwhile(hour)
	}
	return p
}

// New returns a run with a cast for callers that may not need scenes: there are none before
// [Performance.Divide].
func New(g *causal.Graph, cast causal.Cast, m Method) *Performance {
	p := &Performance{Graph: g, Cast: cast, method: cmp.Or(m, Chain), mentions: g.Appearances(cast)}
	p.places = presence.New(g, p.mentions, cast.Location)
	return p
}

// Divide finds the scenes of a play, if it has none yet, without ways between them and rooms.
func (p *Performance) Divide() {
	if p.told != nil {
		return
	}
	c := newCutter(p)
	p.of = make([]*Scene, p.Graph.Len())
	var told []*Scene
	for s := range c.cut() {
		for _, e := range s.Events {
			p.of[e] = s
		}
		told = append(told, s)
	}
	p.told, p.log = c.Telling, c.log
	for _, s := range told {
		s.locate(p)
	}
	p.number(told)
	p.Threads = p.told.Attended(p.mentions)
}

// number finds the hours of scenes that are in any order which respects the causal one,
// and puts them in order.
func (p *Performance) number(told []*Scene) {
	last := make([]*Scene, len(p.mentions))
	for i, s := range told {
		s.Number = i
		s.before = p.before(s, last)
		for _, b := range s.before {
			s.Hour = max(s.Hour, b.Hour)
		}
		s.Hour++
		for len(p.Hours) < s.Hour {
			p.Hours = append(p.Hours, nil)
		}
		p.Hours[s.Hour-1] = append(p.Hours[s.Hour-1], s)
	}
	p.Scenes = slices.Concat(p.Hours...)
	for i, s := range p.Scenes {
		s.Number = i + 1
	}
	for _, s := range p.Scenes {
		slices.SortFunc(s.before, byNumber)
	}
}

// before returns the scenes of the causes of a scene's events, and those in which its
// people were last, or were sent away, each once. It enters that they are in this one now.
func (p *Performance) before(s *Scene, last []*Scene) []*Scene {
	var before []*Scene
	for _, e := range s.Events {
		for _, c := range p.Graph.Causes(e) {
			if o := p.of[c]; o != s {
				before = append(before, o)
			}
		}
	}
	for _, who := range slices.Concat(s.who, s.sent) {
		if last[who] != nil {
			before = append(before, last[who])
		}
		last[who] = s
	}
	slices.SortFunc(before, byNumber)
	return slices.Clip(slices.Compact(before))
}

func byNumber(a, b *Scene) int { return a.Number - b.Number }

// enterWays enters the scenes of each character.
func (p *Performance) enterWays() {
	p.ways = make(map[string][]*Scene, len(p.Threads))
	for _, s := range p.Scenes {
		for _, who := range s.who {
			name := p.Threads[who].Character
			p.ways[name] = append(p.ways[name], s)
		}
	}
}

// follow enters a character's passages.
func (p *Performance) follow(character string) {
	way := p.ways[character]
	for i, s := range way {
		if !slices.Contains(s.Cast, character) {
			s.Led = append(s.Led, character)
		}
		if i == 0 {
			s.Begins = append(s.Begins, character)
		} else {
			s.Entrances = append(s.Entrances, Passage{Cast: []string{character}, Scene: way[i-1]})
		}
		if i == len(way)-1 {
			s.Ends = append(s.Ends, character)
		} else {
			s.Exits = append(s.Exits, Passage{Cast: []string{character}, Scene: way[i+1]})
		}
	}
}

// joined puts passages in order, and makes one of those that have the same end.
func joined(passages []Passage) []Passage {
	slices.SortStableFunc(passages, func(a, b Passage) int { return byNumber(a.Scene, b.Scene) })
	out := passages[:0]
	for _, p := range passages {
		if n := len(out); n > 0 && out[n-1].Scene == p.Scene {
			out[n-1].Cast = append(out[n-1].Cast, p.Cast...)
			continue
		}
		out = append(out, p)
	}
	return out
}
