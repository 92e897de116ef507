package rules

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func ofLinear(pred string, least, most int) Change {
	return Change{Kind: pred, Least: least, Most: most}
}

func ofPermanent(pred string, least, most int) Change {
	return Change{Kind: pred, Permanent: true, Least: least, Most: most}
}

// What each rule does by hand, firing by firing.
func TestIncidencesAreRangesOfFirings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		g := causal.New(tr)
		got := Incidences(g, kinds.Table{})
		for i, n := range Condense(g, kinds.Table{}).Nodes {
			var firings []map[Change]int
			kinds := make(map[Change]bool)
			for j := range tr.Steps {
				if tr.Steps[j].Rule == n.Rule {
					firings = append(firings, addedBy(tr, &tr.Steps[j], kinds))
				}
			}
			var want []Change
			for kind := range kinds {
				var added []int
				for _, f := range firings {
					added = append(added, f[kind])
				}
				kind.Least, kind.Most = slices.Min(added), slices.Max(added)
				want = append(want, kind)
			}
			require.Equal(t, NewIncidence(want), got[i])
		}
	})
}

// addedBy returns what a step added, by predicate, and enters these.
func addedBy(tr *trace.Trace, s *trace.Step, kinds map[Change]bool) map[Change]int {
	added := make(map[Change]int)
	count := func(ids []trace.ResourceID, by int) {
		for _, id := range ids {
			if r := tr.Resources[id-1]; r.Pred != trace.StagePred {
				kind := Change{Kind: r.Pred, Permanent: r.Persistent}
				kinds[kind] = true
				added[kind] += by
			}
		}
	}
	count(s.Consumes, -1)
	count(s.Produces, 1)
	return added
}

func TestNewIncidence(t *testing.T) {
	require.Equal(t,
		Incidence{ofLinear("a", 1, 2), ofLinear("c", -1, 0), ofPermanent("b", 0, 1)},
		NewIncidence([]Change{ofPermanent("b", 0, 1), ofLinear("c", -1, 0), ofLinear("a", 2, 2), ofLinear("z", 1, 1),
			ofLinear("a", -1, 0), ofLinear("z", -1, -1)}))
	require.Empty(t, NewIncidence(nil))
}

func TestLoopKinds(t *testing.T) {
	for _, c := range []struct {
		around Incidence
		kind   LoopKind
		says   string
	}{
		{nil, Neutral, "neutral: leaves the numbers as they are"},
		{Incidence{ofPermanent("met", 0, 1)}, Neutral, "neutral: leaves the numbers as they are; makes at most 1 !met"},
		{Incidence{ofLinear("coin", 2, 2)}, Engine, "engine: gains 2 coin each round"},
		{Incidence{ofLinear("coin", 1, 3), ofLinear("ore", 0, 2)}, Engine,
			"engine: gains 1 to 3 coin, at most 2 ore each round"},
		{Incidence{ofLinear("coin", -2, -2)}, Drain, "drain: loses 2 coin each round"},
		{Incidence{ofLinear("coin", -3, -1), ofLinear("ore", -2, 0)}, Drain,
			"drain: loses 1 to 3 coin, at most 2 ore each round"},
		{Incidence{ofLinear("coin", 1, 1), ofLinear("ore", -3, -3)}, Converter, "converter: 3 ore into 1 coin each round"},
		{Incidence{ofLinear("coin", 1, 1), ofLinear("ore", -3, -3), ofLinear("tin", -1, 1)}, Converter,
			"converter: 3 ore into 1 coin each round, and -1 to +1 tin"},
		{Incidence{ofLinear("coin", -1, 1)}, Varies, "varies: -1 to +1 coin each round"},
		{Incidence{ofLinear("coin", 0, 1)}, Varies, "varies: 0 to +1 coin each round"},
		{Incidence{ofLinear("coin", 1, 1), ofLinear("ore", -1, 0)}, Varies, "varies: +1 coin, -1 to 0 ore each round"},
	} {
		t.Run(c.says, func(t *testing.T) {
			require.Equal(t, c.kind, c.around.Kind())
			require.Equal(t, c.says, c.around.Sentence())
		})
	}
}

func TestAroundIsTheSum(t *testing.T) {
	rules := []Incidence{
		{ofLinear("ore", -2, -2), ofLinear("tool", -1, 0), ofPermanent("known", 0, 1)},
		{ofLinear("coin", 1, 1), ofLinear("tool", 1, 1)},
		{ofLinear("coin", -1, -1), ofLinear("ore", 3, 3)},
	}
	require.Equal(t, Incidence{ofLinear("ore", 1, 1), ofLinear("tool", 0, 1), ofPermanent("known", 0, 1)},
		Around([]int{0, 1, 2}, rules))
	require.Equal(t, rules[1], Around([]int{1}, rules))
}
