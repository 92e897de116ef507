package trace

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A set of ids is a set, in whatever order they come, and those that count up take
// no room.
func TestIDSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s idSet
		known := make(map[int]bool)
		add := func(from, to int) {
			for id := from; id <= to; id++ {
				require.Equal(t, !known[id], s.add(id))
				known[id] = true
			}
			for id := -70; id < 400; id++ {
				require.Equal(t, known[id], s.has(id))
			}
		}
		for range rapid.IntRange(0, 20).Draw(t, "runs") {
			from := rapid.IntRange(1, 200).Draw(t, "from")
			add(from, from+rapid.SampledFrom([]int{0, 0, 1, 62, 63, 64, 130}).Draw(t, "more"))
		}
		add(1, 350)
		require.Equal(t, 350, s.full)
		require.Empty(t, s.more)
	})
}
