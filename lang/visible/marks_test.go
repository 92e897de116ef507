package visible

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPage(t *testing.T) {
	const wales = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
	for text, want := range map[string]string{
		"a b\tc\r\nd":           "a b\tc\r\nd",
		"élan 愛 \u00a0\u2003":   "élan 愛 \u00a0\u2003",
		"a\u200bb\u2060c\ufeff": "a�b�c�",
		"so\u00adft":            "so�ft",
		"\u202eevil\u202c":      "�evil�",
		"\u2067x\u2069\u061c":   "�x��",
		"\v\f\x00\x7f\u0085":    "�����",
		"\u3164\u115f\u034f":    "���",
		"\ufffe\U0010ffff":      "��",
		"\xff":                  "�",
		"می\u200cخواهم":         "می\u200cخواهم",
		"\u06dd\u0601":          "\u06dd\u0601", // end of ayah and sign sanah have shapes
		"👩\u200d🚀 ❤\ufe0f":      "👩\u200d🚀 ❤\ufe0f",
		wales + wales + "x":     wales + wales + "x",
		wales[:len(wales)-4]:    "🏴�����",
		wales[4:]:               "������",
		"a" + wales + "\u200b":  "a" + wales + "�",
		"\U0001f3f4" + strings.Repeat("\U000e0061", 7) + "\U000e007f": "🏴" + strings.Repeat("�", 8),
	} {
		require.Equal(t, want, Page(text), "%q", text)
	}
}

// Of any text nothing is left that is not seen, no character is lost, and a second time
// changes nothing.
func TestPageOfAnyText(t *testing.T) {
	unseen := regexp.MustCompile(
		`[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}` +
			`\x{ad}\x{61c}\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2060}-\x{206f}\x{feff}]`)
	runes := rapid.OneOf(rapid.Rune(), rapid.RuneFrom(nil, unicode.Cf, unicode.Cc, unicode.White_Space))
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(runes).Draw(t, "text"))
		got := Page(text)
		require.NotRegexp(t, unseen, got)
		require.Equal(t, utf8.RuneCountInString(text), utf8.RuneCountInString(got))
		require.Equal(t, got, Page(got))
	})
}

func TestPicture(t *testing.T) {
	for in, want := range map[string]string{
		"":                   "",
		"do/mourn C'":        "do/mourn C'",
		"a\nb\x00\x7f\t":     "a␊b␀␡␉",
		"abc\u202edef\u200f": "abc�def�",
		"\u2028\u0085\uffff": "���",
		"bad \xff\xfe":       "bad �",
		"שלום 👩‍🚀 ö":         "שלום 👩‍🚀 ö",
	} {
		require.Equal(t, want, Picture(in), "%q", in)
	}
}

func TestGrid(t *testing.T) {
	require.Equal(t, "a b c d �[31m� ❤ e\u200df", Grid("a\nb\tc\u2028d \x1b[31m\u202e ❤\ufe0f e\u200df"))
}
