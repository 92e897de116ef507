// Package compare answers what two runs have in common and where they part.
//
// [Runs] finds a common prefix of two runs in the sense of event structures (Winskel, "Event structures", 1986):
// a correspondence of events and resources, built from the start by digests of what led to them, in which
// equal resources correspond whose futures are most alike. [Unite] lays two runs over each other for a
// picture, with the side that each part belongs to ([Sides]). [Older] returns a run as the older engine
// would have recorded it.
package compare

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Diff compares two runs: it holds their common prefix, whatever the order of concurrent steps and
// the ids, and the remainder of each run.
//
// The common prefix is a correspondence of events and resources that preserves rules, arguments,
// facts and arrows, and that includes the makers of all resources used. So it is a common prefix
// in the sense of event structures, but by causes: a link that
// waited for different steps in the two runs can still correspond. A permanent fact may have
// different makers in the two runs, as long as both runs have it.
//
// The correspondence is built from the start, step by step. Equal resources correspond if their
// futures are the same, or as similar as possible; this choice is greedy, and another one might
// give a larger common prefix. Swapping the two runs changes nothing but the sides, up to runs
// with events that their structure does not tell apart.
type Diff struct {
	Left, Right *causal.Graph
	// Events and Resources say what corresponds in the right run, by event and by
	// index of the resource of the left one; [causal.Outside] and -1 for nothing.
	Events    []causal.Event
	Resources []int
	// OnlyLeft and OnlyRight are the events that only one of them has, ascending.
	OnlyLeft, OnlyRight []causal.Event
	// Same says that the runs are the same but for the order of concurrent steps,
	// and for ids.
	Same bool
}

// Runs lays two runs beside each other. It costs time near-linear in their events
// and arrows, but where many events that correspond in nothing else are alike.
func Runs(left, right *causal.Graph) *Diff {
	a, b := newRunOf(left), newRunOf(right)
	if a.whole > b.whole { // either order would do, but it has to be the same for both
		return compare(b, a).Mirrored()
	}
	return compare(a, b)
}

func compare(left, right *runOf) *Diff {
	c := newComparer(left, right)
	c.pairAll(c.pair)
	c.pairRest()
	c.conclude()
	return c.Diff
}

func newComparer(left, right *runOf) *comparer {
	c := &comparer{
		Diff: &Diff{Left: left.Graph, Right: right.Graph, Events: make([]causal.Event, left.Len()),
			Resources: make([]int, len(left.Resources))},
		left: left, right: right,
		alike: make(map[uint64][]causal.Event, right.Len()),
		twins: make(map[uint64]int, right.Len()),
	}
	for e := range c.Events {
		c.Events[e] = causal.Outside
	}
	for i := range c.Resources {
		c.Resources[i] = -1
	}
	for e, h := range right.history {
		c.alike[h] = append(c.alike[h], causal.Event(e))
		c.twins[right.futures[e]]++
	}
	return c
}

// pairAll pairs the events of the left run.
func (c *comparer) pairAll(pair func(causal.Event) bool) {
	for again := true; again; { // makers of permanent facts may come late
		again = false
		for e := range causal.Event(c.Left.Len()) {
			if c.Events[e] == causal.Outside && pair(e) {
				again = true
			}
		}
	}
}

// comparer compares two runs.
type comparer struct {
	*Diff
	left, right *runOf
	alike       map[uint64][]causal.Event // unpaired events of the right run, by their histories
	twins       map[uint64]int            // number of unpaired events of the right run, by their futures
}

// pair finds the event of the right run that corresponds to an event of the left.
func (c *comparer) pair(e causal.Event) bool {
	free, ok := c.free(e)
	if !ok {
		return false
	}
	most := free * sameFuture
	if c.twins[c.left.futures[e]] > 0 {
		most += sameFuture
	}
	return c.pairBest(e, most)
}

// pairBest pairs an event of the left run with the first of the right run's events that are most like
// it. No event is more so than the number says.
func (c *comparer) pairBest(e causal.Event, most int) bool {
	list := c.alike[c.left.history[e]]
	var best *match
	at := -1
	for k, f := range list {
		m := c.match(e, f)
		if m != nil && (best == nil || m.alike > best.alike) {
			best, at = m, k
		}
		if m != nil && m.alike == most {
			break
		}
	}
	if best == nil {
		return false
	}
	f := list[at]
	c.Events[e], c.right.paired[f], c.left.paired[e] = f, true, true
	for _, r := range best.resources {
		c.left.partner[r[0]], c.right.partner[r[1]] = r[1], r[0]
	}
	c.twins[c.right.futures[f]]--
	list[at] = list[0] // the order does not matter
	c.alike[c.left.history[e]] = list[1:]
	return true
}

// free returns how many of the linear resources that an event of the left run takes have
// no partner yet. It is false where one cannot have any, as its maker has none.
func (c *comparer) free(e causal.Event) (n int, ok bool) {
	s := c.left.Step(e)
	for _, ids := range [][]trace.ResourceID{s.Consumes, s.Reads} {
		for _, id := range ids {
			x := c.left.Index(id)
			switch {
			case !c.left.common(x) && !c.left.Resources[x].Persistent:
				return 0, false
			case !c.left.Resources[x].Persistent && c.left.partner[x] < 0:
				n++
			}
		}
	}
	return n, true
}

// pairRest pairs the resources that no event of the common part takes:
// resources made by events that correspond, and resources of the initial state.
func (c *comparer) pairRest() {
	open := make(map[uint64][]int)
	for y := range c.right.Resources {
		if c.right.partner[y] < 0 && !c.right.Resources[y].Persistent && c.right.common(y) {
			open[c.right.pasts[y]] = append(open[c.right.pasts[y]], y)
		}
	}
	for x := range c.left.Resources {
		if c.left.partner[x] >= 0 || c.left.Resources[x].Persistent || !c.left.common(x) {
			continue
		}
		rest := open[c.left.pasts[x]]
		if k := c.choose(x, rest); k >= 0 {
			c.left.partner[x], c.right.partner[rest[k]] = rest[k], x
			copy(rest[1:], rest[:k]) // as a rule there is nothing to move: it is the first
			open[c.left.pasts[x]] = rest[1:]
		}
	}
}
