package match

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A sampler knows the sum of the present weights, and draws only matches with a weight above 0.
func TestSampler(t *testing.T) {
	weight := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(0, 100),
		rapid.Uint64Range(largeWeight-2, largeWeight+2), rapid.Uint64Range(0, 1<<56))
	rapid.Check(t, func(rt *rapid.T) {
		s, want := sampler{size: rowsWord}, make(map[uint32]uint64)
		for range rapid.IntRange(0, 60).Draw(rt, "acts") {
			match, w := rowsWord*uint32(rapid.IntRange(1, 10).Draw(rt, "match")), weight.Draw(rt, "weight")
			if _, known := want[match]; !known {
				match = s.grow()
			}
			s.set(match, w)
			want[match] = w
		}
		total := uint64(0)
		for match, w := range want {
			require.Equal(rt, w, s.weight(match))
			total += w
		}
		require.Equal(rt, total, s.total)
		for match := range s.all() {
			require.NotZero(rt, want[match])
			delete(want, match)
		}
		for _, w := range want {
			require.Zero(rt, w)
		}
		if total > 0 {
			match, x := s.draw(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
			require.Less(rt, x, s.weight(match))
		}
	})
}

// Matches are drawn in proportion to their weights, and all numbers below a weight are equally
// likely.
func TestSamplerIsFair(t *testing.T) {
	s := sampler{size: rowsWord}
	weights := []uint64{1, 2, 3, 5, 0, 1, 8, 4}
	for _, w := range weights {
		s.set(s.grow(), w)
	}
	const each = 2000
	source := rand.NewPCG(1, 2)
	seen := make(map[[2]uint64]float64)
	for range each * s.total {
		match, x := s.draw(source)
		seen[[2]uint64{uint64(match), x}]++
	}
	chi := 0.0
	for match, w := range weights {
		for x := range w {
			d := seen[[2]uint64{rowsWord * uint64(match+1), x}] - each
			chi += d * d / each
		}
	}
	require.Len(t, seen, 24)
	require.Less(t, chi, 49.7) // one seed in a thousand exceeds this by chance
}
