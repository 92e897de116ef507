// Package scc divides directed graphs into strongly connected components, by the algorithm of Tarjan (“Depth-first
// search and linear graph algorithms”, SIAM Journal on Computing 1, 1972), in time linear in the size of the graph.
package scc

// Graph is a directed graph, with nodes numbered from 0.
type Graph struct {
	start []int32 // start[n] is the index in to of the first edge of node n, and start[n+1] the end of its edges
	to    []int32 // targets of the edges
}

// New returns the graph with a number of nodes, and with the edges for which each calls edge. It calls each twice,
// which has to yield the same edges.
func New(nodes int, each func(edge func(from, to int32))) *Graph {
	g := &Graph{start: make([]int32, nodes+2)}
	each(func(from, _ int32) { g.start[from+2]++ })
	for i := range nodes {
		g.start[i+2] += g.start[i+1]
	}
	g.to = make([]int32, g.start[nodes+1])
	each(func(from, to int32) {
		g.to[g.start[from+1]] = to
		g.start[from+1]++
	})
	return g
}

// To returns the nodes that the edges of a node lead to, in the order of the edges.
func (g *Graph) To(node int32) []int32 { return g.to[g.start[node]:g.start[node+1]] }

// Components returns the strongly connected components: the largest groups of nodes in which each node reaches each
// other. A component comes after all components that its edges lead to. Its nodes are in no particular order.
func (g *Graph) Components() [][]int32 {
	type frame struct{ node, edge int32 }
	nodes := int32(len(g.start) - 2)
	order := make([]int32, nodes) // place of each node in the order of visits, from 1; 0 before its visit
	low := make([]int32, nodes)   // least order of a node on the stack that the node reaches
	var stack, done []int32
	var path []frame
	var ends []int // end of each component in done
	// The search keeps its own path, which can be longer than the stack of a goroutine allows.
	visited := int32(0)
	visit := func(n int32) {
		visited++
		order[n], low[n] = visited, visited
		stack = append(stack, n)
		path = append(path, frame{n, g.start[n]})
	}
	for root := range nodes {
		if order[root] == 0 {
			visit(root)
		}
		for len(path) > 0 {
			f := &path[len(path)-1]
			n := f.node
			if f.edge < g.start[n+1] {
				next := g.to[f.edge]
				f.edge++
				if order[next] == 0 {
					visit(next)
				} else {
					low[n] = min(low[n], order[next]) // a finished node has the largest order
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1].node
				low[parent] = min(low[parent], low[n])
			}
			if low[n] < order[n] {
				continue // n belongs to the component of a node below it on the stack
			}
			for member := int32(-1); member != n; {
				member = stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				order[member] = nodes + 1
				done = append(done, member)
			}
			ends = append(ends, len(done))
		}
	}
	out, from := make([][]int32, len(ends)), 0
	for i, end := range ends {
		out[i], from = done[from:end:end], end
	}
	return out
}
