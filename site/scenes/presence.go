package scenes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A run's facts speak of people who are far away, or dead: whoever dreams of Juliet does
// not call her. Only those who are there attend an event; the others it speaks of.
//
// Somebody is there whom the event's facts have at its place. Of a journey on which nobody
// is met those are there, too, whom the facts have where it begins: they see the travellers
// off. Somebody of whom the facts say no place is there if they are at that place by now
// and the arguments name them, or name nobody: whoever is left out is one for whom
// something is felt, or of whom something is said, and may be told of without a word of
// them. Of whom no fact of the run ever says a place is always there.
//
// An event without a place is where the first of its arguments is who is somewhere, or
// else where all are who are anywhere. Where that tells nothing, all are there.
//
// Where somebody is by now is as the events have it that were told before. Scenes are
// told in an order that does not depend on that of concurrent steps, so neither does
// this; and whoever is followed is where they were last seen to go. That order is a
// choice all the same: with another one, somebody of whom an event says no place may
// have left before it.
type presence struct {
	*ground
	method   Method
	involved [][]int                  // by event: whom it mentions
	cast     [][]int                  // by event: who attends, as far as is known
	wavers   []bool                   // by event: whether that depends on where people are by now
	ever     []bool                   // whether a fact ever says where somebody is
	starts   []int                    // where everybody is at the beginning; 0 where nobody knows
	at       []int                    // where everybody is by now
	params   map[string][]trace.Param // of rules
}

func newPresence(g *ground, threads []causal.Thread, m Method) *presence {
	n := g.graph.Len()
	p := &presence{ground: g, method: m, involved: make([][]int, n), cast: make([][]int, n),
		wavers: make([]bool, n), ever: make([]bool, len(threads)), at: make([]int, len(threads))}
	if program := g.graph.Trace.Program; program != nil {
		p.params = make(map[string][]trace.Param, len(program.Rules))
		for _, r := range program.Rules {
			p.params[r.Name] = r.Params
		}
	}
	for i, t := range threads {
		for _, e := range t.Events {
			p.involved[e] = append(p.involved[e], i)
		}
	}
	for i := range g.graph.Resources {
		r := &g.graph.Resources[i]
		if s, ok := g.located(r.ID); ok {
			p.ever[s.who] = true
			if r.Producer == causal.Outside {
				p.at[s.who] = s.place
			}
		}
	}
	p.starts = slices.Clone(p.at)
	for e := range p.wavers {
		p.wavers[e] = slices.ContainsFunc(p.involved[e], func(who int) bool { return p.ever[who] && !p.spots[e].tells(who) })
	}
	return p
}

// attend returns who attends an event if it is told now.
func (p *presence) attend(e causal.Event) []int {
	if p.cast[e] == nil || p.wavers[e] {
		p.cast[e] = p.divide(e)
	}
	return p.cast[e]
}

// settle finds out who attends an event that is told now, and puts everybody where they
// are after it. It returns who is somewhere else than before.
func (p *presence) settle(e causal.Event) (moved []int) {
	p.attend(e)
	p.wavers[e] = false
	step := p.graph.Step(e)
	for _, s := range p.stays(step.Consumes) {
		p.at[s.who] = 0
		moved = append(moved, s.who)
	}
	for _, s := range p.stays(step.Produces) {
		p.at[s.who] = s.place
		moved = append(moved, s.who)
	}
	return moved
}

// divide returns those of whom an event speaks who are there.
func (p *presence) divide(e causal.Event) []int {
	place := p.scene(e)
	if place == 0 {
		return p.involved[e]
	}
	near := only(p.involved[e], func(who int) bool { return p.near(e, who, place) })
	there := only(near, func(who int) bool { return p.spots[e].tells(who) || !p.ever[who] || p.acts(e, who) })
	switch {
	case len(there) > 0:
		return there
	case len(near) > 0:
		return near
	}
	return p.involved[e]
}

// only returns those of a cast of whom something is so.
func only(cast []int, so func(who int) bool) []int {
	absent := func(who int) bool { return !so(who) }
	if !slices.ContainsFunc(cast, absent) {
		return cast
	}
	return slices.DeleteFunc(slices.Clone(cast), absent)
}

// near reports whether somebody is where an event happens, or may be.
func (p *presence) near(e causal.Event, who, place int) bool {
	if at := &p.spots[e]; at.tells(who) {
		return at.has(who) || p.method != Place && at.leaves(who)
	}
	return !p.ever[who] || p.at[who] == place
}

// arguments returns what a rule was applied to, without what it has no name for but a
// wildcard: no text can tell of that.
func (p *presence) arguments(e causal.Event) []trace.Term {
	step := p.graph.Step(e)
	params := p.params[step.Rule]
	if len(params) != len(step.Args) {
		return step.Args
	}
	var named []trace.Term
	for i, arg := range step.Args {
		if !strings.HasPrefix(params[i].Name, "_") {
			named = append(named, arg)
		}
	}
	return named
}

// acts reports whether an event's arguments name somebody, or name nobody at all.
func (p *presence) acts(e causal.Event, who int) bool {
	args := p.arguments(e)
	return p.name(args, func(i int) bool { return i == who }) || !p.name(args, func(int) bool { return true })
}

// name reports whether terms, or what is in them, name somebody of whom something is so.
func (p *presence) name(terms []trace.Term, so func(who int) bool) bool {
	return slices.ContainsFunc(terms, func(t trace.Term) bool {
		who, ok := p.people[t.Head]
		return ok && so(who) || p.name(t.Args, so)
	})
}

// scene returns where an event happens if it is told now, 0 where nobody can tell.
func (p *presence) scene(e causal.Event) int {
	if at := &p.spots[e]; !at.nowhere() {
		return at.to
	}
	return cmp.Or(p.acted(e), p.whereabouts(p.involved[e]))
}

// acted returns where the first of an event's arguments is who is somewhere, 0 for nobody.
func (p *presence) acted(e causal.Event) int {
	for _, arg := range p.arguments(e) {
		if who, ok := p.people[arg.String()]; ok && p.at[who] != 0 {
			return p.at[who]
		}
	}
	return 0
}

// attended returns threads without the events at which the characters are not.
func (p *presence) attended(threads []causal.Thread) []causal.Thread {
	out := make([]causal.Thread, len(threads))
	for who, t := range threads {
		at := func(events []causal.Event) (there []causal.Event) {
			for _, e := range events {
				if _, ok := slices.BinarySearch(p.cast[e], who); ok {
					there = append(there, e)
				}
			}
			return there
		}
		out[who] = causal.Thread{Character: t.Character, Events: at(t.Events)}
		for _, group := range t.Groups {
			if there := at(group); len(there) > 0 {
				out[who].Groups = append(out[who].Groups, there)
			}
		}
	}
	return out
}

// whereabouts returns where all of a cast are whose place is known, 0 where they are at
// several.
func (p *presence) whereabouts(cast []int) int {
	place := 0
	for _, who := range cast {
		if at := p.at[who]; at != 0 && place != 0 && at != place {
			return 0
		}
		place = max(place, p.at[who])
	}
	return place
}
