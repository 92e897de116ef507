package themes

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// blank returns CSS without what stands in comments and strings. A string that is
// not closed in its line is one of the faults that it leaves to be found.
func blank(css string) string {
	return regexp.MustCompile(`(?s)/\*.*?\*/|"([^"\\\n]|\\[^\n])*"`).ReplaceAllString(css, "_")
}

// sound checks that the blocks of a stylesheet are as they were meant: every custom
// property is where it belongs, and no text of the theme has opened or closed
// anything.
func sound(t require.TestingT, css string) {
	theme, _, ok := strings.Cut(css, "@layer site {\n\n/* What the pages of all themes share:")
	require.True(t, ok)
	colours := strings.Repeat(`\s*--[a-z]+: #[0-9a-f]{6};\n`, 12)
	require.Regexp(t, `^:root \{\n  color-scheme: light dark;\n`+
		`(  --(text|code)-font: [^;{}<>"]*;\n){2}(  --(over|under|beside): _;\n){3}`+colours+`\}\n\n`+
		`@media \(prefers-color-scheme: dark\) \{\n  :root \{\n`+colours+`  \}\n\}\n\n`+
		`@media print \{\n  :root \{\n`+colours+`  \}\n\}\n\n$`, blank(theme))
}

func TestCSS(t *testing.T) {
	for _, name := range Names() {
		css := string(find(t, name).CSS())
		sound(t, css)
		require.Equal(t, css, string(find(t, name).CSS()))
	}
	css := string(find(t, Default).CSS())
	require.Contains(t, css, "  --over: \"✦   ✦   ✦\";\n")
	p := find(t, Default)
	for _, scheme := range []string{p.Light.Page.Paper, p.Dark.Page.Paper, p.Print.Page.Paper} {
		require.Contains(t, css, " --paper: "+scheme+";\n")
	}
}

// Soundness can be lost.
func TestSound(t *testing.T) {
	for _, spoil := range []func(*Theme){
		func(t *Theme) { t.Fonts.Text = "a; } b" },
		func(t *Theme) { t.Fonts.Code = `"a` },
		func(t *Theme) { t.Dark.Page.Ink = "red" },
		func(t *Theme) { t.Print.Picture.Background = "#fff; --ink: #000000" },
	} {
		theme := find(t, Default)
		spoil(theme)
		var f failure
		sound(&f, string(theme.CSS()))
		require.True(t, bool(f))
	}
}

// A failure is that of a test that should fail.
type failure bool

func (f *failure) Errorf(string, ...any) { *f = true }
func (f *failure) FailNow()              { *f = true }

func TestQuote(t *testing.T) {
	require.Equal(t, `"❦ x"`, Quote("❦ x"))
	require.Equal(t, `"\22 \5c \3c /style\3e \a "`, Quote("\"\\</style>\n"))
}

// A string of CSS has the text it was made of, and no end before its end.
func TestQuoteIsRead(t *testing.T) {
	texts := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("\"\\<>&\n\r\t\x7f0aF {}/*"))))
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		quoted := Quote(text)
		require.Equal(t, strings.ReplaceAll(text, "\x00", "\ufffd"), unquote(t, quoted))
		require.NotRegexp(t, "[<>\n\r\f]", quoted)
	})
}

// unquote reads a string as CSS Syntax 3, sections 4.3.5 and 4.3.7, has it read.
func unquote(t require.TestingT, s string) string {
	require.Regexp(t, `^"[^"]*"$`, s)
	escape := regexp.MustCompile(`\\([0-9a-f]{1,6}) ?|\\`)
	return escape.ReplaceAllStringFunc(s[1:len(s)-1], func(e string) string {
		n, err := strconv.ParseUint(strings.TrimSuffix(e[1:], " "), 16, 32)
		require.NoError(t, err, e)
		if n == 0 {
			return "\ufffd"
		}
		return fmt.Sprintf("%c", n)
	})
}
