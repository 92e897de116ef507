package scenes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A ground is what the facts of a run say of places. Characters are known by their place
// in the cast, places by numbers; 0 is none.
type ground struct {
	graph    *causal.Graph
	location string         // the predicate that says where characters are, or ""
	people   map[string]int // by name
	numbers  map[string]int // of places, by their terms' text
	terms    []trace.Term   // of places
	spots    []spot         // by event
}

// A spot is where an event happens: nowhere, at a place, or on the way from one to another.
type spot struct {
	from, to int
	stays    []stay
	mover    int  // who is on the way; the first of several
	meets    bool // others are there, too, or come from somewhere else
}

// A stay is that somebody is at a place.
type stay struct{ who, place int }

func (s *spot) nowhere() bool { return s.to == 0 }
func (s *spot) journey() bool { return s.from != s.to }

// has reports whether the event's facts have somebody at its place.
func (s *spot) has(who int) bool { return slices.Contains(s.stays, stay{who, s.to}) }

// tells reports whether the event's facts have somebody anywhere.
func (s *spot) tells(who int) bool {
	return slices.ContainsFunc(s.stays, func(st stay) bool { return st.who == who })
}

// leaves reports whether somebody is where a journey begins on which nobody is met.
func (s *spot) leaves(who int) bool {
	return s.journey() && !s.meets && slices.Contains(s.stays, stay{who, s.from})
}

// parts reports whether a journey leaves somebody behind.
func (s *spot) parts() bool {
	return slices.ContainsFunc(s.stays, func(st stay) bool { return s.leaves(st.who) && !s.has(st.who) })
}

func newGround(g *causal.Graph, cast causal.Cast, location string) *ground {
	gr := &ground{graph: g, location: location, people: make(map[string]int, len(cast.Names)),
		numbers: make(map[string]int), terms: make([]trace.Term, 1), spots: make([]spot, g.Len())}
	for i, name := range cast.Names {
		gr.people[name] = i
	}
	for e := range gr.spots {
		gr.spots[e] = gr.spot(g.Step(causal.Event(e)))
	}
	return gr
}

// located returns whom a fact is about and where it has them.
func (g *ground) located(id trace.ResourceID) (stay, bool) {
	r := g.graph.Resource(id).Resource
	if r.Pred != g.location || len(r.Args) != 2 {
		return stay{}, false
	}
	who, ok := g.people[r.Args[0].String()]
	return stay{who, g.number(r.Args[1])}, ok
}

func (g *ground) number(place trace.Term) int {
	text := place.String()
	n, ok := g.numbers[text]
	if !ok {
		n = len(g.terms)
		g.numbers[text] = n
		g.terms = append(g.terms, place)
	}
	return n
}

// stays returns what some facts say of places.
func (g *ground) stays(ids []trace.ResourceID) []stay {
	var out []stay
	for _, id := range ids {
		if s, ok := g.located(id); ok {
			out = append(out, s)
		}
	}
	return out
}

// spot finds where a step happens. A journey happens where somebody was and where the
// same character is now; any other where the first of its facts about places has
// somebody.
func (g *ground) spot(step *trace.Step) spot {
	left, needed, made := g.stays(step.Consumes), g.stays(step.Reads), g.stays(step.Produces)
	at := spot{stays: slices.Concat(left, needed, made)}
	if len(at.stays) == 0 {
		return at
	}
	at.from, at.to = at.stays[0].place, at.stays[0].place
	for _, a := range left {
		i := slices.IndexFunc(made, func(b stay) bool { return a.who == b.who && a.place != b.place })
		if i >= 0 {
			at.from, at.to, at.mover = a.place, made[i].place, a.who
			break
		}
	}
	there := func(s stay) bool { return s.place == at.to }
	apart := func(s stay) bool { return there(s) && !slices.Contains(left, stay{s.who, at.from}) }
	at.meets = slices.ContainsFunc(left, there) || slices.ContainsFunc(needed, there) || slices.ContainsFunc(made, apart)
	return at
}
