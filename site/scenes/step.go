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
	if p.courses == nil {
		p.tell()
	}
	return p.courses.before(e, who)
}

// tell tells the play for the courses of the cast alone: its scenes would take much memory.
func (p *Performance) tell() {
	c := newCutter(p)
	for range c.cut() {
	}
	p.courses = c.courses
}

// courses are where everybody is while a play is told.
type courses struct {
	places *presence.Places
	when   []int32  // by event: how many were told before it
	turns  [][]turn // of everybody, in the order of telling
	count  int32    // of events that were told
}

// turn says that a character is at a place, 0 for none, once a number of events are told.
type turn struct{ after, place int32 }

func newCourses(p *Performance) *courses {
	return &courses{places: p.places, when: make([]int32, p.Graph.Len()), turns: make([][]turn, len(p.mentions))}
}

// note records the places of the characters that an event moved, which is the last one told.
func (c *courses) note(e causal.Event, moved, at []int) {
	c.when[e] = c.count
	c.count++
	for _, who := range moved {
		c.turns[who] = append(c.turns[who], turn{c.count, int32(at[who])})
	}
}

// before returns the place of a character when an event was told.
func (c *courses) before(e causal.Event, who int) int {
	turns := c.turns[who]
	i, _ := slices.BinarySearchFunc(turns, c.when[e]+1, func(t turn, after int32) int { return int(t.after - after) })
	if i == 0 {
		return c.places.Start(who)
	}
	return int(turns[i-1].place)
}
