package causal

import (
	"slices"
	"sort"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/topo"
)

// Components returns the strongly connected components of the rule graph: the
// largest groups of rules in which each feeds each other, directly or by way of
// others (Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal
// on Computing 1, 1972). Every rule is in one of them, if only by itself. Each is
// a list of indexes of Nodes, ascending; that with the smallest comes first.
func (rg *RuleGraph) Components() [][]int {
	var out [][]int
	for _, nodes := range topo.TarjanSCC(rg.directed()) {
		component := make([]int, len(nodes))
		for i, n := range nodes {
			component[i] = int(n.ID())
		}
		slices.Sort(component)
		out = append(out, component)
	}
	// No rule is in two. Not slices.SortFunc, of which there would be one for these alone.
	sort.Slice(out, func(i, j int) bool { return out[i][0] < out[j][0] })
	return out
}

// Loops returns those components that there is a way round in: of several
// rules, or of one that feeds itself.
func (rg *RuleGraph) Loops() [][]int {
	itself := make(map[int]bool)
	for _, e := range rg.Edges {
		itself[e.From] = itself[e.From] || e.From == e.To
	}
	return slices.DeleteFunc(rg.Components(), func(c []int) bool { return len(c) == 1 && !itself[c[0]] })
}

// directed returns the rule graph as the library has it, which knows no edges from a node
// to itself.
func (rg *RuleGraph) directed() graph.Directed {
	out := directed{to: make([][]graph.Node, len(rg.Nodes))}
	for _, e := range rg.Edges {
		if e.From != e.To {
			out.to[e.From] = append(out.to[e.From], node(e.To))
		}
	}
	return out
}

// directed is a graph of which only the nodes and edges are asked for, as its components
// need no more. The library's own graphs bring matrices along, of which the engine in pages
// would have to hold the code.
type directed struct {
	graph.Directed
	to [][]graph.Node
}

type node int

// ID implements [graph.Node].
func (n node) ID() int64 { return int64(n) }

// Nodes implements [graph.Graph].
func (d directed) Nodes() graph.Nodes {
	return iterator.NewImplicitNodes(0, len(d.to), func(id int) graph.Node { return node(id) })
}

// From implements [graph.Graph].
func (d directed) From(id int64) graph.Nodes { return iterator.NewOrderedNodes(d.to[id]) }
