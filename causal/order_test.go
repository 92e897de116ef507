package causal

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// There is a way from one event to another just where it precedes it, each step of it is
// a direct one with a resource to show for it, and there is none shorter.
func TestWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		for a := range Event(g.Len()) {
			lengths := distances(g, a)
			for b := range Event(g.Len()) {
				way := g.Way(a, b)
				require.Equal(t, g.Before(a, b), way != nil)
				require.Len(t, way, lengths[b])
				for i := 1; i < len(way); i++ {
					require.Contains(t, g.Causes(way[i]), way[i-1])
					r := g.Between(way[i-1], way[i])
					require.True(t, r.Producer == way[i-1] || r.Consumer == way[i])
				}
				if way == nil {
					require.Nil(t, g.Between(a, b))
				}
			}
		}
	})
}

// distances returns for each event how many events lie on the shortest way to it, both
// ends included; 0 where there is none.
func distances(g *Graph, from Event) []int {
	out := make([]int, g.Len())
	for frontier, n := []Event{from}, 1; len(frontier) > 0; n++ {
		var next []Event
		for _, e := range frontier {
			for _, f := range g.Effects(e) {
				if out[f] == 0 {
					out[f] = n + 1
					next = append(next, f)
				}
			}
		}
		frontier = next
	}
	return out
}
