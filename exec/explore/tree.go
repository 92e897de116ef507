package explore

import (
	"cmp"
	"slices"
)

// tree holds, for each state but the start, the earlier state from which it was found.
type tree struct {
	nodes   []node
	changes []change // changes of all nodes, one after the other
	levels  []State  // the first state of each depth: no state is found after a deeper one
	leaps   leaps
}

// node is a state: its parent, and the changes from there.
type node struct {
	parent State
	end    uint32 // end of its changes, which begin at the end of the previous node's
}

// change is an added fact, as an index from 1, or a removed fact, as its negative.
// The stage token counts as a fact.
type change int32

// fact returns the index of the fact.
func (c change) fact() change { return max(c, -c) }

// more returns 1 for an added fact, and -1 for a removed one.
func (c change) more() int32 {
	if c < 0 {
		return -1
	}
	return 1
}

// grow adds a state found from a parent. Its changes have been appended already.
func (t *tree) grow(parent State) State {
	s := State(len(t.nodes))
	t.nodes = append(t.nodes, node{parent, uint32(len(t.changes))})
	if parent >= t.levels[len(t.levels)-1] {
		t.levels = append(t.levels, s)
	}
	return s
}

// of returns the changes from the parent of a state. The start has none.
func (t *tree) of(s State) []change {
	if s == 0 {
		return nil
	}
	return t.changes[t.nodes[s-1].end:t.nodes[s].end]
}

// depth returns the number of steps from the start to a state.
func (t *tree) depth(of State) int {
	i, first := slices.BinarySearch(t.levels, of)
	if first {
		return i
	}
	return i - 1
}

// touch is a fact that was added or removed on a stretch, and the last state at which it was. Its net
// change may be zero.
type touch struct {
	fact change
	last State
}

// touches returns the facts that were added or removed on a leap, sorted. They are computed when first
// needed, as few walks need them.
func (t *tree) touches(of hop) []touch {
	if all, known := t.leaps.last[of]; known {
		return all
	}
	var all []touch
	for part := range t.parts(of) {
		if part.rank > 0 {
			all = append(all, t.touches(part)...)
			continue
		}
		for _, c := range t.of(part.from) {
			all = append(all, touch{c.fact(), part.from})
		}
	}
	slices.SortFunc(all, func(a, b touch) int {
		return cmp.Or(cmp.Compare(a.fact, b.fact), cmp.Compare(b.last, a.last))
	})
	all = slices.CompactFunc(all, func(a, b touch) bool { return a.fact == b.fact })
	t.leaps.last[of] = slices.Clone(all)
	return all
}

// place returns the index of the first change of a fact at a state, or -1.
func (t *tree) place(fact change, at State) int {
	return slices.IndexFunc(t.of(at), func(c change) bool { return c.fact() == fact })
}

// lastOn returns the last state of a hop at which a fact was added or removed, or 0.
func (t *tree) lastOn(h hop, fact change) State {
	if h.rank == 0 {
		if t.place(fact, h.from) < 0 {
			return 0
		}
		return h.from
	}
	all := t.touches(h)
	i, ok := slices.BinarySearchFunc(all, fact, func(a touch, fact change) int { return cmp.Compare(a.fact, fact) })
	if !ok {
		return 0
	}
	return all[i].last
}
