package packed

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// hostile is a program that would break a page or its scripts if it was not taken as text.
const hostile = "% </script><img src=x onerror='document.title=1'> <!--<script> ${1} $& \u2028 😀\n" + counter

func quoted(t *testing.T, text string) string {
	data, err := json.Marshal(text)
	require.NoError(t, err)
	return string(data)
}

// savedPage returns the page that the workshop in a browser saves.
func savedPage(t *testing.T, ctx context.Context) string {
	t.Helper()
	chromium.Comes(t, ctx, `document.querySelector("#share")`)
	chromium.Do(t, ctx, chromedp.Evaluate[chromedp.Void](`(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = blob => {
			globalThis.savedPage = blob;
			return make(new Blob());
		};
		document.querySelector("#share").click();
	})()`))
	chromium.Comes(t, ctx, `document.querySelector(".share")`)
	chromium.Do(t, ctx, chromedp.Evaluate[chromedp.Void](
		`[...document.querySelectorAll(".share button")].find(b => b.textContent === "Save as a page").click()`))
	chromium.Comes(t, ctx, `globalThis.savedPage`)
	return chromium.Value[string](t, ctx, `savedPage.text()`)
}

// A page that the workshop saves has everything in it: from disk, with nothing beside it, it shows any
// program, plays it, and saves itself again.
func TestOnePage(t *testing.T) {
	dir := t.TempDir()
	for _, f := range workshopFiles(t) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644))
	}
	ctx := chromium.Start(t)
	chromium.MustNotComplain(t, ctx)
	from := func(dir, name string) string {
		return (&url.URL{Scheme: "file", Path: filepath.Join(dir, name)}).String()
	}
	chromium.Do(t, ctx, chromedp.Navigate(from(dir, WorkshopPage)))
	chromium.Comes(t, ctx, `document.querySelector("#text-field")?.value`)
	chromium.Do(t, ctx, chromedp.Evaluate[chromedp.Void](`(field => {
		field.value = `+quoted(t, hostile)+`;
		field.dispatchEvent(new InputEvent("input"));
	})(document.querySelector("#text-field"))`))
	html := savedPage(t, ctx)

	alone := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(alone, "one page.html"), []byte(html), 0o644))
	ctx = chromium.Start(t)
	chromium.MustNotComplain(t, ctx)
	chromium.Do(t, ctx, chromedp.Navigate(from(alone, "one page.html")))
	chromium.Comes(t, ctx, `document.querySelector("#text-field")?.value`)
	require.Equal(t, hostile, chromium.Value[string](t, ctx, `document.querySelector("#text-field").value`))
	require.Equal(t, "count.cep – Workshop", chromium.Value[string](t, ctx, `document.title`))
	r := ask(t, ctx, request{"do": "open", "text": counter})
	require.Empty(t, r.Error)
	require.Equal(t, 1, r.View.Ways)
	require.Contains(t, chromium.Value[string](t, ctx, `document.querySelector("#licenses").textContent`), "wasm_exec.js")
	require.True(t, html == savedPage(t, ctx), "the same page again")
}
