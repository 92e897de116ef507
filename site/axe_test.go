package site

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/ceptre-graph/ceptre/themes"
)

// violations runs axe-core in a page: the rules of WCAG 2.2 at the levels A and AA, and
// what its authors hold to be best practice.
const violations = `(async () => {
	const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
	const found = await axe.run(document,
		{runOnly: {type: "tag", values: tags}, resultTypes: ["violations"], preload: false});
	return found.violations.flatMap(v => v.nodes.map(n =>
		v.id + ": " + n.html.slice(0, 200) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? "")));
})()`

// axe-core finds no fault with any kind of page, in any state, theme and light, each theme in another language.
// CEPTRE_AXE is the path of its axe.min.js, from the npm registry.
func TestAxe(t *testing.T) {
	file := os.Getenv("CEPTRE_AXE")
	if file == "" {
		t.Skip("CEPTRE_AXE names no axe.min.js")
	}
	axe, err := os.ReadFile(file)
	require.NoError(t, err)
	for i, name := range themes.Names() {
		t.Run(name, func(t *testing.T) {
			language := locale.Languages()[i%len(locale.Languages())]
			p, err := prose.Parse("verona.md", []byte("---\nlanguage: "+language+"\n---\n"+sitetest.Prose), prose.Options{})
			require.NoError(t, err)
			theme, err := themes.Find(name)
			require.NoError(t, err)
			newReader(t, build(t, sitetest.Verona(60, 11), Options{Prose: p, Theme: theme})).passes(string(axe), i%2, 2)
		})
	}
}

// passes goes through each step-th of the kinds of pages and their states, from the first on, in light and in
// dark: themes differ in colours alone, which package themes computes.
func (r *reader) passes(axe string, first, step int) {
	scene := scenePath(r.site.Performance.Way("tybalt")[2])
	for i, state := range []struct {
		page   string
		width  int64
		before func()
		shows  string
	}{
		{indexPath, 1280, nil, ".cast"},
		{scene, 1280, nil, ".exits"},
		{scene + "#follow=tybalt", 1280, nil, ".follow-bar"},
		{scene + "#follow=tybalt", 375, nil, ".follow-bar"},
		{scene, 1280, func() { r.presses("?") }, "dialog[open]"},
		{indexPath, 375, nil, "#resume .again"},
		{"people/tybalt.html", 1280, nil, ".thread"},
		{"rooms/ballroom.html", 1280, nil, ".thread"},
		{"hours.html", 1280, nil, ".scenes .seen"},
		{"map.html", 1280, nil, ".diagram.lit .here"},
		{"all.html", 1280, func() { r.clicks(".choose summary") }, ".choose input"},
		{"all.html#split=tybalt,juliet,nurse&hour=5", 1280, nil, ".split .pane"},
		{"all.html#split=tybalt,juliet,nurse&hour=last", 375, nil, ".split .pane.past"},
		{"made.html", 1280, nil, "figure"},
	} {
		if i%step != first {
			continue
		}
		r.do(chromedp.EmulateViewport(state.width, 800))
		r.opens(state.page)
		if state.before != nil {
			state.before()
		}
		r.sees(`document.querySelector(` + quoted(state.shows) + `)`)
		r.do(chromedp.Evaluate[chromedp.Void](axe))
		for _, light := range []string{"light", "dark"} { // it is the same page, which need not be opened again
			r.sets("prefers-reduced-motion", "reduce", "prefers-color-scheme", light)
			r.isAccessible(state.page + " " + light)
		}
	}
}

// isAccessible requires that axe-core, which is there, finds no fault with the page that is open.
func (r *reader) isAccessible(page string) {
	require.Empty(r, read(r.T, r.ctx, chromedp.Evaluate[[]string](violations, chromedp.EvalAwaitPromise)), page)
}

// The same of the index above several stories, and of the pages of a large cast.
func TestAxeOfCollections(t *testing.T) {
	file := os.Getenv("CEPTRE_AXE")
	if file == "" {
		t.Skip("CEPTRE_AXE names no axe.min.js")
	}
	axe, err := os.ReadFile(file)
	require.NoError(t, err)
	stories, err := Collect(t.Context(),
		[]*causal.Graph{causal.New(sitetest.Verona(40, 1)), causal.New(sitetest.Verona(40, 2))}, Options{Prose: text(t)})
	require.NoError(t, err)
	for s, pages := range map[*Site][]string{
		stories: {indexPath, storyFolder(1) + "/" + indexPath,
			storyFolder(2) + "/" + hoursBase + ".html"},
		build(t, crowd(150), Options{}): {indexPath, castBase + ".html", castBase + "--2.html", mapBase + ".html"},
	} {
		r := newReader(t, s)
		for _, page := range pages {
			r.opens(page)
			r.do(chromedp.Evaluate[chromedp.Void](string(axe)))
			r.isAccessible(page)
		}
	}
}
