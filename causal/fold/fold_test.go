package fold

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
)

func TestRandomGraphsAreRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { requireValid(t, randomGraph(t).Trace) })
}

func TestGroupsDivideTheSelection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFolding(t)
		if rapid.Bool().Draw(t, "rules") {
			f = f.Selection.Fold(Rules)
		}
		var all []causal.Event
		for g, group := range f.Groups {
			require.True(t, slices.IsSorted(group.Events))
			require.Equal(t, len(group.Events) == 1, group.Method == "")
			require.True(t, g == 0 || f.Groups[g-1].Events[0] < group.Events[0])
			for _, e := range group.Events {
				require.Equal(t, g, f.Group(e))
			}
			all = append(all, group.Events...)
		}
		slices.Sort(all)
		require.Equal(t, f.Selection.Events, all)
		left := 0
		for _, l := range f.Selection.Left {
			left += l.Events
		}
		require.Equal(t, f.Selection.Graph.Len(), len(all)+left)
		require.Equal(t, left, f.Selection.LeftOut())
		require.Equal(t, -1, f.Group(causal.Outside))
	})
}

// No group precedes one that begins earlier, so there is no cycle.
func TestOrderBetweenGroupsIsThatOfTheirFirstEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for g, row := range quotient(randomFolding(t)) {
			require.False(t, slices.Contains(row[:g+1], true))
		}
	})
}

func TestOrderIsTheCoveringRelation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFolding(t)
		order := quotient(f)
		var want, got [][2]int
		for h := range f.Groups {
			for g := range f.Groups {
				if order.covers(g, h) {
					want = append(want, [2]int{g, h})
				}
			}
		}
		for _, tie := range f.Order() {
			got = append(got, [2]int{tie.From, tie.To})
		}
		require.Equal(t, want, got)
	})
}

// TestBundlesAndTiesAreTheOrder: bundles and ties give exactly the order between groups, and no
// tie is redundant.
func TestBundlesAndTiesAreTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFolding(t)
		ties := f.Ties()
		require.Equal(t, quotient(f), drawn(f, ties).close())
		for i, tie := range ties {
			rest := drawn(f, slices.Delete(slices.Clone(ties), i, i+1)).close()
			require.False(t, rest[tie.From][tie.To])
		}
	})
}

// TestBundlesAndTiesOfRules: with groups of rules the order is cyclic, and still drawn in full.
func TestBundlesAndTiesOfRules(t *testing.T) {
	cyclic := 0
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		f := s.Fold(Rules)
		require.Equal(t, f.Groups, s.Fold(Rules, Repeats, Chains, Spans).Groups)
		want, got := quotient(f), drawn(f, f.Ties()).close()
		require.Equal(t, want, got)
		require.True(t, f.Cyclic)
		for g := range want {
			if want[g][g] {
				cyclic++
			}
		}
		rules := make(map[string]bool)
		for _, group := range f.Groups {
			rule := f.Selection.Graph.Step(group.Events[0]).Rule
			require.False(t, rules[rule])
			rules[rule] = true
			for _, e := range group.Events {
				require.Equal(t, rule, f.Selection.Graph.Step(e).Rule)
			}
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, cyclic)
}

// TestChainsAreMaximal: a neighbour that could extend a chain has other neighbours on that side.
func TestChainsAreMaximal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		order, f := restricted(s), s.Fold(Chains)
		before, after := make([][]int, len(s.Events)), make([][]int, len(s.Events))
		for a := range s.Events {
			for b := range s.Events {
				if order.covers(a, b) {
					before[b], after[a] = append(before[b], a), append(after[a], b)
				}
			}
		}
		for b := range s.Events {
			for _, a := range before[b] {
				link := len(before[b]) == 1 && len(after[a]) == 1
				require.Equal(t, link, f.of[a] == f.of[b])
			}
		}
		for _, group := range f.Groups {
			for i := range len(group.Events) - 1 {
				require.True(t, s.Graph.Before(group.Events[i], group.Events[i+1]))
			}
		}
	})
}

