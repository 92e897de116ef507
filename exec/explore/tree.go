package explore

import "slices"

// tree is how the states were found: each but the start from another, which was found
// before it.
type tree struct {
	nodes   []node
	changes []change // of all nodes, one after the other
	levels  []State  // the first state of each depth: no state is found after a deeper one
	leaps   leaps
}

// node is how a state was found: from which one, and by which changes.
type node struct {
	parent State
	end    uint32 // of the changes, which begin where those of the node before it end
}

// change is a fact that came, as an index from 1, or that has gone, as its negative.
// The stage token counts as a fact.
type change int32

// fact returns what came or has gone.
func (c change) fact() change { return max(c, -c) }

// more returns how many more there are of the fact.
func (c change) more() int32 {
	if c < 0 {
		return -1
	}
	return 1
}

func newTree() tree {
	return tree{nodes: make([]node, 1), levels: make([]State, 1), leaps: newLeaps(stride)}
}

// grow enters a state that was found from another, whose changes are the last that were
// entered.
func (t *tree) grow(parent State) State {
	s := State(len(t.nodes))
	t.nodes = append(t.nodes, node{parent, uint32(len(t.changes))})
	if parent >= t.levels[len(t.levels)-1] {
		t.levels = append(t.levels, s)
	}
	return s
}

// of returns the changes by which a state was found. The start has none.
func (t *tree) of(s State) []change {
	if s == 0 {
		return nil
	}
	return t.changes[t.nodes[s-1].end:t.nodes[s].end]
}

// depth returns how far a state is from the start.
func (t *tree) depth(of State) int {
	i, first := slices.BinarySearch(t.levels, of)
	if first {
		return i
	}
	return i - 1
}
