package fold

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The kind of a tie is the first of the reasons that two events of the groups give,
// and its resources are those that give it.
func TestKindsOfTies(t *testing.T) {
	seen := make(map[Kind]int)
	rapid.Check(t, func(t *rapid.T) {
		f := randomFolding(t)
		for _, tie := range f.Order() {
			kind, by := Through, map[*causal.Resource]bool{}
			for _, a := range f.Groups[tie.From].Events {
				for _, b := range f.Groups[tie.To].Events {
					for i := range f.Selection.Graph.Resources {
						r := &f.Selection.Graph.Resources[i]
						k, ok := reason(f.Selection, r, a, b)
						if ok && k < kind {
							kind, by = k, map[*causal.Resource]bool{}
						}
						if ok && k == kind {
							by[r] = true
						}
					}
				}
			}
			most := 0
			for _, pair := range f.Selection.Fold().Order() {
				if f.Group(f.Selection.Events[pair.From]) == tie.From && f.Group(f.Selection.Events[pair.To]) == tie.To {
					most = max(most, pair.Events)
				}
			}
			require.Equal(t, most, tie.Events)
			seen[kind]++
			require.Equal(t, kind, tie.Kind)
			require.Len(t, tie.Resources, len(by))
			for _, r := range tie.Resources {
				require.True(t, by[r])
			}
			require.True(t, kind != Through || tie.Events > 0)
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.Len(t, seen, 5)
}

func reason(s *Selection, r *causal.Resource, a, b causal.Event) (Kind, bool) {
	made := r.Producer == a && slices.Contains(r.Users(), b)
	read := slices.Contains(r.Readers, a) && r.Consumer == b
	switch {
	case !made && !read:
		return 0, false
	case !s.Shows(r) && r.StageToken():
		return Stage, true
	case !s.Shows(r):
		return Hidden, true
	case made:
		return Cause, true
	}
	return Read, true
}

// A tie between events leaves out as many as are on the longest way past all that
// are selected.
func TestEventsOfTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomSelection(t).Fold()
		for _, tie := range f.Order() {
			require.Equal(t, longest(f, f.Groups[tie.From].Events[0], f.Groups[tie.To].Events[0]), tie.Events)
		}
	})
}

// longest returns how many events that are left out are on the longest way, -1 if
// there is none.
func longest(f *Folding, from, to causal.Event) int {
	most := -1
	for _, c := range f.Selection.Graph.Causes(to) {
		if c == from {
			most = max(most, 0)
		} else if c > from && f.Group(c) < 0 {
			if n := longest(f, from, c); n >= 0 {
				most = max(most, n+1)
			}
		}
	}
	return most
}

func TestKindNames(t *testing.T) {
	var names []string
	for k := Cause; k <= Through; k++ {
		names = append(names, k.String())
	}
	require.Equal(t, []string{"cause", "read", "hidden", "stage", "through"}, names)
}

func requireValid(t require.TestingT, tr *trace.Trace) { require.NoError(t, trace.Validate(tr)) }

// Wherever an event used up a fact that is shown, there is a tie of its kind from the group that
// made it: in the order, or implied by that.
func TestEachUseHasATie(t *testing.T) {
	implied := 0
	rapid.Check(t, func(t *rapid.T) {
		f := randomFolding(t)
		type use struct{ from, to int }
		drawn := make(map[use]Tie)
		for _, tie := range f.Order() {
			drawn[use{tie.From, tie.To}] = tie
		}
		for _, tie := range f.Implied() {
			require.NotContains(t, drawn, use{tie.From, tie.To}, "it is in the order")
			drawn[use{tie.From, tie.To}] = tie
			require.Equal(t, Cause, tie.Kind)
			for _, r := range tie.Resources {
				require.Equal(t, tie.From, f.Group(r.Producer))
				require.Equal(t, tie.To, f.Group(r.Consumer))
			}
			implied++
		}
		for i := range f.Selection.Graph.Resources {
			r := &f.Selection.Graph.Resources[i]
			if !f.Selection.Shows(r) || r.Producer == causal.Outside || r.Consumer == causal.Outside {
				continue
			}
			from, to := f.Group(r.Producer), f.Group(r.Consumer)
			if from >= 0 && to >= 0 && from != to {
				tie, ok := drawn[use{from, to}]
				require.True(t, ok)
				require.Equal(t, Cause, tie.Kind)
				require.Contains(t, tie.Resources, r)
			}
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, implied)
}
