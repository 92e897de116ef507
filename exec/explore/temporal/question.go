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

// Livelocks returns the bottom strongly connected components without a dead end and a state with a label,
// each in ascending order, and that with the earliest state first: runs that come there go round for ever.
func (g *Graph) Livelocks(label []bool) [][]explore.State {
	p := newPartition(g)
	found := slices.DeleteFunc(p.components(g.lookedAt(make([]bool, g.Len()))), func(states []explore.State) bool {
		return slices.ContainsFunc(states, func(s explore.State) bool { return label[s] || p.dead(s) || p.outside(s) })
	})
	slices.SortFunc(found, slices.Compare[[]explore.State])
	return found
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

// Reaching returns from which states a state with a label can be reached, it included. States of which not all
// transitions are known are taken for such states.
func (g *Graph) Reaching(label []bool) []bool {
	found := slices.Clone(label)
	var todo []explore.State
	for s := range explore.State(g.Len()) {
		if found[s] = found[s] || !g.looked(s); found[s] {
			todo = append(todo, s)
		}
	}
	for back := g.reversed(); len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, from := range back.next(s) {
			if !found[from] {
				found[from] = true
				todo = append(todo, from)
			}
		}
	}
	return found
}
