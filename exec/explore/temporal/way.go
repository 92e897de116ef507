package temporal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
)

// breadth is a search of numbered nodes, breadth first.
type breadth struct {
	from  []uint32 // by node, the node from which it was first come to, plus 1; 0 before; of a root, itself
	queue []uint32 // the nodes that were come to, in order
}

func newBreadth(nodes int) breadth { return breadth{from: make([]uint32, nodes)} }

// add comes to a node from another, which is the same for a root. It reports whether the node is new.
func (b *breadth) add(from, node uint32) bool {
	if b.from[node] != 0 {
		return false
	}
	b.from[node] = from + 1
	b.queue = append(b.queue, node)
	return true
}

// path returns the nodes on the way from a root to a node.
func (b *breadth) path(to uint32) []uint32 {
	nodes := []uint32{to}
	for b.from[to] != to+1 {
		to = b.from[to] - 1
		nodes = append(nodes, to)
	}
	slices.Reverse(nodes)
	return nodes
}

// pursuit searches for a shortest run that comes to a state with a label, and never to a goal from there
// on. Its nodes are states, each twice: 2s, in which the run owes no goal yet, and 2s+1, in which it does.
type pursuit struct {
	*partition
	breadth
	label, goal []bool
}

func newPursuit(g *Graph, label, goal []bool) *pursuit {
	p := &pursuit{newPartition(g), newBreadth(2 * g.Len()), label, goal}
	p.endComponents(g.lookedAt(goal))
	return p
}

// come comes to a state from a node. If the run owes no goal and the state has the label, it may begin to
// owe one there.
func (p *pursuit) come(from uint32, s explore.State, owes bool) {
	node := 2 * uint32(s)
	switch {
	case !owes:
		if p.add(from, node) && p.label[s] {
			p.come(node, s, true)
		}
	case !p.goal[s]:
		p.add(from, node+1)
	}
}

// run searches from the nodes that were come to, until a run owes the goal and can be kept from it.
func (p *pursuit) run() Finding {
	verdict := Holds
	for i := 0; i < len(p.queue); i++ {
		node := p.queue[i]
		s, owes := explore.State(node/2), node%2 == 1
		switch {
		case owes && p.dead(s):
			return Finding{Refuted, p.way(node)}
		case owes && p.set[s] != 0:
			return Finding{Refuted, p.lasso(node)}
		case !p.looked(s):
			verdict = Open
		}
		for _, to := range p.next(s) {
			p.come(node, to, owes)
		}
	}
	return Finding{Verdict: verdict}
}

// way returns the states on the way to a node. Where the run begins to owe the goal, it is in one state.
func (p *pursuit) way(to uint32) *Path {
	path := &Path{Loop: -1}
	before := to
	for i, node := range p.path(to) {
		if i == 0 || node/2 != before/2 {
			path.States = append(path.States, explore.State(node/2))
		}
		before = node
	}
	return path
}

// lasso returns the way to a node in an end component, and on round a shortest cycle there.
func (p *pursuit) lasso(to uint32) *Path {
	path := p.way(to)
	path.Loop = len(path.States) - 1
	path.States = append(path.States, p.round(path.Last())...)
	set := p.set[path.Last()]
	for s := range explore.State(p.Len()) {
		if p.set[s] == set {
			path.Stay = append(path.Stay, s)
		}
	}
	return path
}

// round returns the states on a shortest cycle in an end component from a state on, which comes last.
func (p *pursuit) round(head explore.State) (states []explore.State) {
	search := newBreadth(p.Len())
	search.add(uint32(head), uint32(head))
	for i := 0; ; i++ { // an end component is strongly connected, so there is a way back
		at := search.queue[i]
		for _, to := range p.next(explore.State(at)) {
			if to == head {
				for _, s := range search.path(at)[1:] {
					states = append(states, explore.State(s))
				}
				return append(states, head)
			}
			if p.set[to] == p.set[head] {
				search.add(at, uint32(to))
			}
		}
	}
}
