package rangepage

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/causal/metric"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// hostile is a text that must not act in a page.
const hostile = `</script><script>document.title="hacked"</script><img src=x onerror=alert(1)>"'&`

// pageOf returns the page of some runs, and its contents. With two series they are compared.
func pageOf(t *testing.T, count int) ([]byte, *Page) {
	prog, errs := lang.Load("coin.cep", []byte("coin : pred. face : pred. lost : pred. "+
		"flip : coin -o face. toss : face -o coin. lose : coin -o lost. #trace 30 main { coin, coin }."))
	require.Empty(t, errs)
	var samples []expressive.Sample
	for i := range count {
		m := metric.NewMeter(prog)
		for _, text := range []string{"steps", "fired flip - fired toss"} {
			_, err := m.Parse(text)
			require.NoError(t, err)
		}
		made, err := sweep.Run(context.Background(), prog, prog.Traces[0],
			m.Options(sweep.Options{Runs: 60, Seed: uint64(1 + 60*i)}))
		require.NoError(t, err)
		m.Measure(made.Rows)
		all := expressive.NewTotal(total.Subject{Program: hostile, Stage: "main", Metrics: m.Metrics(), Bins: 12})
		for _, row := range made.Rows {
			all.Add(row)
		}
		samples = append(samples, expressive.Sample{Total: all, Rows: made.Rows.All()})
	}
	p := &Page{Range: expressive.New(samples[0])}
	if count > 1 {
		r, err := expressive.Compare(samples[0], samples[1])
		require.NoError(t, err)
		p.Range = r
	}
	p.Example = func(_ int, seed uint64) Example {
		return Example{Seed: seed, End: hostile, Command: "ceptre run --seed " + fmt.Sprint(seed), Trace: "t/1 2.json",
			Site: "javascript:alert(1)", Sentences: []string{fmt.Sprintf("The coin of run %d falls. %s", seed, hostile)}}
	}
	var err error
	p.Theme, err = themes.Find("")
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, p.Write(&out))
	return out.Bytes(), p
}

// Every cell has a row with its examples, links lead to parts of the page or to the files named, ids are
// unique, and no text becomes markup or a script.
func TestPage(t *testing.T) {
	for _, count := range []int{1, 2} {
		page, p := pageOf(t, count)
		doc, err := html.Parse(bytes.NewReader(page))
		require.NoError(t, err)
		ids, hrefs, scripts, rows := make(map[string]bool), []string{}, 0, 0
		for n := range doc.Descendants() {
			require.False(t, n.Type == html.ElementNode && n.Data == "img")
			if n.Type == html.ElementNode && n.Data == "script" {
				scripts++
			}
			for _, a := range n.Attr {
				require.False(t, strings.HasPrefix(a.Key, "on"), a.Key)
				switch a.Key {
				case "id":
					require.False(t, ids[a.Val], a.Val)
					ids[a.Val] = true
					if strings.HasPrefix(a.Val, "cell-") {
						rows++
					}
				case "href":
					hrefs = append(hrefs, a.Val)
				}
			}
		}
		require.Equal(t, 2, scripts)
		require.Equal(t, len(p.rows()), rows)
		cells := 0
		for _, part := range p.Range.Parts() {
			cells += len(part.Cells)
		}
		require.LessOrEqual(t, rows, cells)
		for _, href := range hrefs {
			if to, inside := strings.CutPrefix(href, "#"); inside && !strings.HasPrefix(href, "#Zgotmpl") {
				require.True(t, ids[to], href)
			} else {
				require.Contains(t, []string{"data:,", "t/1%202.json", "#ZgotmplZ"}, href)
			}
		}
		require.NotContains(t, string(page), "<script>document.title")
		require.Contains(t, string(page), "ceptre run --seed ")
	}
}

