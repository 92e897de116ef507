package scenes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/presence"
)

// Step returns what an event is as a scene of its own, without ways to others. Where it does
// not say where people are, they are where the play has them when it tells the event; only
// then has the play to be told. It is not for several goroutines at a time.
func (p *Performance) Step(e causal.Event) *Scene {
	if p.solo == nil {
		p.solo = p.places.TellOne(presence.Options{})
	}
	clear(p.solo.At)
	for _, who := range p.places.Concerned(e) {
		p.solo.At[who] = p.placeBefore(e, who)
	}
	c := &cutter{Performance: p, Telling: p.solo, method: Step}
	s := c.stage(e)
	c.enter(s, e)
	s.end(c)
	s.locate(p)
	return s.Scene
}

// placeBefore returns the place of a character when an event is told, 0 for none.
func (p *Performance) placeBefore(e causal.Event, who int) int {
	if place, certain := p.places.Before(e, who); certain {
		return place
	}
	if p.log == nil {
		c := newCutter(p)
		for range c.cut() { // the scenes would take much memory
		}
		p.log = c.log
	}
	return p.log.before(e, who)
}

// placeLog records where the characters are while a play is told.
type placeLog struct {
	places *presence.Places
	when   []int32  // by event: the number of events told before it
	moves  [][]move // by character, in the order of telling
	told   int32    // the number of events told
}

// move says that a character is at a place, 0 for none, once a number of events are told.
type move struct{ after, place int32 }

// record records the places of the characters that an event moved, which is the last one told.
func (l *placeLog) record(e causal.Event, moved, at []int) {
	l.when[e] = l.told
	l.told++
	for _, who := range moved {
		l.moves[who] = append(l.moves[who], move{l.told, int32(at[who])})
	}
}

// before returns the place of a character when an event was told.
func (l *placeLog) before(e causal.Event, who int) int {
	moves := l.moves[who]
	i, _ := slices.BinarySearchFunc(moves, l.when[e]+1, func(m move, after int32) int { return int(m.after - after) })
	if i == 0 {
		return l.places.Start(who)
	}
	return int(moves[i-1].place)
}
