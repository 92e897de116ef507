package causal

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
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
	slices.SortFunc(out, func(a, b []int) int { return cmp.Compare(a[0], b[0]) }) // no rule is in two
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

// directed returns the rule graph as a graph of the library, which knows no edges from a node
// to itself.
func (rg *RuleGraph) directed() *simple.DirectedGraph {
	g := simple.NewDirectedGraph()
	for i := range rg.Nodes {
		g.AddNode(simple.Node(i))
	}
	for _, e := range rg.Edges {
		if e.From != e.To {
			g.SetEdge(simple.Edge{F: simple.Node(e.From), T: simple.Node(e.To)})
		}
	}
	return g
}
