package scenes

import (
	"iter"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// ranks returns the events in the order in which they are told if nothing else decides:
// by how long a chain leads up to them, then by what
// happens. It respects the causal order, and is the same for runs that differ only in
// the order of concurrent events, unless these are alike. In a chain journeys wait
// until nothing else can happen: so talk is not cut short, and an arrival opens a scene.
//
// Steps that are scenes each stay in the order of the run, and so do the events of a lone character.
func (c *cutter) ranks() []causal.Event {
	if c.method == Step || c.Performance.Cast.Lone {
		return c.Graph.Events()
	}
	order, ends := c.byDepth()
	begin := 0
	for _, end := range ends {
		// The texts of a whole run take more memory than the run, and most rules fire but once with the
		// same arguments at a time; so there are texts for a few events at a time, and of facts only where
		// the rest is equal.
		events := order[begin:end]
		for from, to := range sortBy(events, func(e causal.Event) string { return ruleText(c.Graph, e) }) {
			for range sortBy(events[from:to], func(e causal.Event) string { return factText(c.Graph, e) }) {
			}
		}
		begin = end
	}
	return order
}

// byDepth returns the events by how long a chain leads up to them, journeys that wait behind
// all others; and where those end of which that is equal.
func (c *cutter) byDepth() (order []causal.Event, ends []int) {
	keys := c.Graph.Depths()
	deepest := 0
	for _, depth := range keys {
		deepest = max(deepest, depth)
	}
	ends = make([]int, 2*(deepest+1)) // by key
	for e := range keys {
		if c.method == Chain && c.Spot(causal.Event(e)).Journey() {
			keys[e] += deepest + 1
		}
		ends[keys[e]]++
	}
	next := 0
	for key, n := range ends {
		ends[key] = next
		next += n
	}
	order = make([]causal.Event, len(keys))
	for e, key := range keys {
		order[ends[key]] = causal.Event(e)
		ends[key]++
	}
	return order, ends
}

// sortBy sorts events by texts about them, and yields where those begin and end of which these
// are equal.
func sortBy(events []causal.Event, text func(causal.Event) string) iter.Seq2[int, int] {
	type labelled struct {
		label string
		event causal.Event
	}
	if len(events) < 2 {
		return func(func(int, int) bool) {}
	}
	labels := make([]labelled, len(events))
	for i, e := range events {
		labels[i] = labelled{text(e), e}
	}
	slices.SortStableFunc(labels, func(a, b labelled) int { return strings.Compare(a.label, b.label) })
	for i := range events {
		events[i] = labels[i].event
	}
	return func(yield func(int, int) bool) {
		for begin := 0; begin < len(labels); {
			end := begin + 1
			for end < len(labels) && labels[end].label == labels[begin].label {
				end++
			}
			if !yield(begin, end) {
				return
			}
			begin = end
		}
	}
}

// ruleText returns the rule of an event with its arguments. It ends with a mark that sorts before all
// names.
func ruleText(g *causal.Graph, e causal.Event) string {
	step := g.Step(e)
	parts := []string{g.Label(e)}
	for _, arg := range step.Args {
		parts = append(parts, arg.String())
	}
	return strings.Join(append(parts, "\n"), "\t")
}

// factText returns the facts of an event.
func factText(g *causal.Graph, e causal.Event) string {
	var parts []string
	step := g.Step(e)
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
