package rules

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/graph/topo"
	"pgregory.net/rapid"
)

// looped returns a rule graph of so many rules with these edges.
func looped(rules int, edges ...[2]int) *Graph {
	rg := &Graph{Nodes: make([]Node, rules)}
	for _, e := range edges {
		rg.Edges = append(rg.Edges, Edge{From: e[0], To: e[1]})
	}
	slices.SortFunc(rg.Edges, func(a, b Edge) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return rg
}

// fullRules returns the rule graph with all edges, those from a rule to itself
// included.
func fullRules(rules int) *Graph {
	var edges [][2]int
	for i := range rules {
		for j := range rules {
			edges = append(edges, [2]int{i, j})
		}
	}
	return looped(rules, edges...)
}

// randomRules draws a rule graph of up to so many rules.
func randomRules(t *rapid.T, most int) *Graph {
	n := rapid.IntRange(1, most).Draw(t, "rules")
	all := fullRules(n).Edges
	keep := rapid.IntRange(1, 5).Draw(t, "one in")
	all = slices.DeleteFunc(all, func(Edge) bool { return rapid.IntRange(1, keep).Draw(t, "edge") > 1 })
	return &Graph{Nodes: make([]Node, n), Edges: all}
}

// johnson returns all elementary cycles as the library finds them, in our order.
func johnson(rg *Graph) [][]int {
	var out [][]int
	for _, nodes := range topo.DirectedCyclesIn(rg.directed()) {
		cycle := make([]int, len(nodes)-1) // the first stands at the end, too
		for i := range cycle {
			cycle[i] = int(nodes[i].ID())
		}
		first := slices.Index(cycle, slices.Min(cycle))
		out = append(out, slices.Concat(cycle[first:], cycle[:first]))
	}
	for _, e := range rg.Edges { // which the library has none of
		if e.From == e.To {
			out = append(out, []int{e.From})
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return cmp.Or(len(a)-len(b), slices.Compare(a, b)) })
	return out
}

func TestCyclesAreThoseOfJohnson(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rg := randomRules(t, 6)
		want := johnson(rg)
		got, whole := rg.Cycles(len(want))
		require.True(t, whole)
		require.Equal(t, want, got)
	})
}

func TestCyclesAreCutByTheirNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rg := randomRules(t, 5)
		all := johnson(rg)
		most := rapid.IntRange(0, len(all)).Draw(t, "most")
		got, whole := rg.Cycles(most)
		require.Equal(t, most == len(all), whole)
		require.True(t, slices.EqualFunc(all[:most], got, slices.Equal[[]int]), "%v", got)
	})
}

func TestCyclesByHand(t *testing.T) {
	for _, c := range []struct {
		name string
		rg   *Graph
		want [][]int
	}{
		{"nothing", looped(0), nil},
		{"no edges", looped(3), nil},
		{"a way, but not round", looped(3, [2]int{0, 1}, [2]int{1, 2}, [2]int{0, 2}), nil},
		{"itself", looped(2, [2]int{1, 1}, [2]int{0, 1}), [][]int{{1}}},
		{"shortest first", looped(4, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 2}, [2]int{2, 0}, [2]int{3, 3}),
			[][]int{{3}, {0, 1}, {0, 1, 2}}},
		{"both ways round", looped(3, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}, [2]int{0, 2}, [2]int{2, 1}, [2]int{1, 0}),
			[][]int{{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}, {0, 2, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, whole := c.rg.Cycles(100)
			require.True(t, whole)
			require.Equal(t, c.want, got)
		})
	}
}

// Graphs with more cycles than can be listed, and long ones, end in good time.
func TestCyclesOfLargeGraphs(t *testing.T) {
	got, whole := fullRules(200).Cycles(300)
	require.False(t, whole)
	require.Len(t, got, 300)
	require.Len(t, got[199], 1)
	require.Len(t, got[200], 2)

	ring := make([][2]int, 5000)
	for i := range ring {
		ring[i] = [2]int{i, (i + 1) % len(ring)}
	}
	got, whole = looped(len(ring), ring...).Cycles(2)
	require.True(t, whole)
	require.Len(t, got, 1)
	require.Len(t, got[0], len(ring))
}

func TestComponentsReachEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rg := randomRules(t, 8)
		reach := reachable(rg)
		var want, loops [][]int
		for i := range rg.Nodes {
			var component []int
			for j := range rg.Nodes {
				if i == j || reach[i][j] && reach[j][i] {
					component = append(component, j)
				}
			}
			if component[0] == i {
				want = append(want, component)
				if reach[i][i] {
					loops = append(loops, component)
				}
			}
		}
		require.Equal(t, want, rg.Components())
		require.ElementsMatch(t, loops, rg.Loops())
	})
}

// reachable says from which rule there is a way of one edge or more to which.
func reachable(rg *Graph) [][]bool {
	n := len(rg.Nodes)
	out := make([][]bool, n)
	for i := range out {
		out[i] = make([]bool, n)
	}
	for _, e := range rg.Edges {
		out[e.From][e.To] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				out[i][j] = out[i][j] || out[i][k] && out[k][j]
			}
		}
	}
	return out
}
