package foreign

import (
	"container/heap"
	"slices"
)

// This file puts the steps of a graph into an order in which they can have fired: a step comes
// after the makers of the facts it uses and, if it consumes a fact, after the steps that only read
// that fact (Kahn, "Topological sorting of large networks", CACM 5, 1962). Of several possible
// next steps, the one with the lowest number comes first, so numbers that follow the order are
// kept.

// queue is a heap of steps that can come next, by number and place.
type queue []*node

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	a, b := numberOf(q[i].name), numberOf(q[j].name)
	return a < b || a == b && q[i].at < q[j].at
}
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// order returns the steps.
func (d *diagram) order() ([]*node, error) {
	l := d.line()
	var order []*node
	for len(l.ready) > 0 {
		n := heap.Pop(&l.ready).(*node)
		order = append(order, n)
		for _, m := range l.after[n] { // which wait for one less
			if l.waits[m]--; l.waits[m] == 0 {
				heap.Push(&l.ready, m)
			}
		}
	}
	return order, d.cycle(l)
}

// line is the steps that still have to come.
type line struct {
	before, after map[*node][]*node
	waits         map[*node]int // how many before it are still to come
	ready         queue
}

// line returns all steps.
func (d *diagram) line() *line {
	l := &line{before: d.before(), after: make(map[*node][]*node), waits: make(map[*node]int)}
	for _, n := range d.nodes {
		if !n.isStep() {
			continue
		}
		if l.waits[n] = len(l.before[n]); l.waits[n] == 0 {
			l.ready = append(l.ready, n)
		}
		for _, m := range l.before[n] {
			l.after[m] = append(l.after[m], n)
		}
	}
	heap.Init(&l.ready)
	return l
}

// before returns, for each step, those that come before it; some may be named
// more than once.
func (d *diagram) before() map[*node][]*node {
	before := make(map[*node][]*node)
	for _, x := range d.nodes {
		if x.isStep() {
			continue
		}
		readers, taker := x.users()
		if taker != nil {
			before[taker] = append(before[taker], readers...)
		}
		if x.made == nil {
			continue
		}
		for _, e := range x.out {
			before[e.to] = append(before[e.to], x.made.from)
		}
	}
	return before
}

// users returns the step that uses a fact up and the others, which only read it.
// Where more steps use it up, it is permanent or the graph wrong; one will do.
func (n *node) users() (readers []*node, taker *node) {
	for _, e := range n.out {
		if e.read {
			readers = append(readers, e.to)
		} else if taker == nil {
			taker = e.to
		}
	}
	return slices.DeleteFunc(readers, func(r *node) bool { return r == taker }), taker
}

// cycle returns an error that names a step of a cycle, where some steps still
// wait.
func (d *diagram) cycle(l *line) error {
	waiting := func(n *node) bool { return l.waits[n] > 0 }
	i := slices.IndexFunc(d.nodes, waiting)
	if i < 0 {
		return nil
	}
	n, seen := d.nodes[i], make(map[*node]bool)
	for !seen[n] {
		seen[n] = true
		n = l.before[n][slices.IndexFunc(l.before[n], waiting)]
	}
	return d.file.errorf(n.at, "%s comes before itself: no order of the steps fits the arrows", n.name)
}
