package causal

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Weights says for each event how much of the run hangs on it. The weight of an event is
//
//	(1 + events before it) × (1 + events after it) ÷ firings of its rule
//
// and twice that if it is on a longest chain, and twice again if it made a permanent fact, which no event can undo.
// The product counts the pairs of events that it lies between, itself included on either side. Facts alone
// decide which events are before and after: marks of stages would order everything. The division tells rare
// events from routine.
//
// Time is that of one pass over the graph for each 64 events.
func (g *Graph) Weights() []float64 {
	next := g.factUsers()
	n := g.Len()
	depth, height := make([]int, n), make([]int, n) // events on the longest chain to it, and from it
	longest := 0
	for e := range n {
		for _, f := range next[e] {
			depth[f] = max(depth[f], depth[e]+1)
		}
	}
	for e := n - 1; e >= 0; e-- {
		for _, f := range next[e] {
			height[e] = max(height[e], height[f]+1)
		}
		longest = max(longest, depth[e]+height[e])
	}
	before, after := countPairs(next)
	firings := make(map[int]int)
	for e := range Event(n) {
		firings[g.Rule(e)]++
	}
	weights := make([]float64, n)
	for e := range weights {
		pairs := (1 + before[e]) * (1 + after[e])
		if depth[e]+height[e] == longest {
			pairs *= 2
		}
		if g.isLasting(Event(e)) {
			pairs *= 2
		}
		weights[e] = float64(pairs) / float64(firings[g.Rule(Event(e))])
	}
	return weights
}

// TurningPoints returns n of some events, or all if there are no more: the last of them, which ends the run, and
// the n-1 others with the greatest weights; of equals the earlier ones. Both lists are ascending. Weights are
// those of [Graph.Weights].
func TurningPoints(among []Event, weights []float64, n int) []Event {
	if len(among) <= n {
		return among
	}
	sorted := slices.Clone(among)
	slices.SortStableFunc(sorted[:len(sorted)-1], func(a, b Event) int { return cmp.Compare(weights[b], weights[a]) })
	points := append(sorted[:n-1], sorted[len(sorted)-1])
	slices.Sort(points)
	return points
}

// factUsers returns for each event the events that use a fact it made. Marks of stages do not count.
func (g *Graph) factUsers() [][]Event {
	next := make([][]Event, g.Len())
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Producer != Outside && !r.StageToken() {
			next[r.Producer] = append(next[r.Producer], r.Users()...)
		}
	}
	return next
}

// countPairs returns how many events can be reached from each event, and from how many it can be
// reached. It follows 64 events at a time, a bit each.
func countPairs(next [][]Event) (before, after []int) {
	before, after = make([]int, len(next)), make([]int, len(next))
	reached := make([]uint64, len(next))
	for from := 0; from < len(next); from += 64 {
		clear(reached)
		for e := from; e < len(next); e++ {
			set := reached[e]
			before[e] += bits.OnesCount64(set)
			for rest := set; rest != 0; rest &= rest - 1 {
				after[from+bits.TrailingZeros64(rest)]++
			}
			if e < from+64 {
				set |= 1 << (e - from)
			}
			for _, f := range next[e] {
				reached[f] |= set
			}
		}
	}
	return before, after
}

// isLasting reports whether an event made a permanent fact.
func (g *Graph) isLasting(e Event) bool {
	return slices.ContainsFunc(g.Step(e).Produces, func(id trace.ResourceID) bool { return g.Resource(id).Persistent })
}
