package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestShort(t *testing.T) {
	fits := strings.Repeat("ö", labelWidth)
	require.Equal(t, fits, short(fits))
	long := short(strings.Repeat("ö", 10_000))
	require.Equal(t, strings.Repeat("ö", labelWidth-1)+"…", long)
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("ö", labelWidth)
	for in, want := range map[string]string{
		"":                                    "",
		"two  spaces":                         "two  spaces",
		"a line of exactly 30 characters":     "a line of exactly\n30 characters",
		"a line of exactly 30 character":      "a line of exactly 30 character",
		"benvolio ballroom nurse_of_juliet a": "benvolio ballroom\nnurse_of_juliet a",
		"rosaline ballroom juliet benvolio orchard lady_capulet tybalt": "rosaline ballroom\njuliet benvolio " +
			"orchard\nlady_capulet tybalt",
		long + " a " + long + "x b c": long + "\na\n" + long[:2*(labelWidth-1)] + "… …",
	} {
		require.Equal(t, want, strings.Join(wrap(in), "\n"), "%q", in)
	}
}

// However text is wrapped, it is the same text, or the start of it.
func TestWrapKeepsText(t *testing.T) {
	word := rapid.StringMatching(`[aéж]{0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 0, 20).Draw(t, "words"), " ")
		label := strings.Join(wrap(text), "\n")
		whole, cut := strings.CutSuffix(label, " …")
		whole = strings.ReplaceAll(whole, "\n", " ")
		if cut {
			require.True(t, strings.HasPrefix(text, whole+" "))
		} else {
			require.Equal(t, text, whole)
		}
		lines := strings.Split(label, "\n")
		require.LessOrEqual(t, len(lines), wrapLines)
		require.Equal(t, len(lines) == 1, utf8.RuneCountInString(text) <= wrapWidth)
		for _, line := range lines {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, " …")), wrapWidth)
		}
	})
}

func TestLayout(t *testing.T) {
	require.Equal(t, "a : b\n    -o c.␀", layout("a : b\r\n\t-o c.\x00"))
}

func TestClass(t *testing.T) {
	require.Equal(t, "rule-do-fall_in-love-", class("rule", "do/fall_in love'"))
	require.Equal(t, "who--", class("who", `"`))
	require.Len(t, class("rule", strings.Repeat("a", 1000)), len("rule-")+labelWidth-1)
}
