package presence

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Places are what the facts of a run say of places, in whatever order its events are
// told. Characters are known by their place among the threads, places by numbers; 0 is
// none.
type Places struct {
	graph    *causal.Graph
	facts    causal.Location // facts locate characters
	people   map[string]int  // people are numbers by name
	numbers  map[string]int  // numbers of places by their terms' text
	terms    []trace.Term    // terms of places
	spots    []Spot          // spots by event; nil before [Places.look]
	involved [][]int         // involved by event: the characters it mentions
	ever     []bool          // ever: a fact of the run locates the character
	unsteady []bool          // unsteady: the character's facts are not consecutive
	starts   []int           // starts are the places at the beginning
}

// New returns what some facts, as package cast finds them, say of where the characters
// of some threads are.
func New(g *causal.Graph, threads []causal.Thread, facts causal.Location) *Places {
	p := &Places{
		graph: g, facts: facts, people: make(map[string]int, len(threads)), numbers: make(map[string]int), terms: make([]trace.Term, 1),
		involved: make([][]int, g.Len()),
		ever:     make([]bool, len(threads)), unsteady: make([]bool, len(threads)), starts: make([]int, len(threads)),
	}
	for i, t := range threads {
		p.people[t.Character] = i
		for _, e := range t.Events {
			p.involved[e] = append(p.involved[e], i)
		}
	}
	p.survey()
	return p
}

// survey finds out where everybody begins.
func (p *Places) survey() {
	last := make([]*causal.Resource, len(p.ever)) // facts about everybody
	for i := range p.graph.Resources {
		r := &p.graph.Resources[i]
		if s, ok := p.located(r); ok {
			p.ever[s.Who] = true
			p.follow(last, s.Who, r)
			if r.Producer == causal.Outside {
				p.starts[s.Who] = s.Place
			}
		}
	}
}

// look locates all events, for callers that visit all of them.
func (p *Places) look() {
	if p.spots != nil {
		return
	}
	p.spots = make([]Spot, p.graph.Len())
	for e := range p.spots {
		p.spots[e] = p.spot(p.graph.Step(causal.Event(e)))
	}
}

// wavers reports whether who attends an event depends on where people are by then.
func (p *Places) wavers(e causal.Event) bool {
	at := p.Spot(e)
	return slices.ContainsFunc(p.involved[e], func(who int) bool { return p.ever[who] && !at.tells(who) })
}

// Who returns the number of a character.
func (p *Places) Who(name string) (who int, ok bool) {
	who, ok = p.people[name]
	return who, ok
}

// Place returns the place of a number, which is not 0.
func (p *Places) Place(number int) trace.Term { return p.terms[number] }

// Start returns the place of a character at the beginning, 0 if unknown.
func (p *Places) Start(who int) int { return p.starts[who] }

// Placed reports whether a fact of the run ever locates a character.
func (p *Places) Placed(who int) bool { return p.ever[who] }

// Involved returns the characters that an event mentions, at any place.
func (p *Places) Involved(e causal.Event) []int { return p.involved[e] }

// Spot returns where the facts of an event have it.
func (p *Places) Spot(e causal.Event) *Spot {
	if p.spots == nil {
		at := p.spot(p.graph.Step(e))
		return &at
	}
	return &p.spots[e]
}

// located returns the character and the place of a fact.
func (p *Places) located(r *causal.Resource) (Stay, bool) {
	name, place, ok := p.facts.Of(r.Resource)
	who, known := p.people[name]
	if !ok || !known {
		return Stay{}, false
	}
	return Stay{who, p.number(place)}, true
}

func (p *Places) number(place trace.Term) int {
	text := place.String()
	n, ok := p.numbers[text]
	if !ok {
		n = len(p.terms)
		p.numbers[text] = n
		p.terms = append(p.terms, place)
	}
	return n
}

// stays returns what some facts say of places.
func (p *Places) stays(ids []trace.ResourceID) []Stay {
	var out []Stay
	for _, id := range ids {
		if s, ok := p.located(p.graph.Resource(id)); ok {
			out = append(out, s)
		}
	}
	return out
}
