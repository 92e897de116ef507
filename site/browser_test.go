package site

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/ceptre-graph/ceptre/themes"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// open writes a site to disk and returns the URL of a page of it.
func open(t *testing.T, s *Site, page string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a folder #1") // URLs have to be relative and escaped
	require.NoError(t, Write(s, dir))
	return (&url.URL{Scheme: "file", Path: filepath.Join(dir, page)}).String()
}

// read returns what an action finds in the page.
func read[T any](t *testing.T, ctx context.Context, a chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, a)
	require.NoError(t, err)
	return value
}

// faults runs in a page and lists texts with too little contrast (WCAG 2.2,
// 1.4.3 and 1.4.11 at the level AA, for small print) and elements that are wider
// than the window.
const faults = `(() => {
	const rgb = c => c.match(/[\d.]+/g).map(Number);
	const luminance = c => rgb(c).slice(0, 3).map(v => v / 255)
		.map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
	const ground = e => {
		for (; e; e = e.parentElement) {
			const c = getComputedStyle(e).backgroundColor;
			if ((rgb(c)[3] ?? 1) === 1) return c;
		}
		return "rgb(255, 255, 255)";
	};
	const scrolls = e => e && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
	document.querySelectorAll("details").forEach(d => d.open = true);
	const found = [];
	for (const e of document.body.querySelectorAll("*")) {
		const box = e.getBoundingClientRect();
		if (box.width > 1 && box.right > innerWidth + 1 && !scrolls(e.parentElement))
			found.push("too wide: " + e.outerHTML.slice(0, 80));
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const [a, b] = [luminance(getComputedStyle(e).color), luminance(ground(e))];
		const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		if (contrast < 4.5) found.push("contrast " + contrast.toFixed(2) + ": " + e.outerHTML.slice(0, 80));
	}
	return found;
})()`

// cropped runs in a page and lists pictures that are not shown whole, in their
// own proportions and within a window's height, or have no link below them.
const cropped = `(async () => {
	const found = [];
	for (const img of document.querySelectorAll("figure img")) {
		img.loading = "eager";
		await img.decode();
		const box = img.getBoundingClientRect(), frame = img.parentElement.getBoundingClientRect();
		const stretch = (box.width / box.height) / (img.naturalWidth / img.naturalHeight);
		const link = img.closest("figure").querySelector("figcaption a");
		if (Math.abs(stretch - 1) > .02 || box.height > 700 || box.bottom > frame.bottom + 1 || box.right > innerWidth ||
			Math.abs(box.left + box.right - frame.left - frame.right) > 2 || !link || link.href !== img.src)
			found.push(img.src + " " + box.width + " x " + box.height);
	}
	return found;
})()`

// Pages can be read on small windows, in light and in dark.
func TestPagesAreLegible(t *testing.T) {
	ctx := chromium.Start(t)
	s := build(t, sitetest.Verona(30, 11), Options{Prose: text(t)})
	root := strings.TrimSuffix(open(t, s, "index.html"), "index.html")
	for _, page := range []string{root + "index.html", root + s.Leaves[8].Path, root + "made.html", root + "all.html"} {
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{320, 1200} {
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
				})
				require.NoError(t, err)
				chromium.Do(t, ctx, chromedp.EmulateViewport(width, 800), chromedp.Navigate(page))
				found := read(t, ctx, chromedp.Evaluate[[]string](faults))
				require.Empty(t, found, "%s %s %d", page, scheme, width)
				found = read(t, ctx, chromedp.Evaluate[[]string](cropped, chromedp.EvalAwaitPromise))
				require.Empty(t, found, "%s %s %d", page, scheme, width)
			}
		}
	}
}

// broken runs in a cover and lists counts of scenes that are on several lines or beyond the
// window, and names that have less than half of it.
const broken = `[...document.querySelectorAll(".cast li")].filter(li => {
	const [name, part] = [".name", ".part"].map(s => li.querySelector(s).getBoundingClientRect());
	return part.height > 40 || part.right > innerWidth || name.width < innerWidth / 2;
}).map(li => li.innerText)`

// Long names do not cut off the text beside them, in any theme.
func TestLongNamesOnCover(t *testing.T) {
	ctx := chromium.Start(t)
	long := strings.Repeat("x", 300)
	h := sitetest.New(sitetest.Program()).Set("at anne-sophie_von_hohenlohe-schillingsfuerst hall", "at "+long+" hall")
	h.Trace.Program.Types[0].Constants = []string{"anne-sophie_von_hohenlohe-schillingsfuerst", long}
	h.Play("meet", "$at anne-sophie_von_hohenlohe-schillingsfuerst hall", "$at "+long+" hall")
	tr := h.Finish(trace.Quiescent)
	for _, name := range themes.Names() {
		look, err := themes.Find(name)
		require.NoError(t, err)
		page := open(t, build(t, tr, Options{Theme: look, Bare: true}), "index.html")
		chromium.Do(t, ctx, chromedp.EmulateViewport(390, 800), chromedp.Navigate(page))
		require.Empty(t, read(t, ctx, chromedp.Evaluate[[]string](broken)), name)
		require.Empty(t, read(t, ctx, chromedp.Evaluate[[]string](faults)), name)
	}
}

// The table of all scenes has no empty margin with few characters, and shows four whole in a window
// of usual width, in every theme.
func TestColumnsFit(t *testing.T) {
	ctx := chromium.Start(t)
	const spare = `(() => {
		const box = document.querySelector(".columns"), table = box.querySelector("table");
		return Math.max(box.scrollWidth - box.clientWidth, box.clientWidth - table.offsetWidth);
	})()`
	for _, people := range [][]string{{"romeo", "juliet"}, {"romeo", "juliet", "nurse", "paris"}} {
		h := sitetest.New(sitetest.Program())
		for i, who := range people {
			h.Set("at " + who + " " + []string{"cell", "tomb"}[i%2])
		}
		for i, who := range people {
			h.Play("do/sigh "+who, "$at "+who+" "+[]string{"cell", "tomb"}[i%2])
		}
		tr := h.Finish(trace.Quiescent)
		for _, name := range themes.Names() {
			look, err := themes.Find(name)
			require.NoError(t, err)
			page := open(t, build(t, tr, Options{Theme: look, Bare: true}), "all.html")
			chromium.Do(t, ctx, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(page))
			require.LessOrEqual(t, read(t, ctx, chromedp.Evaluate[float64](spare)), 1.0, "%s: %s", name, people)
			require.NotEqual(t, "center", read(t, ctx,
				chromedp.Evaluate[string](`getComputedStyle(document.querySelector(".columns .told")).textAlign`)),
				"%s: what stands below a heading that begins at the left does so, too", name)
		}
	}
}
