package site

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/ceptre-graph/ceptre/themes"
)

// program has a token of every kind.
const program = `#builtin NAT nat.  % numbers
nat : type.  zero : nat.  at who nat : pred.
stage day { go : $at C _ * C <> d -o at C (N + 1) * say "a\n\q". }
`

// programInProse is an introduction with programs.
const programInProse = "# Play\n\n```ceptre\n" + program +
	"% {C} & a line that is far wider than the window of any telephone that one can buy\n```\n\n" +
	"```\nplain <b> {C}\n```\n\n```\"><b>\n-o\n```\n"

func TestCodeInProse(t *testing.T) {
	p, err := prose.Parse("p.md", []byte(programInProse), prose.Options{})
	require.NoError(t, err)
	index := page(t, build(t, sitetest.Duel(), Options{Prose: p}), "index.html")
	require.Contains(t, string(index),
		`<pre tabindex="0"><code><span class="cp">#builtin</span> <span class="nb">NAT</span> nat`)
	require.Contains(t, string(index), `<span class="c1">% {C} &amp; a line`)
	require.Contains(t, string(index), "<pre tabindex=\"0\"><code>plain &lt;b&gt; {C}\n</code></pre>\n<pre "+
		"tabindex=\"0\"><code>-o\n</code></pre>\n")
}

// A scene shows its rule as written; that of an engine which does not say shows
// nothing.
func TestRuleOfScene(t *testing.T) {
	tr := sitetest.Duel()
	s := build(t, tr, Options{Scenes: scenes.Step})
	scene := page(t, s, "scenes/t4.html")
	require.Contains(t, sitetest.Texts(scene, "summary"), "The rule")
	require.Equal(t, []string{"toll : bell -o ()."}, sitetest.Texts(scene, "pre"))
	for i := range tr.Program.Rules {
		tr.Program.Rules[i].Text = ""
	}
	scene = page(t, build(t, tr, Options{Scenes: scenes.Step}), "scenes/t4.html")
	require.NotContains(t, sitetest.Texts(scene, "summary"), "The rule")
	tr.Program.Rules = []trace.Rule{}
	scene = page(t, build(t, tr, Options{Scenes: scenes.Step}), "scenes/t4.html")
	require.NotContains(t, sitetest.Texts(scene, "summary"), "The rule")
}

// Every colour of every theme can be read, in light, in dark and in print.
func TestThemesAreLegible(t *testing.T) {
	ctx := chromium.Start(t)
	p, err := prose.Parse("p.md", []byte(programInProse), prose.Options{})
	require.NoError(t, err)
	for _, name := range themes.Names() {
		theme, err := themes.Find(name)
		require.NoError(t, err)
		index := open(t, build(t, sitetest.Duel(), Options{Prose: p, Theme: theme}), "index.html")
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
			chromium.Do(t, ctx, chromedp.EmulateViewport(320, 800), chromedp.Navigate(index))
			require.Equal(t, medium.paper, read(t, ctx, chromedp.Evaluate[string](paper)), "%s %v", name, medium)
			require.Empty(t, read(t, ctx, chromedp.Evaluate[[]string](faults)), "%s %v", name, medium)
		}
	}
}

// paper runs in a page and returns the colour behind it: `#rrggbb`.
const paper = `"#" + [document.body, document.documentElement].map(e => getComputedStyle(e).backgroundColor)
	.concat("rgb(255, 255, 255)").find(c => c !== "rgba(0, 0, 0, 0)")
	.match(/\d+/g).map(n => (+n).toString(16).padStart(2, "0")).join("")`
