package site

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// findLocation returns the predicate that says where the characters are: a
// linear one of a character and something of another type that has constants.
// Of several it is the one with the most resources, of equals the first
// declared; "" is none.
func findLocation(t *trace.Trace, castType string) string {
	if t.Program == nil || castType == "" {
		return ""
	}
	counts := make(map[string]int)
	for _, r := range t.Resources {
		counts[r.Pred]++
	}
	best, most := "", 0
	for _, p := range t.Program.Predicates {
		if locates(p, t.Program.Types, castType) && counts[p.Name] > most {
			best, most = p.Name, counts[p.Name]
		}
	}
	return best
}

func locates(p trace.Predicate, types []trace.Type, castType string) bool {
	if p.Mode != trace.Linear || len(p.Args) != 2 || p.Args[0] != castType || p.Args[1] == castType {
		return false
	}
	return slices.ContainsFunc(types, func(t trace.Type) bool {
		return t.Name == p.Args[1] && len(t.Constants) > 0
	})
}

// locate finds where a scene happens and who is there. A journey happens where
// a character was and where the same character is now; any other scene where the
// first of its facts about places has somebody.
func (s *Scene) locate(g *causal.Graph, location string) {
	left, needed, made := s.locations(g, location)
	all := slices.Concat(left, needed, made)
	if len(all) == 0 {
		s.Here = s.Cast
		return
	}
	s.Places = []trace.Term{all[0].Args[1]}
	if from, to, ok := journey(left, made); ok {
		s.Places, s.Journey = []trace.Term{from, to}, true
	}
	for _, c := range s.Cast {
		s.find(c, all)
	}
}

// locations returns the facts a scene uses up, needs and makes that say where
// somebody is.
func (s *Scene) locations(g *causal.Graph, location string) (left, needed, made []trace.Resource) {
	within := func(ids []trace.ResourceID) (out []trace.Resource) {
		for _, id := range ids {
			if r := g.Resource(id).Resource; r.Pred == location && len(r.Args) == 2 {
				out = append(out, *r)
			}
		}
		return out
	}
	for _, e := range s.Events {
		step := g.Step(e)
		left = append(left, within(step.Consumes)...)
		needed = append(needed, within(step.Reads)...)
		made = append(made, within(step.Produces)...)
	}
	return left, needed, made
}

// journey returns where the first of those who leave a place for another one
// comes from and goes to.
func journey(left, made []trace.Resource) (from, to trace.Term, ok bool) {
	for _, a := range left {
		for _, b := range made {
			if a.Args[0].Equal(b.Args[0]) && !a.Args[1].Equal(b.Args[1]) {
				return a.Args[1], b.Args[1], true
			}
		}
	}
	return trace.Term{}, trace.Term{}, false
}

// find enters a character where the scene's facts have it: of several places
// elsewhere, at the last.
func (s *Scene) find(character string, all []trace.Resource) {
	var places []trace.Term
	for _, r := range all {
		if r.Args[0].Equal(trace.Const(character)) {
			places = append(places, r.Args[1])
		}
	}
	here := func(place trace.Term) bool { return slices.ContainsFunc(s.Places, place.Equal) }
	switch {
	case len(places) == 0:
		s.InMind = append(s.InMind, character)
	case slices.ContainsFunc(places, here):
		s.Here = append(s.Here, character)
	default:
		s.Elsewhere = append(s.Elsewhere, Stay{character, places[len(places)-1]})
	}
}
