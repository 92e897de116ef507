package scenes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// ranks returns the events in the order in which they are told if nothing else decides:
// by how long a chain leads up to them, then by what
// happens. It respects the causal order, and is the same for runs that differ only in
// the order of concurrent events, unless these are alike. In a chain journeys wait
// until nothing else can happen: so talk is not cut short, and who comes opens a scene.
//
// Steps that are scenes each stay in the order of the run.
func (c *cutter) ranks() []causal.Event {
	order := make([]causal.Event, c.Graph.Len())
	for i := range order {
		order[i] = causal.Event(i)
	}
	if c.method != Step {
		c.sort(order)
	}
	return order
}

func (c *cutter) sort(events []causal.Event) {
	depths, labels := c.Graph.Depths(), make([]string, len(events))
	for e := range labels {
		labels[e] = label(c.Graph, causal.Event(e))
	}
	waits := func(e causal.Event) int {
		if c.method == Chain && c.Spot(e).Journey() {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(events, func(a, b causal.Event) int {
		return cmp.Or(waits(a)-waits(b), depths[a]-depths[b], strings.Compare(labels[a], labels[b]))
	})
}

// label says what an event does, without ids.
func label(g *causal.Graph, e causal.Event) string {
	step := g.Step(e)
	parts := []string{step.Rule}
	for _, arg := range step.Args {
		parts = append(parts, arg.String())
	}
	for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads, step.Produces} {
		facts := make([]string, 0, len(ids))
		for _, id := range ids {
			facts = append(facts, g.Resource(id).String())
		}
		slices.Sort(facts)
		parts = append(append(parts, "\n"), facts...)
	}
	return strings.Join(parts, "\t")
}