// An event is in the group of its rule that has all its direct causes, and nowhere else.
func TestRepeatsAreRunsOfARule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		order, f := restricted(s), s.Fold(Repeats)
		for b, e := range s.Events {
			groups := make(map[int32]bool)
			for a := range s.Events {
				if order.covers(a, b) {
					groups[f.of[a]] = true
				}
			}
			want := f.Groups[f.of[b]].Events[0] != e // an event that begins no group has joined it
			joins := false
			for g := range groups {
				joins = len(groups) == 1 && s.Graph.Step(f.Groups[g].Events[0]).Rule == s.Graph.Step(e).Rule
				require.Equal(t, joins, joins && g == f.of[b])
			}
			require.Equal(t, want, joins)
		}
	})
}

func TestStagesAreVisits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		f := s.Fold(Stages)
		for i := range s.Events {
			for j := range s.Events {
				require.Equal(t, stageOf(s, i) == stageOf(s, j), f.of[i] == f.of[j])
			}
		}
	})
}

// stageOf returns the mark that an event of a random run uses: it is its first fact.
func stageOf(s *Selection, i int) (token int) {
	step := s.Graph.Step(s.Events[i])
	for _, id := range slices.Concat(step.Consumes, step.Reads) {
		if s.Graph.Resource(id).StageToken() {
			token = int(id)
		}
	}
	return token
}

func TestSpansAreEqualPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		n, pieces := len(s.Events), rapid.IntRange(1, 40).Draw(t, "pieces")
		f := s.single().fold(Spans, pieces)
		require.Len(t, f.Groups, min(n, pieces))
		for _, group := range f.Groups {
			require.GreaterOrEqual(t, len(group.Events), n/pieces)
			require.LessOrEqual(t, len(group.Events), (n+pieces-1)/pieces)
		}
	})
}

// Each fact that is shown is in one bundle, unless it is made and used within a group.
func TestBundlesHaveWhatIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFolding(t)
		in := make(map[*causal.Resource]Bundle)
		for _, b := range f.Bundles() {
			for _, r := range b.Resources {
				require.NotContains(t, in, r)
				in[r] = b
			}
			if len(b.Resources) > 1 && !f.together {
				several := func(g int) bool { return len(f.Groups[g].Events) > 1 }
				require.True(t, b.Producer >= 0 && several(b.Producer) || slices.ContainsFunc(b.Consumers, several) ||
					slices.ContainsFunc(b.Readers, several))
			}
		}
		for i := range f.Selection.Graph.Resources {
			r := &f.Selection.Graph.Resources[i]
			want, drawn := bundleOf(f, r)
			got, found := in[r]
			require.Equal(t, drawn && f.Selection.Shows(r), found)
			if found {
				got.Resources = nil
				require.Equal(t, want, got)
			}
		}
	})
}

// bundleOf asks each event what it does with a fact.
func bundleOf(f *Folding, r *causal.Resource) (b Bundle, drawn bool) {
	b.Producer = f.Group(r.Producer)
	used := false
	for _, e := range f.Selection.Events {
		g := f.Group(e)
		consumes, reads := e == r.Consumer, slices.Contains(r.Readers, e)
		used = used || consumes || reads
		if consumes && g != b.Producer {
			b.Consumers = append(b.Consumers, g)
		}
		if reads && g != b.Producer && (r.Consumer == causal.Outside || g != f.Group(r.Consumer)) &&
			!slices.Contains(b.Readers, g) {
			b.Readers = append(b.Readers, g)
		}
	}
	slices.Sort(b.Readers)
	return b, b.Consumers != nil || b.Readers != nil || b.Producer >= 0 && !used
}

// Bundles are as few as can be: no two with several events around them are alike.
func TestBundlesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFolding(t)
		known := make(map[string]bool)
		for _, b := range f.Bundles() {
			groups := slices.Concat(b.Consumers, b.Readers)
			if b.Producer >= 0 {
				groups = append(groups, b.Producer)
			}
			if slices.ContainsFunc(groups, func(g int) bool { return len(f.Groups[g].Events) > 1 }) {
				key := string(b.key(nil))
				require.False(t, known[key])
				known[key] = true
			}
		}
	})
}
