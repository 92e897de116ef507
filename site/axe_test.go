package site

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/ceptre-graph/ceptre/themes"
)

// axe-core finds no fault with any kind of page, in any state, theme and light, each theme in another language.
func TestAxe(t *testing.T) {
	axe := chromium.Axe(t)
	for i, name := range themes.Names() {
		t.Run(name, func(t *testing.T) {
			language := locale.Languages()[i%len(locale.Languages())]
			p, err := prose.Parse("verona.md", []byte("---\nlanguage: "+language+"\n---\n"+sitetest.Prose), prose.Options{})
			require.NoError(t, err)
			theme, err := themes.Find(name)
			require.NoError(t, err)
			newReader(t, build(t, sitetest.Verona(60, 11), Options{Prose: p, Theme: theme})).passes(axe, i%2, 2)
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
		for _, light := range []string{"light", "dark"} { // it is the same page, which need not be opened again
			r.sets("prefers-reduced-motion", "reduce", "prefers-color-scheme", light)
			chromium.MustBeAccessible(r, r.ctx, axe, state.page+" "+light)
		}
	}
}

// The same of the index above several stories, and of the pages of a large cast.
func TestAxeOfCollections(t *testing.T) {
	axe := chromium.Axe(t)
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
			chromium.MustBeAccessible(t, r.ctx, axe, page)
		}
	}
}
