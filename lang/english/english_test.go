package english

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCount(t *testing.T) {
	require.Equal(t, "1 scene", Count(1, "scene"))
	require.Equal(t, "1 entry", Count(1, "entry"))
	for noun, want := range map[string]string{
		"scene": "0 scenes", "other way": "0 other ways", "entry": "0 entries", "box": "0 boxes", "": "0 s", "y": "0 ys",
	} {
		require.Equal(t, want, Count(0, noun))
	}
}

func TestList(t *testing.T) {
	require.Equal(t, "", List(nil))
	require.Equal(t, "a", List([]string{"a"}))
	require.Equal(t, "a and b", List([]string{"a", "b"}))
	require.Equal(t, "a, b and c", List([]string{"a", "b", "c"}))
	require.Equal(t, "a, b or c", Either([]string{"a", "b", "c"}))
}

func TestA(t *testing.T) {
	for noun, want := range map[string]string{
		"block": "a block", "arm": "an arm", "Egg": "an Egg", "unit": "a unit", "hour": "an hour", "house": "a house",
		"umbrella": "an umbrella", "one_way": "a one_way", "u": "a u",
	} {
		if got := A(noun); got != want {
			t.Errorf("A(%q) = %q, want %q", noun, got, want)
		}
	}
}
