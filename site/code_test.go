package site

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/grammar"
	"github.com/ceptre-graph/ceptre/themes"
)

// program has a token of every kind.
const program = `#builtin NAT nat.  % numbers
nat : type.  zero : nat.  at who nat : pred.
stage day { go : $at C _ * C <> d -o at C (N + 1) * say "a\n\q". }
`

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "",
		"tok -o ().":       `tok <span class="ow">-o</span> <span class="p">()</span><span class="p">.</span>`,
		"a * B\n% <x>\n\n": "a <span class=\"o\">*</span> <span class=\"nv\">B</span>\n<span class=\"c1\">% &lt;x&gt;</span>\n\n",
		`"<b>&" & <`:       `<span class="s2">&#34;&lt;b&gt;&amp;&#34;</span> &amp; <span class="o">&lt;</span>`,
		"C\u202e\x00\xff’": `<span class="nv">C</span>` + "\ufffd\ufffd\ufffd’",
	} {
		got, err := code(text)
		require.NoError(t, err)
		require.Equal(t, want, string(got), "%q", text)
	}
}

// Whatever the text, all of it is shown and none of it is markup.
func FuzzCode(f *testing.F) {
	f.Add(program)
	f.Add(`</code></pre><script>alert("1")</script>` + "\r\n\r\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := code(text)
		require.NoError(t, err)
		page := []byte("<code>" + got + "</code>")
		require.NoError(t, nesting(page))
		shown := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(visible(text)) // as HTML reads line ends
		require.Equal(t, []string{shown}, texts(page, "code"))
	})
}

// Every scope of the grammar has a type, and every theme a colour for it.
func TestColours(t *testing.T) {
	for _, token := range grammar.Tokens(program) {
		if token.Scope != "" {
			require.NotEqual(t, tokenType(""), tokenType(token.Scope), token.Scope)
		}
	}
	html, err := code(program)
	require.NoError(t, err)
	classes := regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(string(html), -1)
	require.NotEmpty(t, classes)
	for _, name := range themes.Names() {
		theme, err := themes.Find(name)
		require.NoError(t, err)
		for _, class := range classes {
			require.Regexp(t, `\.`+class[1]+`\b`, string(theme.CSS()), name)
		}
	}
}

// programInProse is an introduction with programs.
const programInProse = "# Play\n\n```ceptre\n" + program + "% {C} & a line that is far wider than the window of any telephone that one can buy\n```\n\n" +
	"```\nplain <b> {C}\n```\n\n```\"><b>\n-o\n```\n"

func TestCodeInProse(t *testing.T) {
	p, err := ParseProse("p.md", []byte(programInProse))
	require.NoError(t, err)
	index := page(t, build(t, duel(), Options{Prose: p}), "index.html")
	require.Contains(t, string(index), `<pre tabindex="0"><code><span class="cp">#builtin</span> <span class="nb">NAT</span> nat`)
	require.Contains(t, string(index), `<span class="c1">% {C} &amp; a line`)
	require.Contains(t, string(index), "<pre tabindex=\"0\"><code>plain &lt;b&gt; {C}\n</code></pre>\n<pre tabindex=\"0\"><code>-o\n</code></pre>\n")
}

// A scene shows its rule as written; that of an engine which does not say shows
// nothing.
func TestRuleOfScene(t *testing.T) {
	tr := duel()
	s := build(t, tr, Options{})
	scene := page(t, s, "scenes/t4.html")
	require.Contains(t, texts(scene, "summary"), "The rule")
	require.Equal(t, []string{"toll : bell -o ()."}, texts(scene, "pre"))
	for i := range tr.Program.Rules {
		tr.Program.Rules[i].Text = ""
	}
	scene = page(t, build(t, tr, Options{}), "scenes/t4.html")
	require.NotContains(t, texts(scene, "summary"), "The rule")
	tr.Program.Rules = []trace.Rule{}
	scene = page(t, build(t, tr, Options{}), "scenes/t4.html")
	require.NotContains(t, texts(scene, "summary"), "The rule")
}

// Every colour of every theme can be read, in light, in dark and in print.
func TestThemesAreLegible(t *testing.T) {
	ctx := browser(t)
	p, err := ParseProse("p.md", []byte(programInProse))
	require.NoError(t, err)
	for _, name := range themes.Names() {
		theme, err := themes.Find(name)
		require.NoError(t, err)
		index := open(t, build(t, duel(), Options{Prose: p, Theme: theme}), "index.html")
		for _, medium := range []struct{ media, scheme, paper string }{
			{"screen", "light", theme.Light.Page.Paper},
			{"screen", "dark", theme.Dark.Page.Paper},
			{"print", "light", theme.Print.Page.Paper},
			{"print", "dark", theme.Print.Page.Paper},
		} {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Media: medium.media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: medium.scheme}},
			})
			require.NoError(t, err)
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(320, 800), chromedp.Navigate(index)))
			require.Equal(t, medium.paper, read(t, ctx, chromedp.Evaluate[string](paper)), "%s %v", name, medium)
			require.Empty(t, read(t, ctx, chromedp.Evaluate[[]string](faults)), "%s %v", name, medium)
		}
	}
}

// paper runs in a page and returns the colour behind it: `#rrggbb`.
const paper = `"#" + getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(n => (+n).toString(16).padStart(2, "0")).join("")`
