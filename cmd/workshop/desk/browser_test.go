package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/themes"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// user works in the workshop by the mouse and the keyboard of a browser, not by scripts.
type user struct {
	*testing.T
	ctx   context.Context
	url   string
	doing string // what it wants to do, for messages
}

// visit opens the workshop of a file of the examples, or of a new world without a name, in a window of a width.
func visit(t *testing.T, file string, width int64) *user {
	t.Helper()
	u := &user{T: t, ctx: chromium.Start(t)}
	var program *File
	if file != "" {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		program = u.file(filepath.Base(file), string(text))
	}
	u.serves(program)
	u.opens(width)
	return u
}

// begin opens the workshop of a new file with a text.
func begin(t *testing.T, name, text string, width int64) *user {
	t.Helper()
	u := &user{T: t, ctx: chromium.Start(t)}
	u.serves(u.file(name, text))
	u.opens(width)
	return u
}

// file returns a new file of a program.
func (u *user) file(name, text string) *File {
	path := filepath.Join(u.TempDir(), name)
	require.NoError(u, os.WriteFile(path, []byte(text), 0o644))
	return &File{Path: path}
}

// serves serves the workshop of a file, or of none, until the test ends.
func (u *user) serves(f *File) {
	u.Helper()
	u.url = served(u, f)
}

// served serves the workshop of a file, or of none, until a test ends, and returns its address.
func served(t testing.TB, f *File) string {
	t.Helper()
	look, err := themes.Find("")
	require.NoError(t, err)
	d := &Desk{Streams: cli.Streams{Out: io.Discard, Err: io.Discard}, File: f, Theme: look}
	return chromium.Serve(t, d.Serve)
}

// opens opens the page. A complaint of the browser fails the test.
func (u *user) opens(width int64) {
	u.Helper()
	chromium.MustNotComplain(u, u.ctx)
	u.do(chromedp.EmulateViewport(width, 900), chromedp.Navigate(u.url))
	u.comes(`globalThis.workshop?.opened`)
	u.do(chromedp.Evaluate[chromedp.Void](locating), chromedp.Evaluate[chromedp.Void](`{
		globalThis.frames = 0;
		const count = () => { frames++; requestAnimationFrame(count); };
		count();
	}`))
	u.Cleanup(func() {
		if u.Failed() {
			chromium.Photograph(u.T, u.ctx, "failed.png")
			u.Log(u.doing, read[string](u, `[workshop.text.slice(-1000), document.activeElement.outerHTML.slice(0, 300),
				document.getElementById("notice-text").innerText].join("\n")`))
		}
	})
}

func (u *user) do(actions ...chromedp.Action[chromedp.Void]) {
	u.Helper()
	chromium.Do(u, u.ctx, actions...)
}

// hurries shortens the pauses in which the page waits for an author to type on. They would be most of the time of a
// test of many steps.
func (u *user) hurries() {
	u.Helper()
	u.do(chromedp.Evaluate[chromedp.Void](`{
		const {setTimeout} = globalThis;
		globalThis.setTimeout = (does, pause, ...args) => setTimeout(does, Math.min(pause ?? 0, 20), ...args);
	}`))
}

// comes waits until an expression is true in the page.
func (u *user) comes(expression string) {
	u.Helper()
	chromium.Comes(u, u.ctx, expression)
}

// text returns the text of the program.
func (u *user) text() string {
	u.Helper()
	u.comes(`!document.body.ariaBusy`)
	return read[string](u, `workshop.text`)
}

// read returns the value of an expression in the page.
func read[T any](u *user, expression string) T {
	u.Helper()
	return chromium.Value[T](u, u.ctx, expression)
}

// clicks clicks the first visible element of a selector with a label, or its part before a comma or colon, or with a
// text or its first word. The click is where the mouse would be, and fails if something else is in front.
func (u *user) clicks(selector, text string) {
	u.Helper()
	u.clickWith(selector, text)
}

