package site

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Scene is what one page of the site tells: some events of the run, who takes
// part in them, and where each of those goes next. So far a scene is one event;
// nothing outside this file relies on that.
type Scene struct {
	// ID is the scene's first step, which names its page.
	ID     trace.StepID
	Number int // from 1, in the order of the run
	// Hour is the length, from 1, of the longest chain of scenes that leads up
	// to this one and ends with it, where each next scene is a direct effect of
	// the one before or the next for one of its characters. So scenes of one
	// hour are concurrent, and nobody is in two of them.
	Hour   int
	Events []causal.Event
	Cast   []string // characters who take part, in order of declaration; empty for interludes

	// Places are where it happens: one place or, as far as anybody can tell,
	// none. A journey has two: from and to.
	Places  []trace.Term
	Journey bool
	// Here, Elsewhere and InMind divide the cast into those who are at the
	// scene's places, those who are at another one, and those of whom the
	// scene does not say where they are, as of the dead or the writer of a
	// letter. Where it says so of nobody, all are here.
	Here      []string
	Elsewhere []Stay
	InMind    []string

	Begins    []string  // characters who have not been seen before
	Ends      []string  // characters who are not seen again
	Entrances []Passage // which scenes the others come from, latest first
	Exits     []Passage // which scenes the others go to, in order

	// Causes and Effects are the scenes that led to this one, latest first,
	// and those it led to, interludes first, with no scene between and nobody
	// in both: no character's way shows them.
	Causes, Effects []*Scene
	// Meanwhile are scenes of the same hour with other people, a few of the
	// nearest.
	Meanwhile []*Scene
}

// Passage is the way of some characters between two scenes.
type Passage struct {
	Cast  []string
	Scene *Scene // at the other end
}

// Stay is a character at a place.
type Stay struct {
	Character string
	Place     trace.Term
}

// mostMeanwhile is how many scenes elsewhere a scene names.
const mostMeanwhile = 4

// scenesOf cuts a run into scenes and finds the ways between them; location is
// the predicate that says where the characters are, or "".
func scenesOf(g *causal.Graph, threads []causal.Thread, location string) []*Scene {
	scenes := make([]*Scene, g.Len())
	for i := range scenes {
		e := causal.Event(i)
		scenes[i] = &Scene{ID: g.Step(e).ID, Number: i + 1, Events: []causal.Event{e}}
	}
	of := func(e causal.Event) *Scene { return scenes[e] }
	for _, t := range threads {
		follow(t.Character, scenesAlong(t, of))
	}
	for _, s := range scenes {
		slices.SortStableFunc(s.Entrances, func(a, b Passage) int { return b.Scene.Number - a.Scene.Number })
		slices.SortStableFunc(s.Exits, func(a, b Passage) int { return a.Scene.Number - b.Scene.Number })
		s.relate(g, of)
		s.date(g, of)
		s.locate(g, location)
	}
	for _, hour := range byHour(scenes) {
		for i := range hour {
			hour[i].Meanwhile = meanwhile(hour, i)
		}
	}
	return scenes
}

// scenesAlong returns the scenes of a thread, each once.
func scenesAlong(t causal.Thread, of func(causal.Event) *Scene) []*Scene {
	scenes := make([]*Scene, len(t.Events))
	for i, e := range t.Events {
		scenes[i] = of(e)
	}
	return slices.Compact(scenes)
}

// follow enters a character's way through the scenes of its thread.
func follow(character string, way []*Scene) {
	for i, s := range way {
		s.Cast = append(s.Cast, character)
		if i == 0 {
			s.Begins = append(s.Begins, character)
		} else {
			s.Entrances = join(s.Entrances, character, way[i-1])
		}
		if i == len(way)-1 {
			s.Ends = append(s.Ends, character)
		} else {
			s.Exits = join(s.Exits, character, way[i+1])
		}
	}
}

