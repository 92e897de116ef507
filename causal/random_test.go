package causal

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

var randomTrace = causaltest.Random

// replay fires the steps in the order given and returns the final facts, sorted, or an error if a
// step uses a missing resource.
func replay(t *trace.Trace, order []Event) ([]string, error) {
	there := make(map[trace.ResourceID]bool)
	for _, r := range t.Resources {
		there[r.ID] = r.By == 0
	}
	for _, e := range order {
		s := &t.Steps[e]
		for _, id := range slices.Concat(s.Reads, s.Consumes) {
			if !there[id] {
				return nil, fmt.Errorf("%v: no %v", s.ID, id)
			}
		}
		for _, id := range s.Consumes {
			there[id] = false
		}
		for _, id := range s.Produces {
			there[id] = true
		}
	}
	var left []string
	for _, r := range t.Resources {
		if there[r.ID] {
			left = append(left, r.String())
		}
	}
	slices.Sort(left)
	return left, nil
}

func inOrder(n int) []Event {
	order := make([]Event, n)
	for i := range order {
		order[i] = Event(i)
	}
	return order
}

// closure returns the causal order as its definition has it: directly before,
// closed by Floyd and Warshall's algorithm.
func closure(t *trace.Trace) [][]bool {
	n := len(t.Steps)
	before := make([][]bool, n)
	for i := range before {
		before[i] = make([]bool, n)
		for j := range before[i] {
			before[i][j] = directly(&t.Steps[i], &t.Steps[j])
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	return before
}

func directly(a, b *trace.Step) bool {
	meet := func(xs, ys []trace.ResourceID) bool {
		return slices.ContainsFunc(xs, func(x trace.ResourceID) bool { return slices.Contains(ys, x) })
	}
	return a.ID != b.ID &&
		(meet(a.Produces, b.Consumes) || meet(a.Produces, b.Reads) || meet(a.Reads, b.Consumes))
}

func TestOrderIsTheClosure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		g, before := New(tr), closure(tr)
		require.Equal(t, len(tr.Steps), g.Len())
		for _, a := range inOrder(g.Len()) {
			var past, future, causes, effects []Event
			for _, b := range inOrder(g.Len()) {
				require.Equal(t, before[a][b], g.Before(a, b))
				require.Equal(t, a != b && !before[a][b] && !before[b][a], g.Concurrent(a, b))
				if before[b][a] {
					past = append(past, b)
				}
				if before[a][b] {
					future = append(future, b)
				}
				if directly(&tr.Steps[b], &tr.Steps[a]) {
					causes = append(causes, b)
				}
				if directly(&tr.Steps[a], &tr.Steps[b]) {
					effects = append(effects, b)
				}
			}
			require.Equal(t, past, g.Past(a))
			require.Equal(t, future, g.Future(a))
			require.ElementsMatch(t, causes, g.Causes(a))
			require.ElementsMatch(t, effects, g.Effects(a))
			require.True(t, slices.IsSorted(g.Causes(a)))
			require.True(t, slices.IsSorted(g.Effects(a)))
		}
	})
}

func TestDepthsAreLongestChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		g, before := New(tr), closure(tr)
		var longest func(e Event) int
		longest = func(e Event) int {
			n := 0
			for _, c := range inOrder(g.Len()) {
				if before[c][e] {
					n = max(n, longest(c)+1)
				}
			}
			return n
		}
		for e, depth := range g.Depths() {
			require.Equal(t, longest(Event(e)), depth)
		}
	})
}

// TestAnyOrderReplays says what the causal order is for: the orders that
// respect it are the orders in which the same can happen.
func TestAnyOrderReplays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		g := New(tr)
		want, err := replay(tr, inOrder(g.Len()))
		require.NoError(t, err)
		got, err := replay(tr, causaltest.Linearize(t, g))
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

// TestNoOtherOrderReplays says that nothing is ordered needlessly: neighbours
// can change places just where they are concurrent.
func TestNoOtherOrderReplays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		g := New(tr)
		order := causaltest.Linearize(t, g)
		for i := range max(len(order)-1, 0) {
			swapped := slices.Clone(order)
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
			_, err := replay(tr, swapped)
			require.Equal(t, g.Concurrent(order[i], order[i+1]), err == nil)
		}
	})
}

func TestResourcesKnowTheirEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := randomTrace(t)
		g := New(tr)
		for i := range g.Resources {
			r := &g.Resources[i]
			want := Resource{Resource: &tr.Resources[i], Producer: Outside, Consumer: Outside}
			for e, s := range tr.Steps {
				if slices.Contains(s.Produces, r.ID) {
					want.Producer = Event(e)
				}
				if slices.Contains(s.Consumes, r.ID) {
					want.Consumer = Event(e)
				}
				if slices.Contains(s.Reads, r.ID) {
					want.Readers = append(want.Readers, Event(e))
				}
			}
			require.Equal(t, want, *r)
			require.Same(t, r, g.Resource(r.ID))
		}
	})
}
