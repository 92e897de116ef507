package fold

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Clocks do not grow with all that ever came into a run, only with what goes on beside.
func TestClocksForgetChains(t *testing.T) {
	const rounds = 100
	r := newReduction(2*rounds + 1)
	r.choose(0, nil) // which nothing follows, so that clocks never start anew
	hub := int32(-1)
	for i := range int32(rounds) {
		leaf := 2*i + 1 // comes from nowhere, and is used once
		require.Empty(t, r.choose(leaf, nil))
		before := []int32{leaf}
		if hub >= 0 {
			before = []int32{hub, leaf}
		}
		covers := r.choose(leaf+1, before)
		require.Len(t, covers, len(before))
		for _, n := range before {
			r.forget(n)
		}
		hub = leaf + 1
		require.LessOrEqual(t, len(r.clocks[hub].under), 2)
	}
}
