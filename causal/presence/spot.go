package presence

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A Spot is where the facts of an event have it: nowhere, at a place, or on the way from
// one to another.
type Spot struct {
	From, To int
	Stays    []Stay // what the facts say: those that are used up, then those needed, then those made
	Mover    int    // who is on the way; the first of several
	Meets    bool   // others are there, too, or come from somewhere else
}

// A Stay places a character.
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
