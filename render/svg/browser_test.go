package svg

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }

// reader is a browser with a page.
type reader struct {
	*testing.T
	ctx context.Context
}

// read opens the page of a diagram. Whatever the browser complains of, or fetches
// beside the page, fails the test.
func read(t *testing.T, d *diagram.Diagram, fragment string) *reader {
	r := &reader{t, chromium.Start(t)}
	file := filepath.Join(t.TempDir(), "a page #1.html")
	require.NoError(t, os.WriteFile(file, Page(d, stage(t)), 0o600))
	page := (&url.URL{Scheme: "file", Path: file}).String()
	chromium.MustNotComplain(t, r.ctx)
	var mu sync.Mutex
	var fetched []string
	require.NoError(t, chromedp.Listen(r.ctx, func(event any) {
		e, ok := event.(*network.EventRequestWillBeSent)
		if ok && e.Request.URL != page && e.Request.URL != "data:," {
			mu.Lock()
			defer mu.Unlock()
			fetched = append(fetched, e.Request.URL)
		}
	}))
	r.do(chromedp.EmulateViewport(1200, 800), chromedp.Navigate(page+fragment))
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		require.Empty(t, fetched)
	})
	return r
}

func (r *reader) do(steps ...chromedp.Action[chromedp.Void]) {
	r.Helper()
	chromium.Do(r, r.ctx, steps...)
}

func (r *reader) press(keys ...string) {
	r.Helper()
	for _, key := range keys {
		r.do(chromedp.KeyEvent(key))
	}
}

func (r *reader) click(selector string) {
	r.Helper()
	r.do(chromedp.Click(chromedp.CSS(selector)))
}

// ask returns the value of an expression in the page.
func ask[T any](r *reader, expression string) T {
	r.Helper()
	return chromium.Value[T](r, r.ctx, expression)
}

// ids returns the ids of nodes that a selector finds, sorted.
func (r *reader) ids(selector string) []string {
	r.Helper()
	found := ask[[]string](r, fmt.Sprintf("[...document.querySelectorAll(%q)].map(n => n.id)", selector))
	slices.Sort(found)
	return found
}

