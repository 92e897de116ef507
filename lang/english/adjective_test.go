package english

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAdjective(t *testing.T) {
	for _, word := range []string{"rich", "dead", "unmourned", "restless", "hungry", "tired", "unhappy", "heirless",
		"curious"} {
		require.True(t, Adjective(word), word)
	}
	for _, word := range []string{"", "blade", "seed", "coin", "lantern", "table", "fish", "red_herring", "grief",
		"words"} {
		require.False(t, Adjective(word), word)
	}
	require.Equal(t, "of", Preposition("fond"))
	require.Empty(t, Preposition("rich"))
}

func TestLocative(t *testing.T) {
	for place, preposition := range map[string]string{
		"the terrace": "on", "the Mill Bridge": "on", "the gate": "at", "the bridge house": "in", "the library": "in",
		"": "in",
	} {
		require.Equal(t, preposition, Locative(place), place)
	}
}
