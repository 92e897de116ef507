package ascii

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// order returns the nodes such that each stands after those that lead to it, as far as
// no cycle forbids it. Otherwise they stand in the order of their births and of the
// diagram, but the facts of the start, and whatever has no birth and nothing before it,
// only before the first that they lead to: their rails are short then.
func order(d *diagram.Diagram) []int {
	turns, turn := turns(d)
	cycle := cycles(d)
	before := make([][]int, len(d.Nodes))
	isSource := make([]bool, len(d.Nodes))
	for _, e := range d.Edges {
		// Within cycles only those edges count that lead on by turn.
		if cycle[e.From] != cycle[e.To] || turn[e.From] < turn[e.To] {
			before[e.To] = append(before[e.To], e.From)
			isSource[e.From] = true
		}
	}
	for _, pair := range d.Before {
		if from, to := pair[0], pair[1]; cycle[from] != cycle[to] || turn[from] < turn[to] {
			before[to] = append(before[to], from)
		}
	}
	o := &walk{next: before, seen: make([]bool, len(d.Nodes))}
	for i := range before {
		slices.SortFunc(before[i], func(a, b int) int { return cmp.Compare(turn[a], turn[b]) })
	}
	for _, n := range turns {
		if d.Nodes[n].Born > 0 || len(before[n]) > 0 || !isSource[n] {
			o.visit(n)
		}
	}
	return o.done
}

// turns returns the nodes by birth and then as they stand in the diagram, and by node
// its place among them.
func turns(d *diagram.Diagram) (turns, turn []int) {
	turns, turn = make([]int, len(d.Nodes)), make([]int, len(d.Nodes))
	for i := range turns {
		turns[i] = i
	}
	birth := births(d)
	slices.SortStableFunc(turns, func(a, b int) int { return cmp.Compare(birth[a], birth[b]) })
	for i, n := range turns {
		turn[n] = i
	}
	return turns, turn
}

// births returns for each node the time of its birth. A node without a time of its own, such as
// the mark at the end of a line, is born with its last predecessor.
func births(d *diagram.Diagram) []int {
	birth := make([]int, len(d.Nodes))
	for i := range d.Nodes {
		birth[i] = d.Nodes[i].Born
	}
	for _, e := range d.Edges {
		if d.Nodes[e.To].Born == 0 {
			birth[e.To] = max(birth[e.To], d.Nodes[e.From].Born)
		}
	}
	return birth
}

// cycles returns for each node a number that it shares with those which lead to it
// and to which it leads: the strongly connected components, after Kosaraju (Sharir,
// "A strong-connectivity algorithm", 1981).
func cycles(d *diagram.Diagram) []int {
	after, before := make([][]int, len(d.Nodes)), make([][]int, len(d.Nodes))
	for _, e := range d.Edges {
		after[e.From] = append(after[e.From], e.To)
		before[e.To] = append(before[e.To], e.From)
	}
	for _, pair := range d.Before {
		after[pair[0]] = append(after[pair[0]], pair[1])
		before[pair[1]] = append(before[pair[1]], pair[0])
	}
	on := &walk{next: after, seen: make([]bool, len(d.Nodes))}
	for n := range d.Nodes {
		on.visit(n)
	}
	back := &walk{next: before, seen: make([]bool, len(d.Nodes))}
	cycle := make([]int, len(d.Nodes))
	for _, n := range slices.Backward(on.done) {
		start := len(back.done)
		back.visit(n)
		for _, m := range back.done[start:] {
			cycle[m] = n
		}
	}
	return cycle
}

// A walk goes through nodes in depth first.
type walk struct {
	next [][]int
	seen []bool
	done []int // done lists nodes with all successors done, or seen before
}

func (w *walk) visit(n int) {
	if w.seen[n] {
		return
	}
	w.seen[n] = true
	for _, m := range w.next[n] {
		w.visit(m)
	}
	w.done = append(w.done, n)
}

// sorted returns the edges by the nodes they lead to and come from. Those that go on
// one rail follow each other.
func sorted(d *diagram.Diagram, rows []int) (ins, outs [][]int) {
	ins, outs = make([][]int, len(d.Nodes)), make([][]int, len(d.Nodes))
	for i, e := range d.Edges {
		ins[e.To] = append(ins[e.To], i)
		outs[e.From] = append(outs[e.From], i)
	}
	for n := range d.Nodes {
		slices.SortStableFunc(ins[n], func(a, b int) int {
			return cmp.Compare(rows[d.Edges[a].From], rows[d.Edges[b].From])
		})
		slices.SortStableFunc(outs[n], func(a, b int) int {
			e, f := &d.Edges[a], &d.Edges[b]
			return cmp.Or(cmp.Compare(e.Hue, f.Hue), cmp.Compare(e.Stroke, f.Stroke), cmp.Compare(rows[e.To], rows[f.To]))
		})
	}
	return ins, outs
}
