package match

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Counted returns the same numbers as Weight. It fails only if there are many choices, or if a component
// is not ready and all components before it have matches.
func TestCounted(t *testing.T) {
	sizes := rapid.SampledFrom([]uint64{0, 1, 2, 3, 1 << 27, 1 << 28, 1 << 29, 1 << 55, manyChoices, manyChoices + 1,
		1 << 60, unknown.sampler.total})
	rapid.Check(t, func(t *rapid.T) {
		var rules []*Matches
		counts, sum, care, last := []int{}, 0, false, 0
		for i := range rapid.IntRange(0, 3).Draw(t, "rules") {
			var parts []*conflictSet
			product, few := uint64(1), true
			for _, size := range rapid.SliceOfN(sizes, 1, 4).Draw(t, "parts") {
				parts = append(parts, &conflictSet{current: true, records: records{sampler: sampler{total: size}}})
				few = few && (product == 0 || times(&product, size) && product <= manyChoices)
			}
			m := &Matches{first: parts[0]}
			if len(parts) > 1 {
				m.second, m.more = parts[1], parts[2:]
			}
			rules = append(rules, m)
			if care = care || !few; few && product > 0 {
				last = i
			}
			counts, sum = append(counts, int(product)), sum+int(product)
		}
		got := make([]int, len(rules))
		gotLast, total, ok := Counted(rules, got)
		require.Equal(t, !care, ok)
		if !care {
			require.Equal(t, counts, got)
			require.Equal(t, sum, total)
			require.Equal(t, last, gotLast)
		}
	})
}
