package scenes

import (
	"container/heap"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/presence"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// queueKey finds a queue in which events without untold causes wait for a scene that they belong to.
// A scene looks only into the queues of its characters, which is faster than a look at all events.
type queueKey struct {
	kind      kind
	who       int
	from, to  int
	visitedAs trace.ResourceID
}

// kind says how an event may belong to a scene.
type kind int

const (
	staying  kind = iota // a character is at the scene's place in it
	coming               // a character comes to another who is there
	joining              // a character makes the same journey
	leaving              // all characters travel on
	unplaced             // its place is unknown
	entering             // it happens at the place or leads there
	visiting             // it is of the same visit to a stage
)

// ready makes an event wait for a scene.
func (c *cutter) ready(e causal.Event) {
	heap.Push(&c.starts, c.rank[e])
	for _, key := range c.keysOf(e) {
		if c.waiting[key] == nil {
			c.waiting[key] = new(queue)
		}
		c.waiting[key].add(c.rank[e])
	}
}

// keysOf returns the keys of the queues in which an event waits. The slice is good until the next call.
func (c *cutter) keysOf(e causal.Event) []queueKey {
	c.keys = c.keys[:0]
	at := c.Spot(e)
	switch {
	case c.method == Step || c.turns(e):
		return nil
	case c.method == Stage:
		c.keys = append(c.keys, queueKey{kind: visiting, visitedAs: c.visit(e)})
	case at.Nowhere():
		c.keys = appendEach(c.keys, c.Attend(e), queueKey{kind: unplaced})
	case c.method == Place:
		c.keys = append(c.keys, queueKey{kind: entering, to: at.To})
	default:
		c.addChainKeys(e, at)
	}
	return c.keys
}

// addChainKeys adds the keys of the queues in which an event waits for a scene of a chain.
func (c *cutter) addChainKeys(e causal.Event, at *presence.Spot) {
	d := queueKey{kind: staying, to: at.To}
	if at.Journey() {
		d.kind = coming
		c.keys = append(c.keys, queueKey{kind: joining, from: at.From, to: at.To})
		c.keys = appendEach(c.keys, c.Attend(e), queueKey{kind: leaving, from: at.From})
	}
	for _, who := range c.Attend(e) {
		if at.Has(who) {
			d.who = who
			c.keys = append(c.keys, d)
		}
	}
}

// each returns a key for each of a cast.
func each(cast []int, key queueKey) []queueKey {
	return appendEach(make([]queueKey, 0, len(cast)), cast, key)
}

// appendEach appends what each returns.
func appendEach(keys []queueKey, cast []int, key queueKey) []queueKey {
	for _, who := range cast {
		key.who = who
		keys = append(keys, key)
	}
	return keys
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
		return c.nextInOrder(s)
	case s.turns, s.parting && c.method == Chain:
		return 0, false
	}
	for _, keys := range c.keysFor(s) {
		if e, ok := c.first(keys, s); ok {
			return e, true
		}
	}
	if len(s.who) == 0 && c.method != Stage {
		return c.follow(s)
	}
	return 0, false
}

// keysFor returns the keys of the queues into which a scene looks: groups of them, the first first.
func (c *cutter) keysFor(s *staging) [][]queueKey {
	talk := each(s.present, queueKey{kind: unplaced})
	switch c.method {
	case Stage:
		return [][]queueKey{{{kind: visiting, visitedAs: c.visit(s.Events[0])}}}
	case Place:
		return [][]queueKey{append(talk, queueKey{kind: entering, to: s.place})}
	}
	talk = append(talk, each(s.present, queueKey{kind: staying, to: s.place})...)
	if !s.arriving {
		return [][]queueKey{talk}
	}
	others := each(s.present, queueKey{kind: coming, to: s.place})
	others = append(others, queueKey{kind: joining, from: s.from, to: s.place})
	return [][]queueKey{others, talk, each(s.who, queueKey{kind: leaving, from: s.place})}
}

// first returns the first event of some queues that fits a scene.
func (c *cutter) first(keys []queueKey, s *staging) (causal.Event, bool) {
	best := len(c.order)
	told := func(rank int) bool { return c.told[rank] }
	for _, key := range keys {
		q := c.waiting[key]
		if q == nil {
			continue
		}
		rank, ok := q.first(told, func(rank int) bool { return c.fits(c.order[rank], key.kind, s) })
		if ok {
			best = min(best, rank)
		}
	}
	if best == len(c.order) {
		return 0, false
	}
	return c.order[best], true
}

// fits reports whether an event of a queue into which a scene looks belongs to the scene.
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
	case k == unplaced && !c.Cast.Location.Known(): // a scene ends where others take part, as leaving is not known
		return !outside(in) && len(c.Attend(e)) == len(s.who)
	case k == unplaced && s.place == 0:
		return !outside(in)
	case k == unplaced:
		return !outside(func(who int) bool { return c.At[who] == 0 || c.At[who] == s.place })
	}
	return true
}

// nextInOrder returns the event with which a scene of a lone character goes on: the next of the run,
// unless it leads elsewhere. A journey on which nothing happens is one scene.
//
// The life of a lone character is a sequence, whatever of it might have happened in another order:
// where an apple was eaten is told by when, though nothing ties the two. So the scenes are in the
// order of the run, and each is what happens at one place.
func (c *cutter) nextInOrder(s *staging) (causal.Event, bool) {
	told := int(c.log.told)
	if told == len(c.order) {
		return 0, false
	}
	e := c.order[told]
	at := c.Spot(e)
	onward := c.method == Chain && s.arriving && at.From == s.place && !slices.Contains(s.been, at.To)
	return e, !at.Journey() || onward
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

// ranked are ranks with the least on top: a [heap.Interface].
type ranked []int

func (r ranked) Len() int           { return len(r) }
func (r ranked) Less(i, j int) bool { return r[i] < r[j] }
func (r ranked) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *ranked) Push(x any)        { *r = append(*r, x.(int)) }
func (r *ranked) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}

// mostTried bounds how many events of a queue are tried, so that time stays near-linear with thousands
// of events in it.
const mostTried = 32

// queue holds ranks, ascending. Most come in that order.
type queue []int

// add adds a rank.
func (q *queue) add(rank int) {
	i, _ := slices.BinarySearch(*q, rank)
	*q = slices.Insert(*q, i, rank)
}

// first returns the least rank of the queue that fits. It removes the ranks that are done.
func (q *queue) first(done, fits func(rank int) bool) (int, bool) {
	tried := 0
	for i := 0; i < len(*q) && tried < mostTried; {
		if done((*q)[i]) {
			*q = slices.Delete(*q, i, i+1)
			continue
		}
		if fits((*q)[i]) {
			return (*q)[i], true
		}
		i, tried = i+1, tried+1
	}
	return 0, false
}
