package packed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/release"
	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/themes"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// asking is a page that asks the engine.
const asking = `<!DOCTYPE html><title>asks</title><script src="engine.js"></script>`

// folder writes the files of a page for play.
func folder(t testing.TB) string {
	look, err := themes.Find("terminal")
	require.NoError(t, err)
	engine, err := Load(t.Context(), func(line string) { t.Log(line) })
	require.NoError(t, err)
	files, err := engineFiles(engine, World{Title: "</script>", Settings: Settings{Theme: look, Memory: 64 << 20}})
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "a folder #1")
	require.NoError(t, os.Mkdir(dir, 0o755))
	for _, f := range append(files, File{"index.html", []byte(asking)}) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644))
	}
	return dir
}

// served returns the address of a page behind a server that knows nothing of engines.
func served(t testing.TB) string {
	s := httptest.NewServer(http.StripPrefix("/some/where", http.FileServer(http.Dir(folder(t)))))
	t.Cleanup(s.Close)
	return s.URL + "/some/where/"
}

// request is a request of a page.
type request map[string]any

// reply is the part of a reply that matters here.
type reply struct {
	Error   string
	Closed  bool
	Trace   string
	Picture string
	View    *view
	Stop    *struct{ Why string }
}

// view is the part of a view that matters here.
type view struct {
	Depth, Ways int
	Status, Why string
}

// ask has the page ask the engine.
func ask(t testing.TB, ctx context.Context, r request) reply {
	t.Helper()
	return chromium.Value[reply](t, ctx, "ceptrePlay.send("+literal(t, r)+")")
}

func literal(t testing.TB, r request) string {
	text, err := json.Marshal(r)
	require.NoError(t, err)
	return string(text)
}

func example(t testing.TB, name string) []byte {
	text, err := fs.ReadFile(examples.FS, name)
	require.NoError(t, err)
	return text
}

// A program with a seed gives in a browser the trace that it gives everywhere, byte for
// byte.
func TestTraces(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	for _, name := range []string{"verona.cep", "villa.cep", "workshop.cep", "kitchen.cep", "runoff.cep", "primes.cep",
		"garden.cep"} {
		text := example(t, name)
		prog, errs := lang.Load(name, text)
		require.Empty(t, errs)
		for _, seed := range []uint64{1, 2, 1<<64 - 1} {
			r := ask(t, ctx, request{"do": "open", "name": name, "text": string(text), "seed": fmt.Sprint(seed)})
			require.Empty(t, r.Error)
			for r.Stop == nil || r.Stop.Why == "time" {
				r = ask(t, ctx, request{"do": "run", "most": request{"moves": 1}})
				require.Empty(t, r.Error, name)
			}
			require.True(t, recorded(t, prog, seed) == ask(t, ctx, request{"do": "trace"}).Trace, "%s %d", name, seed)
		}
	}
}

// recorded returns the trace of a run as `ceptre run -o` writes it.
func recorded(t *testing.T, prog *lang.Program, seed uint64) string {
	o := exec.Options{Seed: seed, Host: exec.Silent(prog),
		Generator: &trace.Generator{Name: "ceptre", Version: release.Version}}
	tr, err := exec.Run(t.Context(), prog, prog.Traces[0], o)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, tracejson.Write(&b, tr.Stream()))
	return b.String()
}

// counter is a program that goes round for ever.
const counter = "n nat : pred. nat : type. #builtin NAT nat. up : n N -o n (N + 1). #trace _ main { n 0 }."

// Nothing but the files of the folder is needed, from disk, too.
func TestFromDisk(t *testing.T) {
	ctx := chromium.Start(t)
	at := url.URL{Scheme: "file", Path: filepath.Join(folder(t), "index.html")}
	chromium.Do(t, ctx, chromedp.Navigate(at.String()))
	r := ask(t, ctx, request{"do": "open", "text": counter})
	require.Empty(t, r.Error)
	require.Equal(t, 1, r.View.Ways)
}

// A server may unpack the engine by itself, as it seems to be a packed file.
func TestUnpackedByTheServer(t *testing.T) {
	dir := http.FileServer(http.Dir(folder(t)))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Ext(r.URL.Path) == ".gz" {
			w.Header().Set("Content-Encoding", "gzip")
		}
		dir.ServeHTTP(w, r)
	}))
	defer s.Close()
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(s.URL))
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": counter}).Error)
}

// outcome returns the results of a request that is stopped after some milliseconds, and of another
// that was waiting meanwhile.
const outcome = `(async (first, second, ms) => {
	const stop = new AbortController();
	const all = [ceptrePlay.send(first, stop.signal), ceptrePlay.send(second)];
	setTimeout(() => stop.abort(), ms);
	const before = performance.now();
	const stopped = await all[0].then(() => "", e => e.name);
	return {stopped, after: performance.now() - before, next: await all[1]};
})`

type stopping struct {
	Stopped string
	After   float64
	Next    reply
}

