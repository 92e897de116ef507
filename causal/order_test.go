package causal

import (
	"slices"
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

func TestLayersAreFoata(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		var all []Event
		layers := g.Layers()
		for i, layer := range layers {
			for _, e := range layer {
				for _, f := range layer {
					require.Equal(t, e != f, g.Concurrent(e, f))
				}
				// each event depends on one of the layer before, or it would be in it
				require.True(t, i == 0 || slices.ContainsFunc(layers[i-1], func(c Event) bool { return g.Before(c, e) }))
			}
			all = append(all, layer...)
		}
		slices.Sort(all)
		require.Equal(t, len(all), g.Len())
		require.Equal(t, inOrder(len(all)), append([]Event{}, all...))
	})
}

func TestCriticalPathIsAsLongAsTheRunIsDeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		path := g.CriticalPath()
		require.Len(t, path, len(g.Layers()))
		for i := range max(0, len(path)-1) {
			require.Contains(t, g.Causes(path[i+1]), path[i])
		}
	})
}

// The reduction has just the arrows between events with none between them.
func TestReductionIsTheCoveringRelation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		g, before := New(tr), closure(tr)
		for e, causes := range g.Reduction() {
			var want []Event
			for _, c := range inOrder(g.Len()) {
				between := slices.ContainsFunc(inOrder(g.Len()), func(m Event) bool { return before[c][m] && before[m][e] })
				if before[c][e] && !between {
					want = append(want, c)
				}
			}
			require.ElementsMatch(t, want, causes)
			require.True(t, slices.IsSorted(causes))
		}
	})
}

// The width is that of all sets of events, looked at one by one.
func TestWidthIsTheLargestAntichain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		g, before := New(tr), closure(tr)
		w := g.Width()
		require.True(t, w.Exact())
		require.True(t, slices.IsSorted(w.Together))
		require.True(t, antichain(before, w.Together))
		require.Equal(t, widest(before, nil, 0), w.AtMost)
	})
}

func antichain(before [][]bool, events []Event) bool {
	for _, a := range events {
		for _, b := range events {
			if before[a][b] {
				return false
			}
		}
	}
	return true
}

// widest returns the size of the largest antichain that adds events from the
// next on to those chosen.
func widest(before [][]bool, chosen []Event, next int) int {
	if next == len(before) {
		return len(chosen)
	}
	best := widest(before, chosen, next+1)
	if with := append(slices.Clone(chosen), Event(next)); antichain(before, with) {
		best = max(best, widest(before, with, next+1))
	}
	return best
}
