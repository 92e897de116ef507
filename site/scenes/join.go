package scenes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/presence"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// door is where events without untold causes wait for a scene that they belong to. A scene looks
// only at the doors of its characters, which is faster than a look at all events.
type door struct {
	kind      kind
	who       int
	from, to  int
	visitedAs trace.ResourceID
}

// A kind says how an event may belong to a scene.
type kind int

const (
	staying  kind = iota // a character is at the scene's place in it
	coming               // a character comes to another who is there
	joining              // a character makes the same journey
	leaving              // everybody travels on
	unplaced             // its place is unknown
	entering             // it happens at the place or leads there
	visiting             // it is of the same visit to a stage
)

// ready makes an event wait for a scene.
func (c *cutter) ready(e causal.Event) {
	c.starts.push(c.rank[e])
	for _, d := range c.doors(e) {
		if c.waiting[d] == nil {
			c.waiting[d] = new(line)
		}
		c.waiting[d].enter(c.rank[e])
	}
}

// doors returns where an event waits; they are good until the next are asked for.
func (c *cutter) doors(e causal.Event) []door {
	c.found = c.found[:0]
	at := c.Spot(e)
	switch {
	case c.method == Step || c.turns(e):
		return nil
	case c.method == Stage:
		c.found = append(c.found, door{kind: visiting, visitedAs: c.visit(e)})
	case at.Nowhere():
		c.found = appendEach(c.found, c.Attend(e), door{kind: unplaced})
	case c.method == Place:
		c.found = append(c.found, door{kind: entering, to: at.To})
	default:
		c.chain(e, at)
	}
	return c.found
}

// chain finds where an event waits for a scene of a chain.
func (c *cutter) chain(e causal.Event, at *presence.Spot) {
	d := door{kind: staying, to: at.To}
	if at.Journey() {
		d.kind = coming
		c.found = append(c.found, door{kind: joining, from: at.From, to: at.To})
		c.found = appendEach(c.found, c.Attend(e), door{kind: leaving, from: at.From})
	}
	for _, who := range c.Attend(e) {
		if at.Has(who) {
			d.who = who
			c.found = append(c.found, d)
		}
	}
}

// each returns a door for each of a cast.
func each(cast []int, d door) []door { return appendEach(make([]door, 0, len(cast)), cast, d) }

// appendEach appends what each returns.
func appendEach(doors []door, cast []int, d door) []door {
	for _, who := range cast {
		d.who = who
		doors = append(doors, d)
	}
	return doors
}

// visit names the visit to a stage in which an event happens, 0 where there are none.
func (c *cutter) visit(e causal.Event) trace.ResourceID {
	for _, id := range c.Graph.Step(e).Reads {
		if c.Graph.Resource(id).StageToken() {
			return id
		}
	}
	return 0
}

// next returns the event with which a scene goes on.
func (c *cutter) next(s *staging) (causal.Event, bool) {
	switch {
	case c.method == Step:
		return 0, false
	case c.Performance.Cast.Lone && c.method != Stage:
		return c.goOn(s)
	case s.turns, s.parting && c.method == Chain:
		return 0, false
	}
	for _, doors := range c.open(s) {
		if e, ok := c.first(doors, s); ok {
			return e, true
		}
	}
	if len(s.who) == 0 && c.method != Stage {
		return c.follow(s)
	}
	return 0, false
}

// open returns behind which doors a scene looks: groups of them, the first first.
func (c *cutter) open(s *staging) [][]door {
	talk := each(s.present, door{kind: unplaced})
	switch c.method {
	case Stage:
		return [][]door{{{kind: visiting, visitedAs: c.visit(s.Events[0])}}}
	case Place:
		return [][]door{append(talk, door{kind: entering, to: s.place})}
	}
	talk = append(talk, each(s.present, door{kind: staying, to: s.place})...)
	if !s.arriving {
		return [][]door{talk}
	}
	others := append(each(s.present, door{kind: coming, to: s.place}), door{kind: joining, from: s.from, to: s.place})
	return [][]door{others, talk, each(s.who, door{kind: leaving, from: s.place})}
}

// first returns the first event behind some doors that fits a scene.
func (c *cutter) first(doors []door, s *staging) (causal.Event, bool) {
	best := len(c.order)
	told := func(rank int) bool { return c.told[rank] }
	for _, d := range doors {
		l := c.waiting[d]
		if l == nil {
			continue
		}
		rank, ok := l.first(told, func(rank int) bool { return c.fits(c.order[rank], d.kind, s) })
		if ok {
			best = min(best, rank)
		}
	}
	if best == len(c.order) {
		return 0, false
	}
	return c.order[best], true
}

// fits reports whether an event that waits behind a scene's door belongs to it.
func (c *cutter) fits(e causal.Event, k kind, s *staging) bool {
	outside := func(ok func(who int) bool) bool {
		return slices.ContainsFunc(c.Attend(e), func(who int) bool { return !ok(who) })
	}
	in := func(who int) bool { _, ok := slices.BinarySearch(s.who, who); return ok }
	switch {
	case k == joining:
		return !outside(func(who int) bool { return in(who) || c.last[who] == s.origin })
	case k == coming:
		return !c.Spot(e).Parts()
	case k == leaving:
		return !c.Spot(e).Parts() && !slices.Contains(s.been, c.Spot(e).To) && len(c.Attend(e)) == len(s.who) && !outside(in)
	case k == unplaced && !c.Cast.Location.Known(): // who goes cannot be told, only who takes part
		return !outside(in) && len(c.Attend(e)) == len(s.who)
	case k == unplaced && s.place == 0:
		return !outside(in)
	case k == unplaced:
		return !outside(func(who int) bool { return c.At[who] == 0 || c.At[who] == s.place })
	}
	return true
}

// follow returns the first event that an interlude goes on with: one without
// characters that came of it.
func (c *cutter) follow(s *staging) (causal.Event, bool) {
	best := len(c.order)
	for _, rank := range s.follows {
		e := c.order[rank]
		if rank < best && !c.told[rank] && len(c.Attend(e)) == 0 && !c.turns(e) {
			best = rank
		}
	}
	if best == len(c.order) {
		return 0, false
	}
	return c.order[best], true
}
