package units

import (
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Both directions agree with the standard library at each character of a text.
func TestIndexAgreesWithUTF16(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", "\n", "é", "⊸", "𝔸", "\xff", "plain words of ASCII that fill the text "})
		text := ""
		for _, p := range rapid.SliceOfN(piece, 0, 60).Draw(r, "pieces") {
			text += p
		}
		x := NewIndex(text)
		for at := range text {
			units := len(utf16.Encode([]rune(text[:at])))
			require.Equal(r, units, x.Units(at), "%q at %d", text, at)
			require.Equal(r, at, x.Offset(units), "%q at unit %d", text, units)
		}
		all := len(utf16.Encode([]rune(text)))
		require.Equal(r, all, x.Units(len(text)))
		require.Equal(r, len(text), x.Offset(all))
	})
}

// Numbers that are no places of a text mean the nearest one before.
func TestOffsetOfNoPlace(t *testing.T) {
	x := NewIndex("a𝔸b")
	for units, want := range map[int]int{-3: 0, 0: 0, 1: 1, 2: 1, 3: 5, 4: 6, 9: 6} {
		require.Equal(t, want, x.Offset(units), "%d units", units)
	}
	require.Equal(t, 2, NewIndex("ab").Offset(7))
}
