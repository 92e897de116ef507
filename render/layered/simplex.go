package layered

import (
	"context"
	"slices"
)

// simplex makes the links as short as they can be in sum, by the network simplex of Gansner
// and others (1993, section 2): a spanning tree of links that are as short as may be, in which
// one link after another is replaced as long as that shortens the sum.
//
// The tree is searched anew after each replacement: that is simple, and fast enough for the
// graphs for which it is done at all.
type simplex struct {
	*layering
	tree   []bool  // is a link in the tree
	parent []int32 // the tree's link by which a node was reached, -1 for none
	order  []int32 // nodes in the order in which they were reached
	first  []int32 // of a node, in order
	last   []int32 // of the nodes below it in the tree, in order
	stack  []int32
}

// simplexWork bounds the steps of the network simplex: replacements times size.
const simplexWork = 30_000_000

// optimize brings the layers closer to the shortest links there can be, as far as the bound
// on work goes. What it leaves is right in any case.
func (l *layering) optimize(ctx context.Context) error {
	n, m := len(l.p.nodes), len(l.p.links)
	s := &simplex{
		layering: l, tree: make([]bool, m), parent: make([]int32, n),
		first: make([]int32, n), last: make([]int32, n),
	}
	budget := simplexWork / (1 + n + m)
	if n < 3 || budget < n/4 {
		return nil
	}
	if s.grow(ctx) {
		s.improve(ctx, budget)
	}
	top := slices.Min(l.layer)
	for v := range l.layer {
		l.layer[v] -= top
	}
	return ctx.Err()
}

// improve replaces links until that does not help any more, or the budget is spent.
func (s *simplex) improve(ctx context.Context, budget int) {
	for range budget {
		leaving := s.leaving()
		if leaving < 0 || ctx.Err() != nil {
			return
		}
		s.replace(leaving)
	}
}

func (s *simplex) slack(k int32) int32 {
	l := &s.p.links[k]
	return s.layer[l.to] - s.layer[l.from] - l.span
}

// grow finds a first tree, for which it moves nodes towards each other. It returns false
// where links that are not loose do not hold all nodes together.
func (s *simplex) grow(ctx context.Context) bool {
	for ctx.Err() == nil {
		s.search(func(k int32) bool { return s.slack(k) == 0 })
		if len(s.order) == len(s.p.nodes) {
			for _, k := range s.parent {
				if k >= 0 {
					s.tree[k] = true
				}
			}
			return true
		}
		k := s.nearest()
		if k < 0 {
			return false
		}
		move := s.slack(k)
		if s.first[s.p.links[k].from] < 0 {
			move = -move
		}
		for _, v := range s.order {
			s.layer[v] += move
		}
	}
	return false
}

// nearest returns the shortest link with one end among the nodes that were reached.
func (s *simplex) nearest() int32 {
	best := int32(-1)
	for i := range s.p.links {
		l, k := &s.p.links[i], int32(i)
		if !l.loose && (s.first[l.from] < 0) != (s.first[l.to] < 0) && (best < 0 || s.slack(k) < s.slack(best)) {
			best = k
		}
	}
	return best
}

// search reaches nodes from the first by some links, depth first.
func (s *simplex) search(by func(link int32) bool) {
	for v := range s.first {
		s.first[v], s.last[v], s.parent[v] = -1, 0, -1
	}
	s.order, s.stack = s.order[:0], append(s.stack[:0], 0)
	for len(s.stack) > 0 {
		v := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.first[v] >= 0 {
			continue
		}
		s.first[v] = int32(len(s.order))
		s.order = append(s.order, v)
		for _, k := range s.out.of(v) {
			s.reach(s.p.links[k].to, k, by)
		}
		for _, k := range s.in.of(v) {
			s.reach(s.p.links[k].from, k, by)
		}
	}
	for _, v := range slices.Backward(s.order) {
		s.last[v] = max(s.last[v], s.first[v])
		if k := s.parent[v]; k >= 0 {
			u := s.other(k, v)
			s.last[u] = max(s.last[u], s.last[v])
		}
	}
}

func (s *simplex) reach(v, link int32, by func(int32) bool) {
	if s.first[v] < 0 && by(link) {
		s.parent[v] = link
		s.stack = append(s.stack, v)
	}
}

func (s *simplex) other(link, v int32) int32 {
	l := &s.p.links[link]
	return l.from + l.to - v
}

// leaving returns the node with the link to its parent that should leave the tree: lengthening
// that link shortens the others most. It returns -1 if there is none.
func (s *simplex) leaving() int32 {
	s.search(func(k int32) bool { return s.tree[k] })
	net := make([]int64, len(s.p.nodes)) // of what leads out of a node and those below it
	for i := range s.p.links {
		if l := &s.p.links[i]; !l.loose {
			net[l.from] += int64(l.weight)
			net[l.to] -= int64(l.weight)
		}
	}
	best, node := int64(0), int32(-1)
	for _, v := range slices.Backward(s.order) {
		k := s.parent[v]
		if k < 0 {
			continue
		}
		cut := net[v]
		if s.p.links[k].to == v {
			cut = -cut
		}
		if cut < best {
			best, node = cut, v
		}
		net[s.other(k, v)] += net[v]
	}
	return node
}

// replace takes a node's link to its parent out of the tree, puts in the shortest that leads
// the other way between the two halves, and moves one half so that it is as short as may be.
func (s *simplex) replace(node int32) {
	old := s.parent[node]
	below := func(v int32) bool { return s.first[v] >= s.first[node] && s.first[v] <= s.last[node] }
	tail := s.p.links[old].from == node
	best := int32(-1)
	for i := range s.p.links {
		l, k := &s.p.links[i], int32(i)
		if !l.loose && below(l.from) != tail && below(l.to) == tail && (best < 0 || s.slack(k) < s.slack(best)) {
			best = k
		}
	}
	move := s.slack(best)
	if tail {
		move = -move
	}
	for _, v := range s.order[s.first[node] : s.last[node]+1] {
		s.layer[v] += move
	}
	s.tree[old], s.tree[best] = false, true
}
