package preview

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// long returns a site with pages that are longer than a window, with a word on each.
func long(word string) Files {
	page := fmt.Sprintf(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>%s</title>
<style>html { scroll-behavior: smooth } div { height: 4000px } * { color: red !important }
pre, section { display: none }</style></head>
<body><h1>%[1]s</h1><div></div><p id="end">End</p><div></div></body></html>`, word)
	return Files{
		"index.html": []byte(page), "frames.html": []byte(`<!DOCTYPE html><title>` + word + `</title>` +
			strings.Repeat(`<iframe src="index.html"></iframe>`, 12)),
	}
}

// serving starts a server at a port and returns how to end it.
func serving(t *testing.T, s *Server, at int) (address string, end func()) {
	t.Helper()
	l, err := Listen(at)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(cancel)
	return fmt.Sprintf("http://127.0.0.1:%d/", l.Addr().(*net.TCPAddr).Port), func() {
		cancel()
		require.ErrorIs(t, <-ended, context.Canceled)
	}
}

// overlay is what the overlay of a page shows; "" where there is none.
const overlay = `(h => h && getComputedStyle(h).display !== "none" ? h.shadowRoot.querySelector("pre").innerText : ` +
	`"")([...document.body.children].find(e => e.shadowRoot))`

// An open page reloads itself, keeps its place, and shows errors.
func TestPageReloads(t *testing.T) {
	ctx := chromium.Start(t)
	s := New()
	s.Fail("not <b>yet</b>")
	address, end := serving(t, s, 0)
	chromium.Do(t, ctx, chromedp.EmulateViewport(1000, 700), chromedp.Navigate(address+"#end"))
	chromium.Comes(t, ctx, `document.querySelector("pre").innerText === "not <b>yet</b>"`)
	s.Show(long("first"))
	chromium.Comes(t, ctx, `document.title === "first" && scrollY > 3000`) // the fragment is kept

	chromium.Do(t, ctx, chromedp.Evaluate[chromedp.Void](`scrollTo({top: 1234, behavior: "instant"})`))
	s.Show(long("second"))
	chromium.Comes(t, ctx, `document.title === "second" && scrollY === 1234 && location.hash === "#end"`)

	wrong := "play.cep:1:5: unknown type \"<b>\"\n    a : <b>.\n        ^"
	s.Fail(wrong)
	chromium.Comes(t, ctx, overlay+" === "+strconv.Quote(wrong))
	chromium.Photograph(t, ctx, "overlay.png")
	chromium.Do(t, ctx, chromedp.Evaluate[chromedp.Void](`dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}))`))
	chromium.Comes(t, ctx, overlay+` === ""`)
	s.Fail("something else")
	chromium.Comes(t, ctx, overlay+` === "something else"`)
	s.Show(long("second"))
	chromium.Comes(t, ctx, overlay+` === "" && document.title === "second" && scrollY === 1234`)

	s.Fail("while nobody looks")
	chromium.Do(t, ctx, chromedp.Navigate(address))
	chromium.Comes(t, ctx, overlay+` === "while nobody looks"`) // pages opened later say so, too

	at, err := strconv.Atoi(strings.Trim(address[strings.LastIndex(address, ":")+1:], "/"))
	require.NoError(t, err)
	end()
	next := New() // the server was started again
	next.Show(long("third"))
	serving(t, next, at)
	chromium.Comes(t, ctx, `document.title === "third"`)
	chromium.Do(t, ctx, chromedp.Navigate(address+"none.html"))
	chromium.Comes(t, ctx, `document.title === "There is no such page"`)
	chromium.Photograph(t, ctx, "missing.png")
	files := long("fourth")
	files["none.html"] = files["index.html"]
	next.Show(files)
	chromium.Comes(t, ctx, `document.title === "fourth"`)
}

// Panes share the connection of their page: a browser has no more than six for a server.
func TestPagesWithPanes(t *testing.T) {
	ctx := chromium.Start(t)
	s := New()
	s.Show(long("first"))
	address, _ := serving(t, s, 0)
	loaded := `document.readyState === "complete" && Array.from(frames, (_, ` +
		`i) => frames[i]).every(f => f.document.title === document.title) && frames.length === 12`
	chromium.Do(t, ctx, chromedp.Navigate(address+"frames.html"))
	chromium.Comes(t, ctx, loaded)
	other, cancel := chromedp.NewContext(ctx)
	defer cancel()
	chromium.Do(t, other, chromedp.Navigate(address))
	s.Show(long("second"))
	chromium.Comes(t, ctx, loaded+` && document.title === "second"`)
	chromium.Comes(t, other, `document.title === "second"`)
}
