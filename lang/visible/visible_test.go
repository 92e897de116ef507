package visible

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSpelling(t *testing.T) {
	for text, want := range map[string]string{
		"plain, été, 日本, 👩\u200d🚀, \ufffd": "plain, été, 日本, 👩\u200d🚀, \ufffd",
		"\x1b[31mred":                  `\x1b[31mred`,
		"\x1b]52;c;aGk=\a":             `\x1b]52;c;aGk=\a`,
		"\x00\b\r\x7f":                 `\x00\b\r\x7f`,
		"\u009b2J":                     `\u009b2J`,
		"\u202eevil\u2069\u200f\u061c": `\u202eevil\u2069\u200f\u061c`,
		"\u2028\u2029\ufeff\U000e0041": `\u2028\u2029\ufeff\U000e0041`,
		"\xff\xc3(\xe2\x82":            `\xff\xc3(\xe2\x82`,
		"it's `\\`":                    "it's `\\`",
	} {
		require.Equal(t, want, Line(text))
		require.Equal(t, want, Text(text))
	}
	require.Equal(t, `a\n\tb`, Line("a\n\tb"))
	require.Equal(t, "a\n\tb\\r\n", Text("a\n\tb\r\n"))
}

// A text is shown rune by rune, shows nothing that a terminal obeys, and stays as it is where it is shown
// again. Parts of a stream that are cut with [Cut] give what the whole gives.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		shown := Text(text)
		require.True(t, utf8.ValidString(shown))
		require.NotContains(t, Line(text), "\n")
		require.False(t, strings.ContainsFunc(shown, func(r rune) bool {
			return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
		}), "%q", shown)
		require.Equal(t, shown, Text(shown))
		var each strings.Builder
		for i := 0; i < len(text); {
			_, size := utf8.DecodeRuneInString(text[i:])
			each.WriteString(Text(text[i : i+size]))
			i += size
		}
		require.Equal(t, each.String(), shown)

		var parts strings.Builder
		var rest []byte
		for left := []byte(text); len(left) > 0; {
			n := rapid.IntRange(1, len(left)).Draw(t, "part")
			whole, cut := Cut(append(rest, left[:n]...))
			parts.Write(Bytes(whole))
			rest, left = append([]byte(nil), cut...), left[n:]
		}
		parts.Write(Bytes(rest))
		require.Equal(t, shown, parts.String())
	})
}

func BenchmarkBytes(b *testing.B) {
	text := []byte(strings.Repeat("t12  do/mourn juliet romeo  -anger a b  +depressed juliet\n", 1000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Bytes(text)
	}
}
