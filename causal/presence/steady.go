package presence

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// Whoever is steady has one fact about their place after another, each made by the event that
// used up the one before, or by one that this led to. So all that moves them is ordered, and
// an event that needs one of these facts has them there in every order that respects the
// causal one.

// follow finds out who is not steady, from their facts in the order of the run.
func (p *Places) follow(last []*causal.Resource, who int, r *causal.Resource) {
	if before := last[who]; before != nil && !p.leads(before, r) {
		p.unsteady[who] = true
	}
	last[who] = r
}

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
	return 0, true // they come to be somewhere
}

// Concerned returns the characters with places that may decide who attends an event: those it
// mentions and those its arguments name, possibly with repetitions.
func (p *Places) Concerned(e causal.Event) []int {
	concerned := slices.Clone(p.involved[e])
	for _, arg := range p.arguments(e) {
		if who, ok := p.people[arg.String()]; ok {
			concerned = append(concerned, who)
		}
	}
	return concerned
}
