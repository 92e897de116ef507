package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

// command runs a command line.
func command(t *testing.T, args ...string) {
	t.Helper()
	var said strings.Builder
	status := cli.Run(t.Context(), root, cli.Streams{In: strings.NewReader(""), Out: &said, Err: &said}, args)
	require.Equal(t, cli.OK, status, said.String())
}

// playPage is a page for play in a browser.
type playPage struct {
	t   *testing.T
	ctx context.Context
}

// published publishes a program and opens its page for play behind a server that knows
// nothing of it but its files.
func published(t *testing.T, args ...string) playPage {
	p := playPage{t, chromium.Start(t)}
	chromium.MustNotComplain(t, p.ctx, chromium.Turning...)
	dir := filepath.Join(t.TempDir(), "a site")
	command(t, append([]string{"publish", "--play", "--quiet", "-o", dir}, args...)...)
	var strange []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/below/") {
			strange = append(strange, r.URL.Path)
		}
		http.StripPrefix("/below", http.FileServer(http.Dir(dir))).ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		p.open("about:blank") // or the browser would miss the icon, for which it asks last
		s.Close()
		require.Empty(t, strange, "pages ask for what is not below their folder")
	})
	p.open(s.URL + "/below/index.html")
	p.do(chromedp.Click(`a[href="play/index.html"]`))
	p.toWorkbench()
	return p
}

func (p playPage) open(url string) { p.do(chromedp.Navigate(url)) }

func (p playPage) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	chromium.Do(p.t, p.ctx, actions...)
}

// comes waits until an expression is true in the page.
func (p playPage) comes(expression string) {
	p.t.Helper()
	chromium.Comes(p.t, p.ctx, expression)
}

// toWorkbench leads from the page to read on, which shows a program as text alone, to the workbench.
func (p playPage) toWorkbench() {
	p.t.Helper()
	p.comes(`document.querySelector(".choice") && !document.body.ariaBusy`)
	require.Empty(p.t, p.faults())
	p.do(chromedp.KeyEvent("p"))
	p.ready()
}

func (p playPage) ready() {
	p.t.Helper()
	p.comes(`document.querySelector("#status strong") && !document.body.ariaBusy`)
}

// keys presses keys, each when the page is ready.
func (p playPage) keys(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.ready()
		p.do(chromedp.KeyEvent(key))
	}
	p.ready()
}

// depth is how many steps lead to where the page is.
const depth = `Number(document.querySelector("#slider").value)`

// toEnd has chance choose until nothing can happen any more.
func (p playPage) toEnd() {
	p.t.Helper()
	p.do(chromedp.Click("#run"), chromedp.Click(`input[name="until"][value="end"]`),
		chromedp.Click(`#run-form button[value="run"]`))
	p.ready()
}

// trace returns the trace that the page would save.
func (p playPage) trace() string {
	p.t.Helper()
	return chromium.Value[string](p.t, p.ctx, `ceptrePlay.send({do: "trace"}).then(r => r.trace)`)
}

