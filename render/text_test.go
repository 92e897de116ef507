package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"":                   "",
		"do/mourn C'":        "do/mourn C'",
		"a\nb\x00\x7f\t":     "a␊b␀␡␉",
		"abc\u202edef\u200f": "abc�def�",
		"\u2028\u0085\uffff": "���",
		"bad \xff\xfe":       "bad �",
		"שלום 👩‍🚀 ö":         "שלום 👩‍🚀 ö",
	} {
		require.Equal(t, want, plain(in), "%q", in)
	}
}

func TestShort(t *testing.T) {
	fits := strings.Repeat("ö", labelWidth)
	require.Equal(t, fits, short(fits))
	long := short(strings.Repeat("ö", 10_000))
	require.Equal(t, strings.Repeat("ö", labelWidth-1)+"…", long)
}

func TestLayout(t *testing.T) {
	require.Equal(t, "a : b\n    -o c.␀", layout("a : b\r\n\t-o c.\x00"))
}

func TestClass(t *testing.T) {
	require.Equal(t, "rule-do-fall_in-love-", class("rule", "do/fall_in love'"))
	require.Equal(t, "who--", class("who", `"`))
	require.Len(t, class("rule", strings.Repeat("a", 1000)), len("rule-")+labelWidth-1)
}

func TestBreadth(t *testing.T) {
	require.Zero(t, breadth("romeo\njuliet é"))
	require.InDelta(t, 5*0.72, breadth("a\nРомео"), 1e-9)
	require.InDelta(t, 2*1.05+0.62, breadth("蝶蝶a"), 1e-9)
}

func TestQuote(t *testing.T) {
	require.Equal(t, `"a\"b\\N &amp;lt; <b>\nc\\"`, quote("a\"b\\N &lt; <b>\nc\\"))
}
