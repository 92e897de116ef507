package presence

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Places are what the facts of a run say of places, in whatever order its events are
// told. Characters are numbered by their threads, places from 1; 0 is none.
type Places struct {
	graph    *causal.Graph
	facts    causal.Location // facts locate characters
	people   map[string]int  // people are numbers by name
	numbers  map[string]int  // numbers of places by their terms' text
	terms    []trace.Term    // terms of places
	spots    []Spot          // spots by event; nil before [Places.Tell]
	involved [][]int         // involved by event: the characters it mentions
	ever     []bool          // ever: a fact of the run locates the character
	unsteady []bool          // unsteady: the character's facts are not consecutive
	starts   []int           // starts are the places at the beginning
}

// New returns what some facts, as package cast finds them, say of where the characters
// of some threads are.
func New(g *causal.Graph, threads []causal.Thread, facts causal.Location) *Places {
	p := &Places{
		graph: g, facts: facts, people: make(map[string]int, len(threads)),
		numbers: make(map[string]int), terms: make([]trace.Term, 1),
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

// survey finds where the characters begin, and which of them are not steady.
func (p *Places) survey() {
	last := make([]*causal.Resource, len(p.ever)) // by character: the last fact
	for i := range p.graph.Resources {
		r := &p.graph.Resources[i]
		if s, ok := p.located(r); ok {
			p.ever[s.Who] = true
			if before := last[s.Who]; before != nil && !p.leads(before, r) {
				p.unsteady[s.Who] = true
			}
			last[s.Who] = r
			if r.Producer == causal.Outside {
				p.starts[s.Who] = s.Place
			}
		}
	}
}

// depends reports whether the attendance of an event depends on where characters are by then.
func (p *Places) depends(e causal.Event) bool {
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

// Spot is where the facts of an event have it: nowhere, at a place, or on the way from
// one to another.
type Spot struct {
	From, To int
	Stays    []Stay // what the facts say: those that are used up, then those needed, then those made
	Mover    int    // the character on the way; the first of several
	Meets    bool   // others are there, too, or come from somewhere else
}

// Stay is a character at a place.
type Stay struct{ Who, Place int }

// Nowhere reports whether the event's facts say nothing of places.
func (s *Spot) Nowhere() bool { return s.To == 0 }

// Journey reports whether the event is on the way from one place to another.
func (s *Spot) Journey() bool { return s.From != s.To }

// Has reports whether the event's facts place a character at the event's place.
func (s *Spot) Has(who int) bool { return slices.Contains(s.Stays, Stay{who, s.To}) }

// Parts reports whether a journey leaves a character behind.
func (s *Spot) Parts() bool {
	return slices.ContainsFunc(s.Stays, func(st Stay) bool { return s.leaves(st.Who) && !s.Has(st.Who) })
}

// tells reports whether the event's facts place a character anywhere.
func (s *Spot) tells(who int) bool {
	return slices.ContainsFunc(s.Stays, func(st Stay) bool { return st.Who == who })
}

// leaves reports whether a character is at the origin of a journey on which the travellers meet no
// one.
func (s *Spot) leaves(who int) bool {
	return s.Journey() && !s.Meets && slices.Contains(s.Stays, Stay{who, s.From})
}

// spot locates a step. A journey has the old and the new place of the same character; any other
// step happens where the first of its facts about places has its character.
func (p *Places) spot(step *trace.Step) Spot {
	left, needed, made := p.stays(step.Consumes), p.stays(step.Reads), p.stays(step.Produces)
	at := Spot{Stays: slices.Concat(left, needed, made)}
	if len(at.Stays) == 0 {
		return at
	}
	at.From, at.To = at.Stays[0].Place, at.Stays[0].Place
	for _, a := range left {
		i := slices.IndexFunc(made, func(b Stay) bool { return a.Who == b.Who && a.Place != b.Place })
		if i >= 0 {
			at.From, at.To, at.Mover = a.Place, made[i].Place, a.Who
			break
		}
	}
	there := func(s Stay) bool { return s.Place == at.To }
	apart := func(s Stay) bool { return there(s) && !slices.Contains(left, Stay{s.Who, at.From}) }
	at.Meets = slices.ContainsFunc(left, there) || slices.ContainsFunc(needed, there) || slices.ContainsFunc(made, apart)
	return at
}

// A character is steady if its facts about places follow each other, each made by the event that
// used up the one before, or by one that this led to. So all that moves the character is ordered, and
// an event that needs one of these facts has the character there in every order that respects the
// causal one.

// leads reports whether a fact was used up by the event that made another one, or by a cause
// of it.
func (p *Places) leads(before, after *causal.Resource) bool {
	end, begin := before.Consumer, after.Producer
	if end == causal.Outside || begin == causal.Outside {
		return false
	}
	_, cause := slices.BinarySearch(p.graph.Causes(begin), end)
	return cause || end == begin
}

// Before returns the place of a character before an event, 0 for nowhere; false if that depends on
// the order of telling.
func (p *Places) Before(e causal.Event, who int) (place int, certain bool) {
	switch {
	case !p.ever[who]:
		return 0, true
	case p.unsteady[who] || !p.Spot(e).tells(who):
		return 0, false
	}
	step := p.graph.Step(e)
	for _, s := range p.stays(slices.Concat(step.Consumes, step.Reads)) {
		if s.Who == who {
			return s.Place, true
		}
	}
	return 0, true // it arrives
}

// Concerned returns the characters with places that may decide who attends an event: those it
// mentions and the characters its arguments name, possibly with repetitions.
func (p *Places) Concerned(e causal.Event) []int {
	concerned := slices.Clone(p.involved[e])
	for _, arg := range p.arguments(e) {
		if who, ok := p.people[arg.String()]; ok {
			concerned = append(concerned, who)
		}
	}
	return concerned
}
