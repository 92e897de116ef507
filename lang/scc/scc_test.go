package scc_test

import (
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/scc"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Two nodes are in one component if each leads to the other, and no component leads to a later one: both are compared
// with the pairs of nodes that paths join.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "nodes")
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int32 {
			node := rapid.Int32Range(0, int32(max(n-1, 0)))
			return [2]int32{node.Draw(t, "from"), node.Draw(t, "to")}
		}), 0, 3*n).Draw(t, "edges")
		leads := make([][]bool, n) // by the first node and the last
		for i := range n {
			leads[i] = make([]bool, n)
			leads[i][i] = true
		}
		g := scc.New(n, func(edge func(from, to int32)) {
			for _, e := range edges {
				edge(e[0], e[1])
				leads[e[0]][e[1]] = true
			}
		})
		for k := range n {
			for i := range n {
				for j := range n {
					leads[i][j] = leads[i][j] || leads[i][k] && leads[k][j]
				}
			}
		}
		component := make(map[int32]int)
		for i, nodes := range g.Components() {
			for _, node := range nodes {
				require.NotContains(t, component, node)
				component[node] = i
			}
		}
		require.Len(t, component, n)
		for i := range int32(n) {
			var to []int32
			for _, e := range edges {
				if e[0] == i {
					to = append(to, e[1])
				}
			}
			require.True(t, slices.Equal(to, g.To(i)))
			for j := range int32(n) {
				require.Equal(t, leads[i][j] && leads[j][i], component[i] == component[j])
				require.True(t, !leads[i][j] || component[j] <= component[i])
			}
		}
	})
}

// A search by calls of functions would need a stack for each node.
func TestLongPath(t *testing.T) {
	const nodes = 1 << 20
	g := scc.New(nodes, func(edge func(from, to int32)) {
		for i := range int32(nodes - 1) {
			edge(i, i+1)
		}
	})
	all := g.Components()
	require.Len(t, all, nodes)
	require.Equal(t, []int32{nodes - 1}, all[0])
}
