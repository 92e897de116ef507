package sweep

import (
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// States are equal if and only if they hold as many of each fact: the digests say so.
func TestStateIsAMultiset(t *testing.T) {
	fact := rapid.Custom(func(t *rapid.T) trace.Resource {
		return trace.Resource{
			Pred:       rapid.SampledFrom([]string{"at", "a", "stage"}).Draw(t, "pred"),
			Args:       []trace.Term{trace.Const(rapid.SampledFrom([]string{"b", "c", `"x\ny"`}).Draw(t, "arg"))},
			Persistent: rapid.Bool().Draw(t, "permanent"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.SliceOfN(fact, 0, 4).Draw(t, "one")
		other := rapid.SliceOfN(fact, 0, 4).Draw(t, "other")
		count := func(of []trace.Resource) map[string]int {
			counts := make(map[string]int)
			for i, r := range of {
				r.ID = trace.ResourceID(i + 1)
				counts[r.String()]++
			}
			return counts
		}
		require.Equal(t, equal(count(one), count(other)), stateOf(one) == stateOf(other))
		shuffled := slices.Clone(one)
		slices.Reverse(shuffled)
		require.Equal(t, stateOf(one), stateOf(shuffled))
	})
}

func equal(a, b map[string]int) bool {
	for text := range a {
		if a[text] != b[text] {
			return false
		}
	}
	return len(a) == len(b)
}
