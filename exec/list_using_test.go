package exec

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Those that use some facts are those of all that do, each rule with its arguments first
// with the same resources.
func TestUsingAgainstAll(t *testing.T) {
	used := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genRich().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		m.Tie(map[string]Sensor{"EAR": parrot})
		for range 8 {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			facts := someFacts(rt, m)
			wanted := firsts(func(yield func(Transition) bool) {
				for t := range e.All() {
					if slices.ContainsFunc(t.Uses, isOneOf(facts)) && !yield(t) {
						return
					}
				}
			})
			require.Equal(rt, wanted, firsts(e.Using(facts)))
			requireOnce(rt, e.Using(facts))
			used += len(wanted)
			if e.Len() == 0 {
				return
			}
			_, err = m.Fire(e.At(rapid.IntRange(0, e.Len()-1).Draw(rt, "transition")))
			require.NoError(rt, err)
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.Positive(t, used)
}

// someFacts draws resources of the state.
func someFacts(rt *rapid.T, m *Machine) []*Resource {
	var all []*Resource
	for p := range m.relations {
		all = append(all, m.Context().Of(p)...)
	}
	slices.SortFunc(all, func(a, b *Resource) int { return int(a.ID - b.ID) })
	if len(all) == 0 {
		return nil
	}
	return rapid.SliceOfN(rapid.SampledFrom(all), 0, 3).Draw(rt, "facts")
}

// isOneOf returns whether a resource is of one of some facts.
func isOneOf(facts []*Resource) func(*Resource) bool {
	return func(r *Resource) bool {
		return slices.ContainsFunc(facts,
			func(f *Resource) bool { return r.Fact.Pred == f.Fact.Pred && r.Fact.Equal(f.Fact) })
	}
}

// requireOnce sees to it that no transition comes twice, but for those of rules that ask:
// the sensor may say the same twice.
func requireOnce(t require.TestingT, ts iter.Seq[Transition]) {
	seen := make(map[string]bool)
	for next := range ts {
		if slices.ContainsFunc(next.Rule.Premises, func(p lang.Premise) bool { return p.Kind == lang.Ask }) {
			continue
		}
		require.False(t, seen[labelled(next)], "%s twice", labelled(next))
		seen[labelled(next)] = true
	}
}

// firsts labels the first of each rule and arguments.
func firsts(ts iter.Seq[Transition]) []string {
	var out []string
	seen := make(map[string]bool)
	for t := range ts {
		if key := t.String(); !seen[key] {
			seen[key] = true
			out = append(out, labelled(t))
		}
	}
	return out
}
