package causal

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// TestWeights compares weights with their definition, computed from the closure of the order by facts and from
// all chains.
func TestWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		before := usedBefore(g)
		n := g.Len()
		var chain func(e int, next func(int, int) bool) int
		chain = func(e int, next func(int, int) bool) (longest int) {
			for f := range n {
				if next(e, f) {
					longest = max(longest, 1+chain(f, next))
				}
			}
			return longest
		}
		down := func(a, b int) bool { return before[a][b] }
		up := func(a, b int) bool { return before[b][a] }
		longest := 0
		for e := range n {
			longest = max(longest, chain(e, down))
		}
		weights := g.Weights()
		for e := range n {
			past, future, firings := 1, 1, 0
			for f := range n {
				if before[f][e] {
					past++
				}
				if before[e][f] {
					future++
				}
				if g.Label(Event(f)) == g.Label(Event(e)) {
					firings++
				}
			}
			want := past * future
			if chain(e, up)+chain(e, down) == longest {
				want *= 2
			}
			if slices.ContainsFunc(g.Trace.Resources, func(r trace.Resource) bool {
				return r.By == g.Step(Event(e)).ID && r.Persistent
			}) {
				want *= 2
			}
			require.InDelta(t, float64(want)/float64(firings), weights[e], 1e-9)
		}
	})
}

// usedBefore returns which event made what another used, closed by Floyd and Warshall's algorithm.
func usedBefore(g *Graph) [][]bool {
	n := g.Len()
	before := make([][]bool, n)
	for e := range before {
		before[e] = make([]bool, n)
	}
	for _, r := range g.Resources {
		for _, user := range r.Users() {
			if r.Producer != Outside && !r.StageToken() {
				before[r.Producer][user] = true
			}
		}
	}
	for k := range n {
		for a := range n {
			for b := range n {
				before[a][b] = before[a][b] || before[a][k] && before[k][b]
			}
		}
	}
	return before
}

// TestTurningPoints: there are as many as are asked for, among them the last event, and no other event weighs more.
func TestTurningPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		all := inOrder(g.Len())
		n := rapid.IntRange(1, 10).Draw(t, "points")
		points := TurningPoints(all, g.Weights(), n)
		require.Len(t, points, min(n, len(all)))
		require.True(t, slices.IsSorted(points))
		weights := g.Weights()
		for i, e := range all {
			if i == len(all)-1 {
				require.Contains(t, points, e)
			}
			if slices.Contains(points, e) {
				continue
			}
			for _, p := range points[:len(points)-1] {
				require.GreaterOrEqual(t, weights[p], weights[e])
			}
		}
	})
}
