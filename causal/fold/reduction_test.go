package fold

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClocksForgetChains: clocks grow with concurrent chains, not with the length of the run.
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

// Clocks do not grow with what was made and is yet to be used: two of four traders meet, who
// go on with what they have, use up what lies there for long, and leave something.
func TestClocksKeepToFewChains(t *testing.T) {
	const rounds = 600
	random := rand.New(rand.NewPCG(1, 2))
	r := newReduction(2*rounds + 4)
	traders, lies := []int32{0, 1, 2, 3}, []int32{}
	for _, node := range traders {
		r.choose(node, nil)
	}
	for made := int32(4); made < 2*rounds+4; made += 2 {
		r.choose(made, nil) // comes from nowhere
		lies = append(lies, made)
		k, a := random.IntN(len(lies)), random.IntN(4)
		b := (a + 1 + random.IntN(3)) % 4
		used, meeting := []int32{traders[a], traders[b], lies[k]}, made+1
		slices.Sort(used)
		used = slices.Compact(used)
		r.choose(meeting, used)
		traders[a], traders[b], lies[k] = meeting, meeting, meeting
		for _, n := range used {
			if !slices.Contains(traders, n) && !slices.Contains(lies, n) {
				r.forget(n)
			}
		}
		require.LessOrEqual(t, len(r.clocks[meeting].under), 12)
	}
}
