package limit

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{
		"500MB": 500e6, "2GiB": 2 << 30, "1.5kb": 1500, " 7 b": 7, "64 MiB": 64 << 20, "1TB": 1e12, "3tib": 3 << 40,
	} {
		var got Size
		require.NoError(t, got.Set(text), text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "5", "MB", "-1MB", "0MB", "0.1B", "x kB", "NaNGB", "infB", "9e30TB", "5M", "5MBs"} {
		got := Size(3)
		require.Error(t, got.Set(text), text)
		require.Equal(t, Size(3), got, text)
	}
}

// A Size reads back from its text.
func TestSizeIsShown(t *testing.T) {
	var none Size
	require.Empty(t, none.String())
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom(units()).Draw(t, "unit")
		s := Size(int64(rapid.IntRange(1, 5000).Draw(t, "number")) * unit.bytes)
		var again Size
		require.NoError(t, again.Set(s.String()))
		require.Equal(t, s, again)
	})
}
