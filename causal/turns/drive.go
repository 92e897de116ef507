package turns

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// drives returns how many of a thousand events a clock drives, of those that have to do with
// it: these use the fact, or come of what its last change made anew, that is, use what the
// change made and had made before, or what such an event made since.
//
// Turns do not count before there is an earlier change to the same mark, or of clocks that
// count, any earlier change. Nor do steps that do nothing but change the clock, and of clocks
// that count, all changes: any mood or number would drive a run by these. Where nothing else
// happens in the whole run, the result is 1000.
func (c *clock) drives(h *history) int {
	d := &drive{graph: h.Graph, clock: make(map[string]bool), from: make(map[trace.ResourceID]int)}
	for _, pred := range c.place.preds {
		d.clock[pred] = true
	}
	made := make(map[string]map[string]bool) // by mark: what the last change to it made
	events, driven, others := 0, 0, 0
	for i, t := range c.turns {
		if t.Mark == "" {
			continue
		}
		mark := t.Mark
		if c.by != 0 {
			mark = ""
		}
		before, again := made[mark]
		if t.First > 0 {
			made[mark] = d.begin(i, t.First-1, before)
		}
		last := end(c.turns, i, h.Len())
		for e := t.First; e < last; e++ {
			if !h.same(e, c.origin()) || d.only(e) || c.by != 0 && e == last-1 && i+1 < len(c.turns) {
				continue
			}
			others++
			if drives := d.pass(i, e); again {
				events++
				if drives {
					driven++
				}
			}
		}
	}
	switch {
	case events > 0:
		return 1000 * driven / events
	case others == 0 && h.sizes[h.part[c.origin()]] == h.Len():
		return 1000
	}
	return 0
}

// drive follows what comes of the changes of a clock.
type drive struct {
	graph *causal.Graph
	clock map[string]bool          // its predicates
	from  map[trace.ResourceID]int // the turn with whose beginning the resource, or one that led to it, was made
}

// begin enters the change at the beginning of a turn, and returns what it made besides the
// fact of the clock. Before is what the change made that it is compared with.
func (d *drive) begin(turn int, change causal.Event, before map[string]bool) map[string]bool {
	made := make(map[string]bool)
	for _, id := range d.graph.Step(change).Produces {
		r := d.graph.Resource(id)
		if r.StageToken() || d.clock[r.Pred] {
			continue
		}
		text := r.String()
		made[text] = true
		if before[text] {
			d.from[id] = turn
		}
	}
	return made
}

// pass reports whether an event of a turn uses the fact of the clock, or what comes of the
// change at the beginning of the turn. In the second case, so does what it makes.
func (d *drive) pass(turn int, e causal.Event) bool {
	step := d.graph.Step(e)
	touches, comes := false, false
	for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
		for _, id := range ids {
			touches = touches || d.clock[d.graph.Resource(id).Pred]
			from, known := d.from[id]
			comes = comes || known && from == turn
		}
	}
	if comes {
		for _, id := range step.Produces {
			d.from[id] = turn
		}
	}
	return touches || comes
}

// only reports whether an event uses up and makes nothing but facts of the clock.
func (d *drive) only(e causal.Event) bool {
	step := d.graph.Step(e)
	changes := false
	for _, ids := range [][]trace.ResourceID{step.Consumes, step.Produces} {
		for _, id := range ids {
			r := d.graph.Resource(id)
			changes = changes || d.clock[r.Pred]
			if !d.clock[r.Pred] && !r.StageToken() {
				return false
			}
		}
	}
	return changes
}

// inTime returns how many events causally follow the change that begins their turn, and
// precede the one that ends it, of those that have to do with the clock. The turn of others is
// a matter of the order of firing.
func (c *clock) inTime(g *history) int {
	turn := make([]int32, g.Len())     // by event: its turn
	began := make([]int32, g.Len())    // by event: the last turn that it or one before it began
	ends := make([]int32, g.Len())     // by event: the first turn that it or one after it began
	changes := make([]bool, g.Len()+1) // by event: it begins a turn
	for i := range c.turns {
		for e := c.turns[i].First; e < end(c.turns, i, g.Len()); e++ {
			turn[e] = int32(i)
		}
		if first := c.turns[i].First; first > 0 {
			changes[first-1] = true
		}
	}
	after := int32(len(c.turns)) // of events that no change follows
	for e := range slices.Backward(turn) {
		ends[e] = after
		for _, f := range g.Effects(causal.Event(e)) {
			ends[e] = min(ends[e], ends[f])
		}
		if changes[e] {
			ends[e] = turn[e] + 1
		}
	}
	n := 0
	for e, i := range turn {
		for _, f := range g.Causes(causal.Event(e)) {
			began[e] = max(began[e], began[f])
		}
		if c.turns[i].Mark != "" && g.same(causal.Event(e), c.origin()) && began[e] == i &&
			(ends[e] == i+1 || int(i) == len(c.turns)-1) {
			n++
		}
		if changes[e] {
			began[e] = i + 1
		}
	}
	return n
}
