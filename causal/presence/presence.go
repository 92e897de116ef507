// Package presence computes which characters attend each event of a run, and their places at that
// time.
//
// A run's facts mention people who are far away, or dead: dreaming of Juliet does not summon her.
// Only the characters present attend an event; it merely mentions the others.
//
// A character attends an event if the event's facts place it at the event's place. If the
// travellers on a journey meet no one, the characters that the facts place at its origin attend,
// too: they see the travellers off. A character that the facts do not place attends if its current
// place is the event's and the arguments name it, or name no character: a character left out of
// the arguments may be the object of a feeling or a remark, and need not be there. A character
// that no fact of the run ever places attends all events that mention it.
//
// An event without a place of its own happens at the place of its first argument that has one, or
// else at the common place of all characters that have one. If neither exists, all attend.
//
// The facts about places form the [Places] of a run. The current place of a character depends on
// the events told so far: a [Telling] is told the events one by one. That order is a choice: in
// another order, a character that an event does not place may have left before it. The attendance
// of the other characters, and all final places, are the same in every order that respects the
// causal one.
package presence

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Telling tracks where the characters are while the events of a run are told, in an order that
// respects the causal one.
type Telling struct {
	*Places
	// At is the current place of each character; 0 if it is nowhere or unknown.
	At      []int
	options Options
	cast    [][]int // by event: the characters that attend it, if found already; nil in TellOne
	depends []bool  // by event: its attendance still depends on where characters are
}

// Options say which characters attend an event. The zero value is all that are there.
type Options struct {
	// NoFarewells leaves out characters that only see travellers off: a journey is where it ends.
	NoFarewells bool
}

// Tell begins to tell a run.
func (p *Places) Tell(o Options) *Telling {
	if p.spots == nil {
		p.spots = make([]Spot, p.graph.Len())
		for e := range p.spots {
			p.spots[e] = p.spot(p.graph.Step(causal.Event(e)))
		}
	}
	t := p.TellOne(o)
	t.cast, t.depends = make([][]int, len(p.spots)), make([]bool, len(p.spots))
	for e := range t.depends {
		t.depends[e] = p.depends(causal.Event(e))
	}
	return t
}

// TellOne is Tell for callers that set [Telling.At] for an event of their choice and tell only
// that event. It does not record attendance, and costs nothing for all the other events.
func (p *Places) TellOne(o Options) *Telling {
	return &Telling{Places: p, At: slices.Clone(p.starts), options: o}
}

// Attend returns the characters that attend an event if it is told now or, of one that was told, that
// did; ascending.
func (t *Telling) Attend(e causal.Event) []int {
	if t.cast == nil {
		return t.divide(e)
	}
	if t.cast[e] == nil || t.depends[e] {
		t.cast[e] = t.divide(e)
	}
	return t.cast[e]
}

// Settle tells an event: it finds which characters attend it, and moves the characters to their places
// after it. It returns the characters with changed facts about places, possibly with repetitions.
func (t *Telling) Settle(e causal.Event) (moved []int) {
	if t.cast != nil {
		t.Attend(e)
		t.depends[e] = false
	}
	step := t.graph.Step(e)
	for _, s := range t.stays(step.Consumes) {
		t.At[s.Who] = 0
		moved = append(moved, s.Who)
	}
	for _, s := range t.stays(step.Produces) {
		t.At[s.Who] = s.Place
		moved = append(moved, s.Who)
	}
	return moved
}

// divide returns the characters mentioned by an event that attend it.
func (t *Telling) divide(e causal.Event) []int {
	place := t.scene(e)
	if place == 0 {
		return t.involved[e]
	}
	at := t.Spot(e)
	near := only(t.involved[e], func(who int) bool { return t.near(e, who, place) })
	there := only(near, func(who int) bool { return at.tells(who) || !t.ever[who] || t.acts(e, who) })
	switch {
	case len(there) > 0:
		return there
	case len(near) > 0:
		return near
	}
	return t.involved[e]
}

// only returns the members of a cast that satisfy so.
func only(cast []int, so func(who int) bool) []int {
	absent := func(who int) bool { return !so(who) }
	if !slices.ContainsFunc(cast, absent) {
		return cast
	}
	return slices.DeleteFunc(slices.Clone(cast), absent)
}

// near reports whether a character is, or may be, where an event happens.
func (t *Telling) near(e causal.Event, who, place int) bool {
	if at := t.Spot(e); at.tells(who) {
		return at.Has(who) || !t.options.NoFarewells && at.leaves(who)
	}
	return !t.ever[who] || t.At[who] == place
}

// scene returns the place of an event if it is told now, 0 if unknown.
func (t *Telling) scene(e causal.Event) int {
	if at := t.Spot(e); !at.Nowhere() {
		return at.To
	}
	for _, arg := range t.arguments(e) {
		if who, ok := t.people[arg.String()]; ok && t.At[who] != 0 {
			return t.At[who]
		}
	}
	return t.Whereabouts(t.involved[e])
}

// Whereabouts returns the common place of all members of a cast with a known place, 0 if they are
// at several.
func (t *Telling) Whereabouts(cast []int) int {
	place := 0
	for _, who := range cast {
		if at := t.At[who]; at != 0 && place != 0 && at != place {
			return 0
		}
		place = max(place, t.At[who])
	}
	return place
}

// Attended returns threads without the events at which the characters are not, when all
// are told.
func (t *Telling) Attended(threads []causal.Thread) []causal.Thread {
	out := make([]causal.Thread, len(threads))
	for who, thread := range threads {
		at := func(events []causal.Event) (there []causal.Event) {
			for _, e := range events {
				if _, ok := slices.BinarySearch(t.cast[e], who); ok {
					there = append(there, e)
				}
			}
			return there
		}
		out[who] = causal.Thread{Character: thread.Character, Events: at(thread.Events)}
		for _, group := range thread.Groups {
			if there := at(group); len(there) > 0 {
				out[who].Groups = append(out[who].Groups, there)
			}
		}
	}
	return out
}

// arguments returns the arguments of an event, without the ones of wildcards, which no text can
// mention.
func (p *Places) arguments(e causal.Event) []trace.Term {
	step := p.graph.Step(e)
	rule := p.graph.Declared(e)
	if rule == nil || len(rule.Params) != len(step.Args) {
		return step.Args
	}
	var named []trace.Term
	for i, arg := range step.Args {
		if !strings.HasPrefix(rule.Params[i].Name, "_") {
			named = append(named, arg)
		}
	}
	return named
}

// acts reports whether an event's arguments name the character, or no character at all.
func (p *Places) acts(e causal.Event, who int) bool {
	args := p.arguments(e)
	return p.name(args, func(i int) bool { return i == who }) || !p.name(args, func(int) bool { return true })
}

// name reports whether terms, subterms included, name a character that satisfies so.
func (p *Places) name(terms []trace.Term, so func(who int) bool) bool {
	return slices.ContainsFunc(terms, func(t trace.Term) bool {
		who, ok := p.people[t.Head]
		return ok && so(who) || p.name(t.Args, so)
	})
}
