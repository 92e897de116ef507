package temporal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
)

// Finding is the answer to whether a claim holds.
type Finding struct {
	Verdict
	// Path is a counterexample, as short as there is one; nil unless the claim is refuted.
	Path *Path
}

// Always answers whether all states have a label. The path leads to the nearest state that has not.
func (g *Graph) Always(label []bool) Finding {
	at := slices.Index(label, false)
	if at < 0 {
		return Finding{Verdict: g.unless(false)}
	}
	return Finding{Refuted, g.Ways().To(explore.State(at))}
}

// unless returns the verdict on a claim that the states found refute, or do not.
func (g *Graph) unless(refuted bool) Verdict {
	switch {
	case refuted:
		return Refuted
	case g.Looked < g.Len():
		return Open
	}
	return Holds
}

// DeadEnds answers whether there is a way on from each state that has no label, and returns the states from
// which there is none, in the order found.
func (g *Graph) DeadEnds(label []bool) ([]explore.State, Verdict) {
	found := slices.DeleteFunc(g.lookedAt(label), func(s explore.State) bool { return !g.dead(s) })
	return found, g.unless(len(found) > 0)
}

// Livelocks answers whether a dead end, or a state with a label, can be reached from each state. It returns
// the bottom strongly connected components that have neither, each in ascending order, and that with the
// earliest state first: runs go round in them for ever.
func (g *Graph) Livelocks(label []bool) ([][]explore.State, Verdict) {
	p := newPartition(g)
	found := slices.DeleteFunc(p.components(g.lookedAt(make([]bool, g.Len()))), func(states []explore.State) bool {
		return slices.ContainsFunc(states, func(s explore.State) bool { return label[s] || p.dead(s) || p.outside(s) })
	})
	slices.SortFunc(found, slices.Compare[[]explore.State])
	return found, g.unless(len(found) > 0)
}

// Eventually answers whether each run comes to a state with a label. The path leads to a dead end, or round
// a cycle that the run may stay in, without such a state.
func (g *Graph) Eventually(goal []bool) Finding {
	p := newPursuit(g, make([]bool, g.Len()), goal)
	p.come(1, 0, true)
	return p.run()
}

// LeadsTo answers whether each run that comes to a state with one label comes to one with another, there or
// later. The path leads over a state with the first to a dead end, or round a cycle that the run may stay
// in, without the second from there on.
func (g *Graph) LeadsTo(label, goal []bool) Finding {
	p := newPursuit(g, label, goal)
	p.come(0, 0, false)
	return p.run()
}
