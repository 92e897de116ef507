package scenes

import (
	"container/heap"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/presence"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Scenes are told one after another. Each begins with an event that has no untold causes, and goes
// on with other such events that belong to it, until there are none. So every event is in one
// scene, no scene leads back to an earlier one, and the place of each character is known when a
// scene begins. The order of the scenes does not depend on that of concurrent steps, so neither do
// the characters of each scene; a lone character is the exception, see nextInOrder.
//
// In a chain these are French scenes, as editions of plays number them: no character comes or goes
// within one. A character comes at the beginning of a scene, and goes in the next one. Within that
// a scene follows the talk: each event shares a character who is there with earlier events.

// cut assigns every event to a scene, and yields the scenes in an order that respects
// the causal one.
func (c *cutter) cut() iter.Seq[*Scene] {
	return func(yield func(*Scene) bool) {
		for {
			e, ok := c.start()
			if !ok || !yield(c.scene(e)) {
				return
			}
		}
	}
}

// scene returns the scene that an event begins.
func (c *cutter) scene(e causal.Event) *Scene {
	s := c.begin(e)
	for len(s.Events) < c.method.most(c.Performance.Cast.Lone) {
		e, ok := c.next(s)
		if !ok {
			break
		}
		c.add(s, e)
	}
	s.end(c)
	return s.Scene
}

// cutter cuts a run into scenes, one after another.
type cutter struct {
	*Performance
	*presence.Telling
	method  Method
	order   []causal.Event // by rank
	rank    []int
	causes  []int  // how many of each event's causes are not told yet
	told    []bool // by rank
	starts  ranked // events that may begin a scene, and events told so far
	waiting map[queueKey]*queue
	last    []*Scene // by character: the last scene
	log     *placeLog
	keys    []queueKey  // of [cutter.keysOf]
	began   map[int]int // of the last staging
}

// newCutter returns a cutter that has told nothing yet.
func newCutter(p *Performance) *cutter {
	n := p.Graph.Len()
	c := &cutter{
		Performance: p, Telling: p.places.Tell(presence.Options{NoFarewells: p.method == Place}), method: p.method,
		rank: make([]int, n), causes: make([]int, n), told: make([]bool, n),
		waiting: make(map[queueKey]*queue), last: make([]*Scene, len(p.mentions)),
		log: &placeLog{places: p.places, when: make([]int32, n), moves: make([][]move, len(p.mentions))},
	}
	c.order = c.ranks()
	for i, e := range c.order {
		c.rank[e] = i
	}
	for _, e := range c.order {
		if c.causes[e] = len(p.Graph.Causes(e)); c.causes[e] == 0 {
			c.ready(e)
		}
	}
	return c
}

// staging is a scene that is being put together.
type staging struct {
	*Scene
	place   int         // where it has come to; 0 if unknown
	present []int       // the characters of the cast at the place
	from    int         // where it was before it came there, on a journey
	been    []int       // where the journey has led
	origin  *Scene      // where the first traveller was before
	moved   []int       // characters that came to a place or left one, some more than once
	began   map[int]int // places, when it began, of the characters told of so far
	follows []int       // ranks of events that came of it, and had no other cause left

	turns      bool // an event of it changes the stage
	arriving   bool // so far there are only journeys without a meeting
	travelling bool // it is a journey, so far
	scattered  bool // it happens at several places
	parting    bool // a journey in it leaves a character behind
}

// start returns the next event that begins a scene.
func (c *cutter) start() (causal.Event, bool) {
	for len(c.starts) > 0 {
		if rank := heap.Pop(&c.starts).(int); !c.told[rank] {
			return c.order[rank], true
		}
	}
	return 0, false
}

// begin begins a scene.
func (c *cutter) begin(e causal.Event) *staging {
	s := c.stage(e)
	if at := c.Spot(e); at.Journey() {
		s.origin = c.last[at.Mover]
	}
	c.add(s, e)
	return s
}

// stage returns a scene that is to begin with an event.
func (c *cutter) stage(e causal.Event) *staging {
	if c.began == nil || len(c.began) > mostKept {
		c.began = make(map[int]int)
	}
	clear(c.began) // the last scene, which had it, is done
	at := c.Spot(e)
	s := &staging{
		Scene: &Scene{}, began: c.began, turns: c.turns(e), arriving: true, travelling: c.method != Place,
	}
	switch {
	case at.Nowhere():
		s.place = c.Whereabouts(c.Attend(e))
	case at.Journey():
		s.from, s.been = at.From, []int{at.From}
	}
	return s
}

// mostKept is the size of the largest map that is used again.
const mostKept = 64

// add adds an event to a scene, and makes the events wait for one that have no other untold cause.
func (c *cutter) add(s *staging, e causal.Event) {
	c.told[c.rank[e]] = true
	moved := c.enter(s, e)
	c.log.record(e, moved, c.At)
	for _, who := range c.Attend(e) {
		c.last[who] = s.Scene
	}
	for _, f := range c.Graph.Effects(e) {
		if c.causes[f]--; c.causes[f] == 0 {
			c.ready(f)
			s.follows = append(s.follows, c.rank[f])
		}
	}
}

// enter tells an event as part of a scene, and returns the characters that came to a place or left one.
func (c *cutter) enter(s *staging, e causal.Event) (moved []int) {
	s.Events = append(s.Events, e)
	for _, who := range c.Involved(e) {
		// Its place is that at the first mention: the event may send the character away before another
		// event brings it in.
		if _, known := s.began[who]; !known {
			s.began[who] = c.At[who]
		}
	}
	for _, who := range c.Attend(e) {
		if i, found := slices.BinarySearch(s.who, who); !found {
			s.who = slices.Insert(s.who, i, who)
			s.stays = slices.Insert(s.stays, i, span{from: s.began[who]})
		}
	}
	moved = c.Settle(e)
	s.moved = append(s.moved, moved...)
	s.happen(c.Spot(e), c.method)
	s.scattered = s.scattered || c.method == Stage && c.Spot(e).Nowhere() && c.elsewhere(e, s.place)
	s.present = s.present[:0]
	for _, who := range s.who {
		if s.place == 0 || c.At[who] == s.place { // all, if the place is unknown
			s.present = append(s.present, who)
		}
	}
	return moved
}

// elsewhere reports whether a character with places attends an event and is not at the place, or
// the place is unknown.
func (c *cutter) elsewhere(e causal.Event, place int) bool {
	return slices.ContainsFunc(c.Attend(e), func(who int) bool {
		return c.Placed(who) && (place == 0 || c.At[who] != place)
	})
}

// happen notes where an event happens.
func (s *staging) happen(at *presence.Spot, m Method) {
	s.arriving = s.arriving && at.Journey() && !at.Meets
	s.parting = s.parting || at.Parts()
	s.travelling = s.travelling && at.Journey() && !at.Meets && (m == Chain || at.From == s.from)
	if !at.Nowhere() {
		s.scattered = s.scattered || m == Stage && s.place != 0 && s.place != at.To
		s.place = at.To
		s.been = append(s.been, at.To)
	}
}

// end ends a scene.
func (s *staging) end(c *cutter) {
	slices.Sort(s.Events)
	s.ID = c.Graph.Step(s.Events[0]).ID
	for i, who := range s.who {
		s.stays[i].to = c.At[who]
	}
	s.leave(c)
	switch {
	case s.place == 0 || s.scattered || s.parting && c.method == Stage && !s.travelling:
	case s.travelling:
		s.Places, s.Journey = []trace.Term{c.Place(s.from), c.Place(s.place)}, true
	default:
		s.Places = []trace.Term{c.Place(s.place)}
	}
}

// leave lists the characters that are nowhere now, and the characters that came or went without being
// there.
func (s *staging) leave(c *cutter) {
	slices.Sort(s.moved)
	for _, who := range slices.Compact(s.moved) {
		if c.At[who] == 0 {
			s.Gone = append(s.Gone, c.mentions[who].Character)
		}
		if _, there := slices.BinarySearch(s.who, who); !there {
			s.sent = append(s.sent, who)
		}
	}
}

// turns reports whether an event changes the stage. That is a scene of its own, unless there is
// only one character.
func (c *cutter) turns(e causal.Event) bool {
	if c.Performance.Cast.Lone && c.method != Stage {
		return false
	}
	return c.Performance.turns(e)
}