// recorded returns the trace that a command line writes.
func recorded(t *testing.T, args ...string) string {
	file := filepath.Join(t.TempDir(), "trace.json")
	command(t, append([]string{"run", "--quiet", "--choose", "random", "-o", file}, args...)...)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// Readers of a published site play its program: they choose, take back, and if they leave
// everything to chance, they get the run that the command line gets.
func TestPublishedPlay(t *testing.T) {
	const verona = "../../examples/verona.cep"
	p := published(t, verona, "--seed", "5", "--theme", "terminal")
	p.do(chromedp.EmulateViewport(1400, 900))
	p.comes(`document.querySelector("#title").innerText.includes("Two Days in Verona")`)
	p.toEnd()
	p.comes(depth + " === 60")
	require.True(t, recorded(t, verona, "--seed", "5") == p.trace(), "the trace is another than that of the command line")
	p.keys("<")
	p.comes(depth + " === 0")
	p.keys("1", kb.Enter, "c", "c", "u")
	p.comes(depth + " === 2")
	p.comes(`document.querySelector("#picture").shadowRoot.querySelector("svg")`)
	chromium.Photograph(t, p.ctx, "alone.png")
	p.do(chromedp.EmulateViewport(400, 800))
	chromium.Photograph(t, p.ctx, "alone-narrow.png")
	p.do(chromedp.Reload())
	p.ready()
	p.comes(depth + " === 2")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#foot a").click()`))
	p.comes(`document.body.className === "cover-page"`)
}

// A story of several leads to the pages that they have in common.
func TestPublishedPlayOfStories(t *testing.T) {
	dir := t.TempDir()
	command(t, "publish", "--play", "--quiet", "--runs", "2", "-o", dir, "../../examples/kitchen.cep", "--steps", "9")
	p := playPage{t, chromium.Start(t)}
	chromium.MustNotComplain(t, p.ctx, chromium.Turning...)
	at := url.URL{Scheme: "file", Path: filepath.Join(dir, "story-2", "hours.html")}
	p.open(at.String())
	p.do(chromedp.Click(`.doors a[href$="play/index.html"]`))
	p.toWorkbench()
	p.toEnd()
	p.comes(depth + " === 9")
	require.True(t, recorded(t, "../../examples/kitchen.cep", "--steps", "9") == p.trace())
	p.comes(`document.querySelector("#picture").shadowRoot.querySelector("svg")`)

	// A link leads back to where it was made, from disk, too.
	p.do(chromedp.Evaluate[chromedp.Void](`address().then(url => { globalThis.made = url }); undefined`))
	p.comes(`globalThis.made`)
	p.keys("<")
	p.comes(depth + " === 0")
	p.do(chromedp.Evaluate[chromedp.Void](`location.href = made; undefined`))
	p.comes(depth + " === 9 && !location.hash")
	p.do(chromedp.Evaluate[chromedp.Void](`location.href = made.slice(0, -9); undefined`))
	p.comes(`document.querySelector("#notice").innerText.includes("The link is damaged") && !location.hash`)
	p.comes(depth + " === 9")
}

// Whatever a program is called and does, the page shows it as text and can be used.
func TestPublishedPlayOfHostileProgram(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "<b>x.cep")
	text := `t : type. n nat : pred. nat : type. #builtin NAT nat. note string : pred.
% </script><script>document.title = "broken"</script>
stage day = { up : n N * $note S -o n (N + 1). }
#trace _ day { n 0, note "</script><img src=x onerror='document.title=1'>" }.
`
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "<b>x.md"), []byte("---\ntitle: </script><script>document.title "+
		"= \"broken\"</script>\n---\n\n## up\n<script>document.title = \"broken\"</script> {N}\n"), 0o644))
	p := published(t, file, "--steps", "10000", "--memory", "200MB")
	p.keys("1", kb.Enter)
	p.comes(`document.querySelector("#state").innerText.includes("</script><img")`)
	require.Empty(t, p.faults())
	p.toEnd() // of which there is none
	p.comes(depth + " > 20")
	p.keys("u", "<")
	p.comes(depth + " === 0")
}

// faults returns what the names of a hostile program would put on a page.
func (p playPage) faults() []string {
	return chromium.Value[[]string](p.t, p.ctx,
		`[...document.querySelectorAll("img, b, script:not([src])")].map(e => e.outerHTML)
		.concat(["1", "broken"].filter(word => document.title === word))`)
}

// Readers of a published site change its program: the index and the pages for play lead to the workshop.
func TestPublishedWorkshop(t *testing.T) {
	dir := t.TempDir()
	command(t, "publish", "--workshop", "--quiet", "-o", dir, "../../examples/blocks.cep", "--steps", "9")
	p := playPage{t, chromium.Start(t)}
	chromium.MustNotComplain(t, p.ctx, chromium.Turning...)
	at := url.URL{Scheme: "file", Path: filepath.Join(dir, "index.html")}
	for _, way := range []string{`a[href="play/index.html"], a[href="workshop.html"]`, `a[href="play/workshop.html"]`} {
		p.do(chromedp.Navigate(at.String()))
		for _, link := range strings.Split(way, ", ") {
			p.comes(fmt.Sprintf(`document.querySelector(%q)`, link))
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).click()`, link)))
		}
		p.comes(`document.querySelector("#text-field")?.value.includes("pick-up : arm-free")`)
	}
}