// reached returns the ids of nodes from which edges lead to one, or to which they
// lead from it, sorted: the oracle for what the page lights up.
func reached(d *diagram.Diagram, from int, back bool) []string {
	seen := make([]bool, len(d.Nodes))
	for changed := true; changed; {
		changed = false
		for _, e := range d.Edges {
			a, b := e.From, e.To
			if back {
				a, b = b, a
			}
			if (a == from || seen[a]) && !seen[b] {
				seen[b], changed = true, true
			}
		}
	}
	ids := []string{}
	for i, n := range d.Nodes {
		if seen[i] {
			ids = append(ids, n.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func TestClickLightsPastAndFuture(t *testing.T) {
	d := run(80)
	r := read(t, d, "")
	for _, i := range []int{34, 3, 57} {
		r.click("#" + d.Nodes[i].ID)
		require.Equal(t, []string{d.Nodes[i].ID}, r.ids(".chosen"))
		require.Equal(t, reached(d, i, true), r.ids(".node.past"))
		require.Equal(t, reached(d, i, false), r.ids(".node.future"))
		edges := `[...document.querySelectorAll(".edge[data-from]")].every(e => {
			const [a, b] = [e.dataset.from, e.dataset.to].map(id => document.getElementById(id).classList);
			const lit = b.contains("past") || a.contains("past") && b.contains("chosen") ? "past"
				: a.contains("future") || a.contains("chosen") && b.contains("future") ? "future" : "";
			return e.classList.contains("past") === (lit === "past") && e.classList.contains("future") === (lit === "future");
		})`
		require.True(t, ask[bool](r, edges))
	}
	require.Regexp(t, `\d+ events? before it, \d+ events? after it`,
		ask[string](r, `document.querySelector(".status").textContent`))
	require.Equal(t, "t28 do/move\nused x47\nmade x67",
		ask[string](r, `document.querySelector(".details .tip").textContent`))
	require.Equal(t, "Comes from (2)|Leads to (1)",
		ask[string](r, `[...document.querySelectorAll(".details h3")].map(h => h.textContent).join("|")`))
	require.Equal(t, d.Nodes[57].URL, ask[string](r, `document.querySelector(".details a").getAttribute("href")`))
	require.Equal(t, "#t28", ask[string](r, `location.hash`))
	r.press(kb.Escape)
	require.Empty(t, r.ids(".past, .future, .chosen, .choosing"))
	require.True(t, ask[bool](r, `document.querySelector(".details").hidden`))
}

// A cycle leads back to where it starts.
func TestCycles(t *testing.T) {
	d := run(40)
	join(d, 35, 5, diagram.Edge{Look: diagram.Line})
	r := read(t, d, "#"+d.Nodes[25].ID)
	require.Equal(t, reached(d, 25, true), r.ids(".node.past"))
	require.Equal(t, reached(d, 25, false), r.ids(".node.future"))
	require.Contains(t, r.ids(".node.past"), d.Nodes[25].ID)
}

func TestTimeHidesWhatIsNotYet(t *testing.T) {
	d := run(80)
	r := read(t, d, "")
	last := 40
	at := func(n int) {
		t.Helper()
		hidden, faded := []string{}, []string{}
		for _, node := range d.Nodes {
			if node.Born > n {
				hidden = append(hidden, node.ID)
			}
			if 0 < node.Gone && node.Gone <= n && n <= last {
				faded = append(faded, node.ID)
			}
		}
		slices.Sort(hidden)
		slices.Sort(faded)
		require.Equal(t, hidden, r.ids(".node.unborn"))
		require.Equal(t, faded, r.ids(".node.gone"))
		require.Equal(t, fmt.Sprint(n), ask[string](r, `document.querySelector(".time input").value`))
		late := `[...document.querySelectorAll(".edge[data-from]")].every(e => e.classList.contains("unborn") ===
			[e.dataset.from, e.dataset.to].some(id => document.getElementById(id).classList.contains("unborn")))`
		require.True(t, ask[bool](r, late))
	}
	at(last + 1)
	r.press(kb.Home)
	at(0)
	r.press(".", ".", ".", ",")
	at(2)
	require.Equal(t, "step 2 of 40", ask[string](r, `document.querySelector(".step").textContent`))
	require.Equal(t, []string{"t2", "x21"}, r.ids(".node.now"))
	ask[any](r, `{ const s = document.querySelector(".time input"); s.value = 17; s.dispatchEvent(new Event("input")); }`)
	at(17)
	r.press(kb.End, ",")
	at(last)
	r.click(".play") // starts again, as the end is reached
	r.do(chromedp.Sleep(1500 * time.Millisecond))
	r.click(".play")
	require.Regexp(t, `^step [1-3] of 40$`, ask[string](r, `document.querySelector(".step").textContent`))
	r.press(kb.End)
	at(last + 1)
}

func TestNoTimeNoSlider(t *testing.T) {
	d := run(20)
	for i := range d.Nodes {
		d.Nodes[i].Born, d.Nodes[i].Gone = 0, 0
	}
	r := read(t, d, "")
	require.True(t, ask[bool](r, `document.querySelector(".time").hidden`))
	r.press(".", kb.Home, kb.End)
	require.Empty(t, r.ids(".unborn, .gone, .now"))
}

func TestSearch(t *testing.T) {
	d := run(80)
	r := read(t, d, "")
	r.press("/")
	r.press("M", "O", "V", "E", " ", "c", "a", "s", "t", "3")
	hits := []string{}
	for _, n := range d.Nodes {
		if n.Text[0] == "do/move cast3" {
			hits = append(hits, n.ID)
		}
	}
	sorted := slices.Sorted(slices.Values(hits))
	require.Equal(t, sorted, r.ids(".found"))
	require.Equal(t, hits[:1], r.ids(".current"))
	count := `document.querySelector(".hits").textContent`
	require.Equal(t, fmt.Sprintf("1 of %d", len(hits)), ask[string](r, count))
	r.press(kb.Enter)
	require.Equal(t, hits[1:2], r.ids(".current"))
	r.click(".previous")
	r.click(".previous")
	require.Equal(t, hits[len(hits)-1:], r.ids(".current"))
	r.do(chromedp.Focus(chromedp.CSS("#" + hits[len(hits)-1])))
	r.press("n", "n", "p")
	require.Equal(t, hits[:1], r.ids(".current"))
	require.Equal(t, hits[:1], r.ids(":focus"))
	r.press("/", "z", "z")
	require.Equal(t, "none", ask[string](r, count))
	r.press(kb.Escape)
	require.Empty(t, r.ids(".found, .current"))
	require.Equal(t, "", ask[string](r, count))
}

// Tab comes into the picture once; from there arrows walk, along edges first.
func TestKeyboardWalk(t *testing.T) {
	d := run(80)
	r := read(t, d, "")
	require.Equal(t, []string{"x0"}, r.ids(".stage [tabindex='0']"))
	for range 20 {
		r.press(kb.Tab)
		if len(r.ids(".node:focus")) > 0 {
			break
		}
	}
	require.Equal(t, []string{"x0"}, r.ids(":focus"))
	for _, step := range []struct{ key, at string }{
		{kb.ArrowDown, "t1"}, {kb.ArrowRight, "t2"}, {kb.ArrowDown, "x21"}, {kb.ArrowUp, "t2"}, {kb.ArrowUp, "x1"},
		{kb.ArrowLeft, "x0"}, {kb.ArrowLeft, "x0"}, {kb.ArrowUp, "x0"}, {kb.ArrowRight, "x1"},
	} {
		r.press(step.key)
		require.Equal(t, []string{step.at}, r.ids(":focus"))
		require.Equal(t, []string{step.at}, r.ids(".stage [tabindex='0']"))
	}
	r.press(kb.Enter)
	require.Equal(t, []string{"x1"}, r.ids(".chosen[aria-current]"))
	r.press(kb.Tab) // to the panel
	require.True(t, ask[bool](r, `document.querySelector(".details").contains(document.activeElement)`))
	r.press(kb.Escape)
	require.Equal(t, []string{"x1"}, r.ids(":focus"))
	r.press(kb.Shift, "?")
	require.True(t, ask[bool](r, `document.querySelector("dialog").open`))
	r.click(".keys")
	r.press(kb.Escape)
	require.False(t, ask[bool](r, `document.querySelector("dialog").open`))
	r.press("/")
	require.False(t, ask[bool](r, `document.activeElement.matches("input[type=search]")`), "single keys are off")
}

func TestZoomAndDrag(t *testing.T) {
	r := read(t, run(1000), "")
	width := func() float64 {
		return ask[float64](r, `document.querySelector(".stage svg").getBoundingClientRect().width`)
	}
	start := width()
	r.press("+")
	require.InDelta(t, start*1.25, width(), 1)
	r.press("-", "-")
	require.InDelta(t, start*0.8, width(), 1)
	r.click(".in")
	require.InDelta(t, start, width(), 1)
	r.click(".fit")
	require.True(t, ask[bool](r, `(() => {
		const s = document.querySelector(".stage"), a = s.getBoundingClientRect();
		const b = s.querySelector("svg").getBoundingClientRect();
		return b.left >= a.left - 1 && b.right <= a.right + 1 && b.top >= a.top - 1 && b.bottom <= a.bottom + 1;
	})()`))
	r.press("+", "+", "+", "+", "+", "+", "+", "+", "+")
	wheel := `new Promise(done => {
		const stage = document.querySelector(".stage"), node = document.elementFromPoint(600, 400);
		const before = document.querySelector(".stage svg").getBoundingClientRect();
		stage.dispatchEvent(new WheelEvent("wheel",
			{deltaY: -20, ctrlKey: true, clientX: 600, clientY: 400, cancelable: true}));
		requestAnimationFrame(() => requestAnimationFrame(() => {
			const after = document.querySelector(".stage svg").getBoundingClientRect();
			const at = (box, y) => (y - box.top) / box.height;
			done(after.width > before.width * 1.1 && Math.abs(at(before, 400) - at(after, 400)) * after.height < 2);
		}));
	})`
	require.True(t, ask[bool](r, wheel), "what is under the pointer stays there")
	top := ask[float64](r, `document.querySelector(".stage").scrollTop`)
	r.do(chromedp.DragAndDropXY(600, 500, 600, 400))
	require.InDelta(t, top+100, ask[float64](r, `document.querySelector(".stage").scrollTop`), 12)
	require.Empty(t, r.ids(".chosen"), "a drag does not choose")
}

// A page with nothing in it does nothing.
func TestEmptyPage(t *testing.T) {
	r := read(t, &diagram.Diagram{Title: "Nothing"}, "#t1")
	r.press("/", "x", kb.Escape, kb.Enter, "n", "+", "0", ".", kb.Home, kb.Escape, kb.ArrowDown)
	r.click(".stage")
	require.Empty(t, r.ids(".chosen"))
}

func TestHostilePageIsHarmless(t *testing.T) {
	d := gallery()
	r := read(t, d, "")
	r.click("#x1")
	require.Equal(t, visible(hostile), ask[string](r, `document.querySelector(".details h2").textContent`))
	require.Equal(t, len(d.Nodes), ask[int](r, `document.querySelectorAll(".node[role=button]").length`))
	require.Equal(t, 1, ask[int](r, `document.querySelectorAll("script").length`))
	r.click("#t1")
	require.True(t, ask[bool](r, `document.querySelector(".details a") === null`), "no link to a script")
	require.True(t, ask[bool](r, `document.querySelector(".details .tip") === null`), "the name says all")
}

// The page fits narrow windows, and its text can be read in both schemes.
func TestPageFits(t *testing.T) {
	r := read(t, run(40), "#t12")
	for _, scheme := range []string{"light", "dark"} {
		_, err := chromedp.Call(r.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		require.NoError(t, err)
		for _, width := range []int64{320, 1200} {
			r.do(chromedp.EmulateViewport(width, 640))
			wide := `[...document.body.querySelectorAll(":not(.stage *)")].filter(e => e.getBoundingClientRect().right > ` +
				`innerWidth + 1).map(e => e.outerHTML.slice(0, 80))`
			require.Empty(t, ask[[]string](r, wide))
			require.Greater(t, ask[float64](r, `document.querySelector(".stage").clientHeight`), 150.0)
		}
	}
}
