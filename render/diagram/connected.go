package diagram

import "slices"

// Components returns for each node the first of those that it is connected with.
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
	for i := range d.Edges {
		a, b := find(d.Edges[i].From), find(d.Edges[i].To)
		root[max(a, b)] = min(a, b)
	}
	for i := range root {
		root[i] = find(i)
	}
	return root
}

// Connected reports whether there is a way from each node to each, whichever way edges lead.
func (d *Diagram) Connected() bool {
	return !slices.ContainsFunc(d.Components(), func(first int) bool { return first != 0 })
}
