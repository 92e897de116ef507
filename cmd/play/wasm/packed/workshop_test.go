package packed

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// workshopFiles returns the files of a workshop with a small world.
func workshopFiles(t testing.TB) []File {
	look, err := themes.Find("")
	require.NoError(t, err)
	engine, err := Load(t.Context(), func(line string) { t.Log(line) })
	require.NoError(t, err)
	w := World{
		Opening: game.Opening{Name: "count.cep", Text: counter}, Settings: Settings{Theme: look},
		Words: locale.For(locale.Default, nil),
	}
	files, err := Workshop(engine, w)
	require.NoError(t, err)
	play, err := Page(engine, w)
	require.NoError(t, err)
	names := map[string]string{}
	for _, f := range append(play, files...) { // they share a folder
		if data, there := names[f.Name]; there {
			require.Equal(t, data, string(f.Data), f.Name)
		}
		names[f.Name] = string(f.Data)
	}
	return files
}

// The workshop works without a server and behind any: a type that is typed becomes a card and a line of the text.
func TestWorkshop(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder #2")
	require.NoError(t, os.Mkdir(dir, 0o755))
	for _, f := range workshopFiles(t) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644))
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	fromDisk := url.URL{Scheme: "file", Path: filepath.Join(dir, WorkshopPage)}
	for _, address := range []string{fromDisk.String(), server.URL + "/" + WorkshopPage} {
		ctx := chromium.Start(t)
		chromium.MustNotComplain(t, ctx)
		chromium.Do(t, ctx, chromedp.Navigate(address))
		chromium.Comes(t, ctx, `!document.body.ariaBusy && document.querySelector("[data-new=type]")`)
		chromium.Do(t, ctx, chromedp.Evaluate[chromedp.Void](
			`document.querySelector("[data-new=type]").click(); undefined`))
		chromium.Comes(t, ctx, `document.activeElement.matches("input")`)
		chromium.Do(t, ctx, chromedp.KeyEvent("key"+kb.Enter))
		chromium.Comes(t, ctx,
			`[...document.querySelectorAll("#structure [data-path]")].some(card => card.textContent.includes("key"))`)
	}
}

// A long play does not keep requests of another lane waiting.
func TestLanes(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": counter}).Error)
	open := literal(t, request{"do": "open", "text": search(), "hurry": true})
	require.Equal(t, []string{"text", "text", "play"}, chromium.Value[[]string](t, ctx, `(async () => {
		const ended = [], request = {do: "outline", text: ""};
		const read = () => ceptrePlay.send(request, undefined, "text").then(() => ended.push("text"));
		await read();
		await Promise.all([ceptrePlay.send(`+open+`).then(() => ended.push("play")), read()]);
		return ended;
	})()`))
}
