package scenes

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Turns returns the scenes in which the stage changes, in order. The scenes of a lone character do not
// count, for all of them are on its way.
func (p *Performance) Turns() []*Scene {
	var turns []*Scene
	for _, s := range p.Scenes {
		if (s.Interlude() || !p.Cast.Lone) && slices.ContainsFunc(s.Events, p.turns) {
			turns = append(turns, s)
		}
	}
	return turns
}

// turns reports whether an event changes the stage.
func (p *Performance) turns(e causal.Event) bool {
	step := p.Graph.Step(e)
	token := func(id trace.ResourceID) bool { return p.Graph.Resource(id).StageToken() }
	return slices.ContainsFunc(step.Consumes, token) || slices.ContainsFunc(step.Produces, token)
}

// Share leads the ways of all characters and rooms through scenes that concern everybody: some of
// [Performance.Turns], in order. A way passes the shared scenes between its own first scene and its own
// last. A shared scene that comes before every character's scenes begins the ways of the characters that
// are alive at the start, and one that comes after them all ends the ways of the characters that are
// alive at the end. So do such scenes with the ways of all rooms.
func (p *Performance) Share(turns []*Scene) {
	p.shared = turns
	p.connect()
}

// connect enters the ways of the characters and rooms, and the passages between their scenes.
func (p *Performance) connect() {
	for _, s := range p.Scenes {
		s.Begins, s.Ends, s.Entrances, s.Exits, s.Led = nil, nil, nil, nil, nil
	}
	p.enterWays()
	lives := make(map[string]causal.Life)
	var bounds stretch // of the scenes of all characters
	if len(p.shared) > 0 {
		for _, life := range p.Lives() {
			lives[life.Character] = life
		}
		bounds = p.bounds()
	}
	for _, c := range p.Cast.Names {
		if way := p.ways[c]; len(way) > 0 {
			life, last := lives[c], way[len(way)-1]
			p.ways[c] = p.through(way, bounds, len(life.Born) == 0,
				len(life.Died) == 0 && !slices.Contains(last.Gone, c))
			p.follow(c)
		}
	}
	for _, s := range p.Scenes {
		s.Entrances, s.Exits = joined(s.Entrances), joined(s.Exits)
		slices.Reverse(s.Entrances)
	}
	for i := range p.Rooms {
		r := &p.Rooms[i]
		r.Way = p.through(r.Scenes, bounds, true, true)
		r.link()
	}
	p.findComers()
}

// A stretch is from one scene to another, by number.
type stretch struct{ first, last int }

// bounds returns the stretch from the first scene of any character to the last.
func (p *Performance) bounds() stretch {
	all := stretch{math.MaxInt, 0}
	for _, way := range p.ways {
		all.first, all.last = min(all.first, way[0].Number), max(all.last, way[len(way)-1].Number)
	}
	return all
}

// through returns a way with the shared scenes that it passes: with those before all scenes of the
// characters if it is there at the start, and with those after them if it is there at the end. A way
// that has another scene in the same hour does not pass a shared scene.
func (p *Performance) through(way []*Scene, all stretch, start, end bool) []*Scene {
	if len(p.shared) == 0 {
		return way
	}
	own := stretch{way[0].Number, way[len(way)-1].Number}
	whole := slices.Clone(way)
	for _, s := range p.shared {
		switch n := s.Number; {
		case own.first < n && n < own.last, start && n < all.first, end && n > all.last:
			i, busy := slices.BinarySearchFunc(whole, s, func(a, b *Scene) int { return a.Hour - b.Hour })
			if !busy {
				whole = slices.Insert(whole, i, s)
			}
		}
	}
	return whole
}