// An aborted request is given up at once. A run of chance ends soon after, and the steps it has
// made remain.
func TestStop(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": counter, "steps": 100_000}).Error)
	never := literal(t, request{"do": "run", "until": request{"facts": []string{"n 7000000"}}})
	got := chromium.Value[stopping](t, ctx, outcome+"("+never+", {do: 'view'}, 5)")
	require.Equal(t, "AbortError", got.Stopped)
	require.Less(t, got.After, 500.0)
	require.Empty(t, got.Next.Error)
	require.Positive(t, got.Next.View.Depth)
	before := got.Next.View.Depth
	require.Equal(t, "AbortError",
		chromium.Value[string](t, ctx, "ceptrePlay.send("+never+", AbortSignal.abort()).catch(e => e.name)"))
	require.Equal(t, before, ask(t, ctx, request{"do": "view"}).View.Depth, "it never came to that")
}

// stubborn returns a program that takes long to read, without any check of the time.
func stubborn() string {
	b := []byte(counter)
	for i := range 400_000 {
		b = fmt.Appendf(b, "c%d : nat.\n", i)
	}
	return string(b)
}

// An engine that works too long on a request is ended. The page is then told that no program is
// open any more, and a new engine answers its next request.
func TestEnd(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	long := literal(t, request{"do": "open", "text": stubborn()})
	got := chromium.Value[stopping](t, ctx, outcome+"("+long+", {do: 'view'}, 500)")
	require.Equal(t, "AbortError", got.Stopped)
	require.Equal(t, reply{Error: "it was stopped", Closed: true}, got.Next)
	require.Equal(t, "no program is open", ask(t, ctx, request{"do": "view"}).Error)
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": counter}).Error)
}

// search returns a program with a rule that cannot fire, as only a long search finds out.
func search() string {
	text := "nat : type. #builtin NAT nat. n nat : pred.\n" +
		"never : n A * n B * n C * n D * n E * A + B + C + D + E == 0 -o ().\n#trace _ main { n 1"
	for i := range 99 {
		text += fmt.Sprintf(", n %d", i+2)
	}
	return text + " }."
}

// A search that takes longer than a request may is given up by its clock, though the browser has no
// other thread for that.
func TestTime(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	r := ask(t, ctx, request{"do": "open", "text": search(), "hurry": true})
	require.Empty(t, r.Error)
	require.Equal(t, view{Status: "stuck", Why: "it took too long, and was given up"}, *r.View)
}

// heap returns a program of which each step makes many facts.
func heap(many int) string {
	return "a : pred. b : pred. more : a -o a" + strings.Repeat(" * b", many) + ". #trace _ main { a }."
}

// A program that takes all memory there is, is given up; the page goes on.
func TestMemory(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": heap(1000), "steps": 1_000_000}).Error)
	for i := 0; ; i++ {
		r := ask(t, ctx, request{"do": "run", "known": 1 << 30})
		if r.Error != "" {
			require.Equal(t, reply{Error: "it took more than 64 MiB of memory, and was given up", Closed: true}, r)
			break
		}
		require.Less(t, i, 100)
	}
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": counter}).Error)
}

// A program that is too much for the stack of a browser ends the engine; the page goes on.
func TestEndsByItself(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	r := ask(t, ctx, request{"do": "open", "text": heap(100_000)})
	require.Equal(t, reply{Error: "the engine has ended: there was not enough memory for it", Closed: true}, r)
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": counter}).Error)
}

// Pictures are drawn in the theme of the page.
func TestPicture(t *testing.T) {
	ctx := chromium.Start(t)
	chromium.Do(t, ctx, chromedp.Navigate(served(t)))
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": string(example(t, "verona.cep"))}).Error)
	require.Empty(t, ask(t, ctx, request{"do": "run"}).Error)
	for _, view := range render.Views() {
		r := ask(t, ctx, request{"do": "picture", "picture": request{"view": view, "last": 12}})
		if view == render.Why || view == render.Board { // nothing is asked for, and there is no grid
			require.NotEmpty(t, r.Error)
			continue
		}
		require.Empty(t, r.Error, view)
		require.Contains(t, r.Picture, "DejaVu Sans Mono")
	}
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": string(example(t, "snake.cep"))}).Error)
	require.Empty(t, ask(t, ctx, request{"do": "run"}).Error)
	for view, moments := range map[string]int{string(render.Board): 1, game.Film: 5} {
		r := ask(t, ctx, request{"do": "picture", "picture": request{"view": view, "last": 4}})
		require.Empty(t, r.Error, view)
		require.Equal(t, moments, strings.Count(r.Picture, "piece kind-head"), view)
	}
}

// An engine that cannot be loaded says so, and is asked for again.
func TestMissing(t *testing.T) {
	ctx := chromium.Start(t)
	address := served(t)
	chromium.Do(t, ctx, chromedp.Navigate(address))
	chromium.Do(t, ctx,
		chromedp.Evaluate[chromedp.Void](`fetch = (f => (...a) => { fetch = f; return f("none"); })(fetch)`))
	r := ask(t, ctx, request{"do": "open", "text": counter})
	require.True(t, r.Closed)
	require.Equal(t, "the engine cannot run: engine.wasm.gz: 404 Not Found", r.Error)
	require.Empty(t, ask(t, ctx, request{"do": "open", "text": counter}).Error)
}
