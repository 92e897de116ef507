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

// locate finds where a scene happens: for a journey, the place where a
// character was and the one where the same character is now; otherwise every
// place of a character that the scene touches.
func (s *Scene) locate(g *causal.Graph, location string) {
	if location == "" {
		return
	}
	var left, all []trace.Resource
	for _, e := range s.Events {
		step := g.Step(e)
		left = appendLocations(left, g, location, step.Consumes)
		all = appendLocations(all, g, location, slices.Concat(step.Consumes, step.Reads))
		made := appendLocations(nil, g, location, step.Produces)
		if from, to, ok := journey(left, made); ok {
			s.Places, s.Journey = []trace.Term{from, to}, true
			return
		}
		all = append(all, made...)
	}
	for _, r := range all {
		if place := r.Args[1]; !slices.ContainsFunc(s.Places, place.Equal) {
			s.Places = append(s.Places, place)
		}
	}
}

func appendLocations(out []trace.Resource, g *causal.Graph, location string, ids []trace.ResourceID) []trace.Resource {
	for _, id := range ids {
		if r := g.Resource(id).Resource; r.Pred == location && len(r.Args) == 2 {
			out = append(out, *r)
		}
	}
	return out
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
