package diagram

import "slices"

// Components returns for each node the first of those that it is connected with, by edges or by an
// order that is not drawn.
func (d *Diagram) Components() []int {
	root := make([]int, len(d.Nodes))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	join := func(from, to int) {
		a, b := find(from), find(to)
		root[max(a, b)] = min(a, b)
	}
	for i := range d.Edges {
		join(d.Edges[i].From, d.Edges[i].To)
	}
	for _, pair := range d.Before {
		join(pair[0], pair[1])
	}
	for i := range root {
		root[i] = find(i)
	}
	return root
}

// Connected reports whether there is a way from each node to each, whichever way edges and
// orders lead.
func (d *Diagram) Connected() bool {
	return !slices.ContainsFunc(d.Components(), func(first int) bool { return first != 0 })
}
