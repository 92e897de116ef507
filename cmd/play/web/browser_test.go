package web

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/preview"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// example returns the opening of a program of the examples.
func example(t testing.TB, name string) game.Opening {
	read := func(file string) string {
		data, err := os.ReadFile(filepath.Join("../../../examples", file))
		require.NoError(t, err)
		return string(data)
	}
	seed := uint64(1)
	return game.Opening{Name: name + ".cep", Text: read(name + ".cep"), Prose: read(name + ".md"), Seed: &seed}
}

// served is a page in a browser.
type served struct {
	t    *testing.T
	ctx  context.Context
	host *Host
	url  string
	stop func() // the server
}

// show makes a program the newest.
func (s *served) show(o game.Opening) {
	look, err := themes.Find("")
	require.NoError(s.t, err)
	require.NoError(s.t, s.host.Show(o, look, locale.For(locale.Default, nil)))
}

// serving serves the page, at a port of its own, before there is a program. Whatever the
// browser complains of fails the test, unless it is excused.
func serving(t *testing.T, excused ...string) *served {
	t.Helper()
	s := &served{t: t, ctx: chromium.Start(t), host: &Host{}}
	// The server is the first to start, and so ends last: a browser may complain of what breaks off.
	s.serves(0)
	chromium.MustNotComplain(t, s.ctx, append(excused, "program.json")...) // it is not there
	return s
}

// serves has a server answer at a port, or at any that is free, until it is stopped.
func (s *served) serves(port int) {
	l, err := preview.Listen(port)
	require.NoError(s.t, err)
	s.url = fmt.Sprintf("http://127.0.0.1:%d/play/workbench.html", l.Addr().(*net.TCPAddr).Port)
	server := preview.New()
	server.Mount("/play/", s.host.Handler("/play/"))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(ctx, l)
	}()
	s.stop = func() { cancel(); <-done }
	s.t.Cleanup(s.stop)
}

// opened opens a page of a program.
func opened(t *testing.T, o game.Opening, excused ...string) *served {
	t.Helper()
	s := serving(t, excused...)
	s.show(o)
	s.goes(s.url)
	return s
}

func (s *served) goes(url string) {
	s.t.Helper()
	s.do(chromedp.Navigate(url))
	s.comes(`document.querySelector("#status strong") && !document.body.ariaBusy`)
}

func (s *served) do(actions ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	chromium.Do(s.t, s.ctx, actions...)
}

// comes waits until an expression is true in the page.
func (s *served) comes(expression string) {
	s.t.Helper()
	chromium.Comes(s.t, s.ctx, expression)
}

// keys presses keys, one after the other, each when the page is ready.
func (s *served) keys(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		s.comes(`!document.body.ariaBusy`)
		s.do(chromedp.KeyEvent(key))
	}
	s.comes(`!document.body.ariaBusy`)
}

// leads presses a key that leads to a field. The test browser would type it there, too.
func (s *served) leads(key, field string) {
	s.t.Helper()
	s.runs(fmt.Sprintf(`dispatchEvent(new KeyboardEvent("keydown", {key: %q}))`, key))
	s.comes(fmt.Sprintf(`document.activeElement.id === %q`, field))
}

// at waits until so many steps lead to where the page is.
func (s *served) at(depth int) {
	s.t.Helper()
	s.comes(fmt.Sprintf(`document.querySelector("#slider").value === "%d" && !document.body.ariaBusy`, depth))
}

// clicks clicks the first element of a selector that has a text.
func (s *served) clicks(selector, text string) {
	s.t.Helper()
	s.comes(
		fmt.Sprintf(`!document.body.ariaBusy && [...document.querySelectorAll(%q)].find(e => e.textContent.includes(%q))`,
			selector, text))
	s.runs(fmt.Sprintf(`[...document.querySelectorAll(%q)].find(e => e.textContent.includes(%q)).click()`, selector, text))
}

// runs runs a script in the page.
func (s *served) runs(script string) {
	s.t.Helper()
	s.do(chromedp.Evaluate[chromedp.Void](script + "; undefined"))
}

// says waits until an element shows a text.
func (s *served) says(selector, text string) {
	s.t.Helper()
	s.comes(fmt.Sprintf(`document.querySelector(%q)?.innerText.includes(%q)`, selector, text))
}

// value returns the value of an expression in the page.
func (s *served) value(expression string) string {
	s.t.Helper()
	return chromium.Value[string](s.t, s.ctx, `String(`+expression+`)`)
}

// sets sets features of the medium, in pairs.
func (s *served) sets(features ...string) {
	s.t.Helper()
	chromium.SetMedia(s.t, s.ctx, features...)
}