// join adds a character to the passage to or from a scene, so that there is
// one passage however many take it.
func join(passages []Passage, character string, s *Scene) []Passage {
	for i := range passages {
		if passages[i].Scene == s {
			passages[i].Cast = append(passages[i].Cast, character)
			return passages
		}
	}
	return append(passages, Passage{Cast: []string{character}, Scene: s})
}

// date finds the hour of a scene after those of all earlier ones.
func (s *Scene) date(g *causal.Graph, of func(causal.Event) *Scene) {
	for _, e := range s.Events {
		for _, c := range g.Causes(e) {
			s.Hour = max(s.Hour, of(c).Hour)
		}
	}
	for _, p := range s.Entrances {
		s.Hour = max(s.Hour, p.Scene.Hour)
	}
	s.Hour++
}

// relate finds the scenes that are tied to s by cause and effect and have nobody
// in common with it: to the others a character leads, at once or later.
func (s *Scene) relate(g *causal.Graph, of func(causal.Event) *Scene) {
	add := func(scenes []*Scene, events []causal.Event, next func(causal.Event) []causal.Event) []*Scene {
		for _, e := range immediate(events, next) {
			if o := of(e); o != s && apart(s, o) && !slices.Contains(scenes, o) {
				scenes = append(scenes, o)
			}
		}
		return scenes
	}
	for _, e := range s.Events {
		s.Causes = add(s.Causes, g.Causes(e), g.Causes)
		s.Effects = add(s.Effects, g.Effects(e), g.Effects)
	}
	slices.SortFunc(s.Causes, func(a, b *Scene) int { return b.Number - a.Number })
	slices.SortFunc(s.Effects, func(a, b *Scene) int {
		if a.Interlude() != b.Interlude() {
			return min(len(a.Cast), 1) - min(len(b.Cast), 1)
		}
		return a.Number - b.Number
	})
}

// immediate returns those of an event's causes, or effects, that are not also
// causes of its causes, or effects of its effects: the edges of the order's
// transitive reduction. Without it everything in a stage would point at the
// stage's beginning and end.
func immediate(events []causal.Event, next func(causal.Event) []causal.Event) []causal.Event {
	if len(events) < 2 {
		return events
	}
	first, last := slices.Min(events), slices.Max(events)
	farther := make([]bool, last-first+1)
	for stack := slices.Clone(events); len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, n := range next(top) {
			if n >= first && n <= last && !farther[n-first] {
				farther[n-first] = true
				stack = append(stack, n)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(events), func(e causal.Event) bool { return farther[e-first] })
}

// Interlude reports whether no character takes part in the scene.
func (s *Scene) Interlude() bool { return len(s.Cast) == 0 }

// Path returns where the scene's page is in the site.
func (s *Scene) Path() string { return scenesFolder + "/" + s.file() }

// file returns the page's name within the folder of scenes.
func (s *Scene) file() string { return s.ID.String() + ".html" }

// byHour returns the scenes of each hour, in order of both.
func byHour(scenes []*Scene) [][]*Scene {
	var hours [][]*Scene
	for _, s := range scenes {
		for len(hours) < s.Hour {
			hours = append(hours, nil)
		}
		hours[s.Hour-1] = append(hours[s.Hour-1], s)
	}
	return hours
}

// meanwhile returns the scenes of an hour nearest to the one at i, in which
// nobody of that one's cast is.
func meanwhile(hour []*Scene, i int) []*Scene {
	var found []*Scene
	consider := func(j int) {
		if j >= 0 && j < len(hour) && len(found) < mostMeanwhile && apart(hour[i], hour[j]) {
			found = append(found, hour[j])
		}
	}
	for d := 1; d < len(hour) && len(found) < mostMeanwhile; d++ {
		consider(i + d)
		consider(i - d)
	}
	slices.SortFunc(found, func(a, b *Scene) int { return a.Number - b.Number })
	return found
}

// apart reports whether nobody is in both scenes.
func apart(a, b *Scene) bool {
	return !slices.ContainsFunc(a.Cast, func(c string) bool { return slices.Contains(b.Cast, c) })
}
