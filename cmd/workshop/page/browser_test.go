package page_test

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
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/workshop/desk"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/themes"
)

// workshop is a workshop in a browser.
type workshop struct {
	*testing.T
	ctx  context.Context
	url  string
	file string // the program on disk; "" for none
}

// open opens the workshop of a file with a text or, without a name, of a new world. The browser may complain of
// what is excused.
func open(t *testing.T, name, text string, excused ...string) *workshop {
	t.Helper()
	w := &workshop{T: t, ctx: chromium.Start(t)}
	var program *desk.File
	if name != "" {
		w.file = filepath.Join(t.TempDir(), name)
		w.writes(text)
		program = &desk.File{Path: w.file}
	}
	w.url = serve(t, program)
	chromium.MustNotComplain(t, w.ctx, excused...)
	w.goes(w.url)
	w.Cleanup(func() {
		if w.Failed() {
			chromium.Photograph(w.T, w.ctx, "failed.png")
			w.Log(w.value(`document.querySelector("#text-field").value + document.activeElement.outerHTML.slice(0, 200)`))
		}
	})
	return w
}

// serve serves a workshop until the test ends, and returns its address.
func serve(t *testing.T, program *desk.File) string {
	t.Helper()
	look, err := themes.Find("")
	require.NoError(t, err)
	d := &desk.Desk{Streams: cli.Streams{Out: io.Discard, Err: io.Discard}, File: program, Theme: look}
	return chromium.Serve(t, d.Serve)
}

// goes opens an address of the workshop, and waits until there is a program.
func (w *workshop) goes(url string) {
	w.Helper()
	w.do(chromedp.EmulateViewport(1440, 900), chromedp.Navigate(url))
	w.ready()
}

func (w *workshop) ready() {
	w.Helper()
	w.comes(`document.querySelector("#name")?.textContent && document.title.includes("Workshop")`)
	w.comes(`!document.body.ariaBusy`)
}

func (w *workshop) do(actions ...chromedp.Action[chromedp.Void]) {
	w.Helper()
	chromium.Do(w, w.ctx, actions...)
}

func (w *workshop) comes(expression string, args ...any) {
	w.Helper()
	chromium.Comes(w, w.ctx, fmt.Sprintf(expression, args...))
}

// runs runs a script in the page.
func (w *workshop) runs(script string, args ...any) {
	w.Helper()
	w.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(script, args...)+"; undefined", chromedp.EvalAwaitPromise))
}

// value returns the value of an expression in the page.
func (w *workshop) value(expression string, args ...any) string {
	w.Helper()
	return chromium.Value[string](w, w.ctx, fmt.Sprintf(expression, args...))
}

// shows waits until the text of the program, as the field shows it, is a text.
func (w *workshop) shows(text string) {
	w.Helper()
	w.comes(`document.querySelector("#text-field").value === %s && !document.body.ariaBusy`, quoted(text))
	// Colours lie below each letter of it.
	w.comes(`[...document.querySelectorAll(".text-layer .line")].map(l => l.textContent).join("\n") === %s`, quoted(text))
}

// keys types at the keyboard.
func (w *workshop) keys(text string, modifiers ...chromedp.Modifier) {
	w.Helper()
	w.do(chromedp.KeyEvent(text, chromedp.KeyModifiers(modifiers...)))
}

// enters presses Enter as keyboards do: a page that has a use for the key keeps its character from being typed.
func (w *workshop) enters() {
	w.Helper()
	_, err := chromedp.Call(w.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13,
	})
	require.NoError(w, err)
}

// puts puts the caret behind the first place of a text in the program.
func (w *workshop) puts(behind string) {
	w.Helper()
	w.runs(`(field => {
		field.focus();
		const at = field.value.indexOf(%[1]s) + %[1]s.length;
		field.setSelectionRange(at, at);
	})(document.querySelector("#text-field"))`, quoted(behind))
}

// selects waits until a part of the program is selected, and has the focus.
func (w *workshop) selects(text string) {
	w.Helper()
	w.comes(`(f => f.value?.slice(f.selectionStart, f.selectionEnd) === %s)(document.activeElement)`, quoted(text))
}

// clicks clicks the first visible element of a selector with a text.
func (w *workshop) clicks(selector, text string) {
	w.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll(%s)].find(e => e.checkVisibility() && e.textContent.includes(%s))`,
		quoted(selector), quoted(text))
	w.comes(`!document.body.ariaBusy && %s`, find)
	w.runs(`%s.click()`, find)
}

// read returns the file of the program.
func (w *workshop) read() string {
	w.Helper()
	data, err := os.ReadFile(w.file)
	require.NoError(w, err)
	return string(data)
}

// writes changes the file, as another editor does.
func (w *workshop) writes(text string) {
	w.Helper()
	require.NoError(w, os.WriteFile(w.file, []byte(text), 0o644))
}

// saves presses the keys that save, and waits until all is saved.
func (w *workshop) saves() {
	w.Helper()
	w.comes(`!document.querySelector(".unsaved").hidden`)
	w.keys("s", chromedp.ModifierCtrl)
	w.comes(`document.querySelector(".unsaved").hidden`)
}

// leaves says yes where the page asks whether it may be left, and returns how often it did.
func (w *workshop) leaves() *int {
	w.Helper()
	asked := 0
	require.NoError(w, chromedp.Listen(w.ctx, func(event any) {
		if d, ok := event.(*cdppage.EventJavascriptDialogOpening); ok && d.Type == cdppage.DialogTypeBeforeunload {
			asked++
			go func() {
				_, _ = chromedp.Call(w.ctx, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: true})
			}()
		}
	}))
	return &asked
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return strings.ReplaceAll(string(b), "%", `\u0025`) // of formats
}