// The runs of the script are those of the range.
func TestData(t *testing.T) {
	_, p := pageOf(t, 2)
	d, err := p.data()
	require.NoError(t, err)
	require.Len(t, d.Runs, 120)
	require.Len(t, d.Metrics, 2)
	i := 0
	for side, part := range p.Range.Parts() {
		for of, err := range part.Each() {
			require.NoError(t, err)
			run := d.Runs[i]
			require.Equal(t, []any{side, of.Seed, of.X, of.Y}, run[:4])
			require.Equal(t, of.Ending.String(), d.Ends[run[4].(int)])
			require.Equal(t, float64(of.Steps), run[5])
			i++
		}
	}
}

// reader is a browser with a page.
type reader struct {
	*testing.T
	ctx context.Context
}

func read(t *testing.T, page []byte) *reader {
	r := &reader{t, chromium.Start(t)}
	file := filepath.Join(t.TempDir(), "a range #1.html")
	require.NoError(t, os.WriteFile(file, page, 0o600))
	chromium.MustNotComplain(t, r.ctx)
	r.do(chromedp.EmulateViewport(1200, 800), chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	return r
}

func (r *reader) do(steps ...chromedp.Action[chromedp.Void]) {
	r.Helper()
	chromium.Do(r, r.ctx, steps...)
}

func ask[T any](r *reader, expression string) T {
	r.Helper()
	return chromium.Value[T](r, r.ctx, expression)
}

// In a browser the page filters, zooms, shows examples and can be walked through by keyboard, and
// hostile names do nothing.
func TestInBrowser(t *testing.T) {
	page, p := pageOf(t, 1)
	r := read(t, page)
	require.Contains(t, ask[string](r, `document.title`), "steps")
	require.Empty(t, ask[string](r, `document.querySelector(".hits").textContent`))

	seed := p.Range.Cells[0].Seeds[0]
	ask[bool](r, fmt.Sprintf(`(() => { const w = document.querySelector(".words"); w.value = "%d";
		w.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`, seed))
	require.Equal(t, fmt.Sprintf("1 of 60 runs, 1 of %d cells", len(p.Range.Cells)),
		ask[string](r, `document.querySelector(".hits").textContent`))
	require.Equal(t, len(p.Range.Cells)-1, ask[int](r, `document.querySelectorAll(".cell.less").length`))
	require.Equal(t, 1, ask[int](r, `document.querySelectorAll(".cells tbody tr:not([hidden])").length`))

	few := 0
	for run, err := range p.Range.Each() {
		require.NoError(t, err)
		if run.Steps <= 3 {
			few++
		}
	}
	ask[bool](r, `(() => { document.querySelector(".words").value = ""; const to = document.querySelector(".to");
		to.value = "3"; to.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	require.Contains(t, ask[string](r, `document.querySelector(".hits").textContent`), fmt.Sprintf("%d of 60 runs", few))
	r.do(chromedp.Click(chromedp.CSS(`button.all`)))
	chromium.Comes(t, r.ctx, `document.querySelector(".hits").textContent === ""`)

	wide := ask[float64](r, `document.querySelector(".stage svg").getBoundingClientRect().width`)
	r.do(chromedp.Click(chromedp.CSS(`.in`)))
	wider := ask[float64](r, `document.querySelector(".stage svg").getBoundingClientRect().width`)
	require.InDelta(t, 1.3, wider/wide, 0.02)
	r.do(chromedp.Click(chromedp.CSS(`.fit`)))

	ask[bool](r, `(document.querySelector(".stage a").focus(), true)`)
	before := ask[string](r, `document.activeElement.querySelector(".cell").id`)
	require.Contains(t, ask[string](r, `document.querySelector(".details").textContent`), "The coin of run")
	r.do(chromedp.KeyEvent(kb.ArrowRight))
	require.NotEqual(t, before, ask[string](r, `document.activeElement.querySelector(".cell").id`))
	r.do(chromedp.KeyEvent("\r"))
	chromium.Comes(t, r.ctx, `document.querySelector("tr:target") !== null`)
	require.NotEqual(t, "hacked", ask[string](r, `document.title`))
}
