package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// kindOfThings is how things of a type look.
type kindOfThings struct {
	name  string
	cast  bool // the characters
	place bool
	rank  int // the order in which kinds are drawn
	node  diagram.Node
}

// kindsOfThings are the kinds of constants in a run: characters, places, and other things by their type.
type kindsOfThings struct {
	cast, place, other *kindOfThings
	hue                map[string]int           // of characters
	byName             map[string]*kindOfThings // of other constants, as far as a type lists them
}

// kindsOfThings returns the kinds. Characters have the colours of their lines in other views, types of
// other things the next ones, so that shape and colour tell types apart.
func (a *artist) kindsOfThings(company causal.Cast) kindsOfThings {
	k := kindsOfThings{
		cast: &kindOfThings{name: "character", cast: true, rank: 1,
			node: diagram.Node{Shape: diagram.Capsule, Look: diagram.Event}},
		place:  &kindOfThings{name: "place", place: true, node: diagram.Node{Look: diagram.Persistent, Bold: true}},
		other:  &kindOfThings{name: "other", rank: 2, node: diagram.Node{Look: diagram.Event}},
		hue:    make(map[string]int),
		byName: make(map[string]*kindOfThings),
	}
	for i, name := range company.Names {
		k.hue[name] = i + 1
	}
	program := a.graph.Trace.Program
	if program == nil {
		return k
	}
	place := company.Location.Places(program).Name
	if place != "" {
		k.place.name = place
	}
	if company.Type != "" {
		k.cast.name = company.Type
	}
	shapes := []diagram.Shape{diagram.Bar, diagram.Oval, diagram.Box}
	types := 0
	for _, t := range program.Types {
		if len(t.Constants) == 0 || t.Name == place || t.Name == company.Type {
			continue
		}
		kind := &kindOfThings{name: t.Name, rank: 3 + types, node: diagram.Node{Shape: shapes[types%len(shapes)],
			Look: diagram.Resource, Hue: len(company.Names) + types + 1, Bold: true}}
		types++
		for _, name := range t.Constants {
			if k.byName[name] == nil {
				k.byName[name] = kind
			}
		}
	}
	return k
}

// of returns the kind of a constant.
func (k *kindsOfThings) of(name string, isPlace bool) *kindOfThings {
	switch {
	case isPlace:
		return k.place
	case k.hue[name] > 0:
		return k.cast
	case k.byName[name] != nil:
		return k.byName[name]
	}
	return k.other
}

// legendOfKinds says what the kinds look like, of those that are there, if there are several.
func (s *stateGraph) legendOfKinds() {
	var there []*kindOfThings
	samples := make(map[*kindOfThings]diagram.Node)
	for _, t := range s.things {
		if !slices.Contains(there, t.kind) {
			there = append(there, t.kind)
			samples[t.kind] = s.look(t)
		}
	}
	if len(there) < 2 {
		return
	}
	for _, kind := range there {
		text := s.short(kind.name)
		if kind.place {
			text += " and what is there"
		}
		n := samples[kind]
		if kind.cast {
			s.explain(text+" (each has a colour)", &n, nil, n.Shape)
			continue
		}
		s.explain(text, &n, nil)
	}
	if len(s.ways) > 0 {
		e := wayEdge()
		s.explain("way that a fact names or a character went", nil, &e)
	}
}

// look returns how a thing looks.
func (s *stateGraph) look(t *thing) diagram.Node {
	n := t.kind.node
	if t.kind.cast {
		n.Hue = s.kinds.hue[t.name]
	}
	return n
}

// wayEdge returns the line between two places.
func wayEdge() diagram.Edge {
	return diagram.Edge{Look: diagram.Faint, Head: diagram.NoHead, Width: 2, Classes: []string{"way"}}
}
