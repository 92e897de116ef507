// Package presence says who is at which event of a run, and where everybody is by then.
//
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
// What facts say of places are the [Places] of a run. Where somebody is by now depends on
// what was told before: a [Telling] is told the events one by one. That order is a choice:
// with another one, somebody of whom an event says no place may have left before it. Who
// attends the others, and where everybody is in the end, is the same in every order that
// respects the causal one.
package presence

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// A Telling knows where everybody is while the events of a run are told, in an order that
// respects the causal one.
type Telling struct {
	*Places
	// At is where everybody is by now, by character; 0 for those who are nowhere, or of
	// whom nobody knows.
	At      []int
	options Options
	cast    [][]int // by event: who attends, as far as is known; nil where that is not kept
	wavers  []bool  // by event: whether that depends on where people are by now
}

// Options say who attends an event. The zero value is all who are there.
type Options struct {
	// NoFarewells leaves out who only sees travellers off: a journey is where it ends.
	NoFarewells bool
}

// Tell begins to tell a run.
func (p *Places) Tell(o Options) *Telling {
	p.look()
	t := p.TellOne(o)
	t.cast, t.wavers = make([][]int, len(p.spots)), make([]bool, len(p.spots))
	for e := range t.wavers {
		t.wavers[e] = p.wavers(causal.Event(e))
	}
	return t
}

// TellOne is Tell for those who set [Telling.At] for an event of their choice and tell only
// that. It does not keep who attends, and costs nothing for all the other events.
func (p *Places) TellOne(o Options) *Telling {
	return &Telling{Places: p, At: slices.Clone(p.starts), options: o}
}

// Attend returns who attends an event if it is told now or, of one that was told, who did;
// ascending.
func (t *Telling) Attend(e causal.Event) []int {
	if t.cast == nil {
		return t.divide(e)
	}
	if t.cast[e] == nil || t.wavers[e] {
		t.cast[e] = t.divide(e)
	}
	return t.cast[e]
}

// Settle tells an event: it finds out who attends it, and puts everybody where they are
// after it. It returns of whom the event changed facts about places, some more than once.
func (t *Telling) Settle(e causal.Event) (moved []int) {
	if t.cast != nil {
		t.Attend(e)
		t.wavers[e] = false
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

// divide returns those of whom an event speaks who are there.
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

// only returns those of a cast of whom something is so.
func only(cast []int, so func(who int) bool) []int {
	absent := func(who int) bool { return !so(who) }
	if !slices.ContainsFunc(cast, absent) {
		return cast
	}
	return slices.DeleteFunc(slices.Clone(cast), absent)
}

// near reports whether somebody is where an event happens, or may be.
func (t *Telling) near(e causal.Event, who, place int) bool {
	if at := t.Spot(e); at.tells(who) {
		return at.Has(who) || !t.options.NoFarewells && at.leaves(who)
	}
	return !t.ever[who] || t.At[who] == place
}

// scene returns where an event happens if it is told now, 0 where nobody can tell.
func (t *Telling) scene(e causal.Event) int {
	if at := t.Spot(e); !at.Nowhere() {
		return at.To
	}
	return cmp.Or(t.acted(e), t.Whereabouts(t.involved[e]))
}

// acted returns where the first of an event's arguments is who is somewhere, 0 for nobody.
func (t *Telling) acted(e causal.Event) int {
	for _, arg := range t.arguments(e) {
		if who, ok := t.people[arg.String()]; ok && t.At[who] != 0 {
			return t.At[who]
		}
	}
	return 0
}

// Whereabouts returns where all of a cast are whose place is known, 0 where they are at
// several.
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