func (u *user) clickWith(selector, text string, options ...chromedp.MouseOption) {
	u.Helper()
	at := u.finds(selector, text)
	u.do(chromedp.MouseClickXY(at[0], at[1], options...))
}

// finds waits for an element, scrolls to it, and returns where its centre is once it stays there.
func (u *user) finds(selector, text string) []float64 {
	u.Helper()
	find := fmt.Sprintf(`(() => {
		const named = e => [":", ",", "$"].some(end => ((e.ariaLabel ?? "") + "$").startsWith(%[2]s + end)) ||
			[e.innerText.trim(), e.innerText.trim().split(/\s/)[0]].includes(%[2]s);
		const all = [...document.querySelectorAll(%[1]s)].filter(e => e.checkVisibility());
		const e = %[2]s === "" ? all[0] : all.find(named);
		if (!e || document.body.ariaBusy) return false;
		e.scrollIntoView({block: "center", behavior: "instant"});
		const {x, y, width, height} = e.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
		const top = document.elementFromPoint(...at);
		if (String(at) !== String(globalThis.foundAt)) [globalThis.foundAt, globalThis.foundIn] = [at, frames];
		return frames > foundIn + 1 && (e.contains(top) || top?.contains(e) && e.matches("input"));
	})()`, quoted(selector), quoted(text))
	u.do(chromedp.Evaluate[chromedp.Void](`globalThis.foundAt = null`))
	u.comes(find)
	return read[[]float64](u, `globalThis.foundAt`)
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// types types a text, letter by letter, at the keyboard.
func (u *user) types(text string) {
	u.Helper()
	u.keys(text, 0)
}

// keys presses the keys of a text as a keyboard does: a script that takes the key keeps its letter from being typed.
func (u *user) keys(text string, modifiers chromedp.Modifier) {
	u.Helper()
	for _, r := range text {
		sequence := kb.Encode(r) // down, perhaps a letter, up
		down, letter, up := sequence[0], sequence[1], sequence[len(sequence)-1]
		down.Modifiers |= int64(modifiers)
		up.Modifiers |= int64(modifiers)
		if len(sequence) > 2 && modifiers&^chromedp.ModifierShift == 0 {
			down.Text, down.UnmodifiedText = letter.Text, letter.UnmodifiedText
		}
		for _, k := range []*input.DispatchKeyEventParams{down, up} {
			_, err := chromedp.Call(u.ctx, input.DispatchKeyEvent, *k)
			require.NoError(u, err)
		}
	}
}

// enters types a text and presses Enter, and waits until the page has taken it.
func (u *user) enters(text string) {
	u.Helper()
	u.types(text)
	u.presses(kb.Enter)
}

// presses presses keys, each when the page is ready. Names such as `alt+ArrowUp` have modifiers.
func (u *user) presses(keys ...string) {
	u.Helper()
	for _, key := range keys {
		var modifiers chromedp.Modifier
		for name, modifier := range map[string]chromedp.Modifier{
			"alt+": chromedp.ModifierAlt, "ctrl+": chromedp.ModifierCtrl, "shift+": chromedp.ModifierShift,
		} {
			if strings.Contains(key, name) {
				key = strings.Replace(key, name, "", 1)
				modifiers |= modifier
			}
		}
		u.comes(`!document.body.ariaBusy`)
		u.keys(key, modifiers)
	}
	u.comes(`!document.body.ariaBusy`)
}

// focused waits until the focus is at a control whose label begins with a text.
func (u *user) focused(label string) {
	u.Helper()
	u.comes(`(e => (e.ariaLabel ?? e.innerText).trim().startsWith(` + quoted(label) + `))(document.activeElement)`)
}

// sets sets features of the medium, in pairs.
func (u *user) sets(features ...string) {
	u.Helper()
	chromium.SetMedia(u, u.ctx, features...)
}
