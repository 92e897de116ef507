package fold

import (
	"cmp"
	"slices"
)

// reduction computes the transitive reduction of an order restricted to chosen nodes, with others
// between them. It takes the nodes one after another, each after all its predecessors.
//
// It keeps vector clocks (Fidge, "Timestamps in message-passing systems that preserve the partial
// ordering", 1988; Mattern, "Virtual time and global states of distributed systems", 1989). The
// chosen nodes are put into chains as they come; the predecessors of a node are known by the last
// of each chain. Such a clock has two sparse parts: the ends, which are its maximal nodes and so
// the direct predecessors of the next nodes, and the nodes under them. A node that continues the
// chain of its only predecessor shares the clock of that.
//
// If a node follows all chosen before it, as a move between stages does, clocks are reset: it is
// the base of the clocks that follow it.
//
// The nodes under the ends serve only to rule out ends of other clocks. So chains on which no
// clock ends any more are dropped: a run with many unused results would have ever more of them.
//
// A step costs time linear in the clocks of its direct predecessors.
type reduction struct {
	clocks []clock // by node; those that nothing asks for any more are empty
	tails  []int32 // by chain: its last node
	live   []int32 // by chain: how many clocks that may be asked for end on it
	sinks  int     // how many chosen nodes nothing chosen follows
	inner  []bool  // by node: something chosen follows

	// for the step at hand, by chain; -1 where there is none
	end     []int32 // the latest end
	gap     []int32 // of end
	under   []int32 // the latest node under an end
	touched []int32 // chains with either
}

// clock is the past of a node, itself included if chosen.
type clock struct {
	ends  []end
	under []mark // without the chains of ends, all of which is implied
	gap   int32  // adds to those of the ends
	base  int32  // all chosen nodes up to this are in the past; -1 for none
}

// mark is a node on its chain.
type mark struct{ chain, node int32 }

// end is a maximal node of a past. The gap is how many nodes that are not chosen
// lie on the longest way from it.
type end struct {
	mark
	gap int32
}

// cover is a direct predecessor in a reduced order.
type cover struct{ from, gap int32 }

func newReduction(nodes int) *reduction {
	return &reduction{clocks: make([]clock, nodes), inner: make([]bool, nodes)}
}

// choose enters a chosen node after its predecessors, and returns its covers.
func (r *reduction) choose(node int32, before []int32) []cover {
	past, shared := r.merge(before)
	covers := make([]cover, len(past.ends))
	for i, e := range past.ends {
		covers[i] = cover{e.node, e.gap + past.gap}
		if !r.inner[e.node] {
			r.inner[e.node] = true
			r.sinks--
		}
	}
	r.sinks++
	chain := r.chain(node, past)
	c := clock{ends: []end{{mark: mark{chain, node}}}, base: past.base}
	switch {
	case r.sinks == 1:
		c.base = node
	case shared && len(past.ends) == 1 && past.ends[0].chain == chain:
		c.under = past.under
	default:
		c.under = r.without(past, chain)
	}
	r.keep(node, c)
	return covers
}

// pass enters a node that is not chosen.
func (r *reduction) pass(node int32, before []int32) {
	c, _ := r.merge(before)
	c.gap++
	r.keep(node, c)
}

// keep enters the clock of a node.
func (r *reduction) keep(node int32, c clock) {
	r.clocks[node] = c
	for _, e := range c.ends {
		r.live[e.chain]++
	}
}

// forget says that nothing that follows will name a node.
func (r *reduction) forget(node int32) {
	for _, e := range r.clocks[node].ends {
		r.live[e.chain]--
	}
	r.clocks[node] = clock{}
}

// chain puts a chosen node at the end of a chain that precedes it as a whole: that of its only
// predecessor, or else the oldest. So results used only once stay in chains of their own, which
// are soon dropped, and few chains go on.
func (r *reduction) chain(node int32, past clock) int32 {
	oldest := int32(len(r.tails))
	consider := func(m mark) {
		if m.chain < oldest && r.tails[m.chain] == m.node {
			oldest = m.chain
		}
	}
	for _, e := range past.ends {
		consider(e.mark)
	}
	if len(past.ends) > 1 || int(oldest) == len(r.tails) {
		for _, m := range past.under {
			consider(m)
		}
	}
	if int(oldest) == len(r.tails) {
		r.tails, r.live = append(r.tails, node), append(r.live, 0)
		r.end, r.gap, r.under = append(r.end, -1), append(r.gap, 0), append(r.under, -1)
	}
	r.tails[oldest] = node
	return oldest
}

// without returns all marks of a clock but that of one chain, and those that tell nothing.
func (r *reduction) without(c clock, chain int32) []mark {
	marks := make([]mark, 0, len(c.ends)+len(c.under))
	for _, e := range c.ends {
		marks = append(marks, e.mark)
	}
	marks = append(marks, c.under...)
	return slices.DeleteFunc(marks, func(m mark) bool { return m.chain == chain || r.live[m.chain] == 0 })
}

// merge returns the past of what follows some nodes; and whether it is that of one of
// them, so that its parts are not to be changed.
func (r *reduction) merge(nodes []int32) (past clock, shared bool) {
	nodes = r.known(nodes)
	if len(nodes) == 0 {
		return clock{base: -1}, false
	}
	if len(nodes) == 1 {
		return r.clocks[nodes[0]], true
	}
	base := int32(-1)
	for _, n := range nodes {
		base = max(base, r.clocks[n].base)
		r.add(&r.clocks[n])
	}
	return r.collect(base), false
}

// known returns the nodes that have anything chosen in their past.
func (r *reduction) known(nodes []int32) []int32 {
	empty := func(n int32) bool { return len(r.clocks[n].ends) == 0 }
	if !slices.ContainsFunc(nodes, empty) {
		return nodes
	}
	return slices.DeleteFunc(slices.Clone(nodes), empty)
}

// add notes the latest of each chain in a clock.
func (r *reduction) add(c *clock) {
	for _, e := range c.ends {
		r.touch(e.chain)
		gap := e.gap + c.gap
		if e.node == r.end[e.chain] {
			gap = max(gap, r.gap[e.chain])
		}
		if e.node >= r.end[e.chain] {
			r.end[e.chain], r.gap[e.chain] = e.node, gap
		}
	}
	for _, m := range c.under {
		r.touch(m.chain)
		r.under[m.chain] = max(r.under[m.chain], m.node)
	}
}

func (r *reduction) touch(chain int32) {
	if r.end[chain] < 0 && r.under[chain] < 0 {
		r.touched = append(r.touched, chain)
	}
}

// collect makes a clock of what was noted, and is ready for the next. An end that is
// under another, or comes before the base, is none.
func (r *reduction) collect(base int32) clock {
	past := clock{base: base, under: make([]mark, 0, len(r.touched))}
	for _, chain := range r.touched {
		last, under := r.end[chain], r.under[chain]
		switch {
		case max(last, under) < base:
		case last > under:
			past.ends = append(past.ends, end{mark{chain, last}, r.gap[chain]})
		case r.live[chain] > 0:
			past.under = append(past.under, mark{chain, under})
		}
		r.end[chain], r.under[chain] = -1, -1
	}
	r.touched = r.touched[:0]
	slices.SortStableFunc(past.ends, func(a, b end) int { return cmp.Compare(a.node, b.node) })
	return past
}
