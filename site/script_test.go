package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/chromium"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// reader drives a browser that shows a site. Errors in the browser's console fail the test.
type reader struct {
	*testing.T
	ctx  context.Context
	site *Site
	root string // URL of the site's folder, with a slash
}

func newReader(t *testing.T, s *Site) *reader {
	t.Helper()
	r := &reader{T: t, ctx: chromium.Start(t), site: s, root: strings.TrimSuffix(open(t, s, indexPath), indexPath)}
	chromium.MustNotComplain(t, r.ctx, chromium.Turning...)
	r.do(chromedp.EmulateViewport(1280, 800))
	r.sets("prefers-reduced-motion", "reduce") // the console reports transitions that are skipped
	return r
}

// sets says what the reader prefers.
func (r *reader) sets(features ...string) {
	r.Helper()
	var media []*emulation.MediaFeature
	for pair := range slices.Chunk(features, 2) {
		media = append(media, &emulation.MediaFeature{Name: pair[0], Value: pair[1]})
	}
	_, err := chromedp.Call(r.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
	require.NoError(r, err)
}

// verona is a reader of the story of Verona.
func verona(t *testing.T, steps int) *reader {
	t.Helper()
	return newReader(t, build(t, sitetest.Verona(steps, 11), Options{Prose: text(t)}))
}

func (r *reader) do(actions ...chromedp.Action[chromedp.Void]) {
	r.Helper()
	require.NoError(r, chromedp.Do(r.ctx, actions...))
}

// opens goes to a page, with a fragment or without, as from a bookmark.
func (r *reader) opens(page string) {
	r.Helper()
	r.do(chromedp.Navigate("about:blank"), chromedp.Navigate(r.root+page))
}

func (r *reader) presses(keys ...string) {
	r.Helper()
	for _, key := range keys {
		r.do(chromedp.KeyEvent(key))
	}
}

func (r *reader) clicks(selector string) {
	r.Helper()
	r.do(chromedp.Click(chromedp.CSS(selector)))
}

// sees waits until something holds of the page that is there in whole: an expression of
// JavaScript.
func (r *reader) sees(what string) {
	r.Helper()
	chromium.Comes(r, r.ctx, `document.readyState === "complete" && (`+what+`)`)
}

// isIn waits for the page of a scene.
func (r *reader) isIn(scene string) {
	r.Helper()
	r.sees(`document.body.dataset.scene === "` + scene + `"`)
}

func (r *reader) text(selector string) string {
	r.Helper()
	script := `document.querySelector(` + quoted(selector) + `)?.innerText.replace(/\s+/g, " ") ?? ""`
	return read(r.T, r.ctx, chromedp.Evaluate[string](script))
}

func (r *reader) count(selector string) int {
	r.Helper()
	return read(r.T, r.ctx, chromedp.Evaluate[int](`document.querySelectorAll(`+quoted(selector)+`).length`))
}

func quoted(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings can always be written
	}
	return string(data)
}

func (r *reader) is(what string) bool {
	r.Helper()
	return read(r.T, r.ctx, chromedp.Evaluate[bool](`Boolean(`+what+`)`))
}

// covered is a script that returns the text of the focused element if the bar covers it.
const covered = `(() => {
	const at = document.activeElement, bar = document.querySelector(".follow-bar");
	if (!bar || bar.contains(at) || at === document.body || at.id === "main") return "";
	const a = at.getBoundingClientRect(), b = bar.getBoundingClientRect();
	return a.bottom > b.top && a.top < b.bottom ? at.outerHTML : "";
})()`

// tabsTo moves the focus to what matches, and presses Enter.
func (r *reader) tabsTo(selector string) {
	r.Helper()
	for range 300 {
		r.presses(kb.Tab)
		require.Empty(r, read(r.T, r.ctx, chromedp.Evaluate[string](covered)))
		if r.is(`document.activeElement.matches(` + quoted(selector) + `)`) {
			r.presses(kb.Enter)
			return
		}
	}
	require.FailNow(r, "no way by Tab to "+selector)
}

// walk is a way through a story: the actions on the cover and in each scene that follow Tybalt.
type walk struct {
	name   string
	begin  func(*reader)
	goOn   func(*reader)
	script bool
}

const (
	tybaltOnCover = `.cast a.follow[data-cast="tybalt"]`
	tybaltsExit   = `.exits a[data-cast~="tybalt"]`
)

var walks = []walk{
	{"links without script", func(r *reader) { r.clicks(tybaltOnCover) },
		func(r *reader) { r.clicks(tybaltsExit) }, false},
	{"links", func(r *reader) { r.clicks(tybaltOnCover) }, func(r *reader) { r.clicks(tybaltsExit) }, true},
	{"bar", func(r *reader) { r.clicks(tybaltOnCover) }, func(r *reader) { r.clicks(".follow-bar .next") }, true},
	{"arrows", func(r *reader) { r.presses("6") }, func(r *reader) { r.presses(kb.ArrowRight) }, true},
	{"Tab and Enter", func(r *reader) { r.tabsTo(tybaltOnCover) }, func(r *reader) { r.tabsTo(tybaltsExit) }, true},
}

// A reader follows a character from the cast to the end of the story, on a telephone and
// on a desk, with scripts and without.
func TestReaderFollowsCharacter(t *testing.T) {
	for _, w := range walks {
		t.Run(w.name, func(t *testing.T) {
			r := verona(t, 60)
			_, err := chromedp.Call(r.ctx, emulation.SetScriptExecutionDisabled,
				emulation.SetScriptExecutionDisabledParams{Value: !w.script})
			require.NoError(t, err)
			for _, size := range [][2]int64{{375, 667}, {1280, 800}} {
				r.do(chromedp.EmulateViewport(size[0], size[1]))
				r.follows(w)
			}
		})
	}
}

// follows walks Tybalt's way.
func (r *reader) follows(w walk) {
	r.Helper()
	way := r.site.Performance.Way("tybalt")
	require.Greater(r, len(way), 4)
	r.opens(indexPath)
	w.begin(r)
	for i, scene := range way {
		r.isIn(scene.ID.String())
		require.Contains(r, r.text("article .here"), "Tybalt")
		if w.script {
			require.Contains(r, r.text(".follow-bar"), "Tybalt")
			require.True(r, r.is(`location.hash === "#follow=tybalt"`))
		}
		if i < len(way)-1 {
			w.goOn(r)
		}
	}
	require.Zero(r, r.count(tybaltsExit))
	require.Contains(r, r.text(".exits"), "Tybalt")
	if w.script {
		require.Contains(r, r.text(".follow-bar"), "You followed Tybalt to the end")
		require.Zero(r, r.count(".follow-bar .next"))
	}
}

// The way back on the path is the way one came, whatever that was.
func TestBackOnThePath(t *testing.T) {
	r := verona(t, 60)
	way := r.site.Performance.Way("tybalt")
	r.opens(indexPath)
	r.presses("6")
	for i := range 3 {
		r.isIn(way[i].ID.String())
		r.presses("n")
	}
	r.isIn(way[3].ID.String())
	r.presses(kb.ArrowLeft)
	r.isIn(way[2].ID.String())
	r.clicks(".follow-bar .back")
	r.isIn(way[1].ID.String())
	r.presses("b")
	r.isIn(way[0].ID.String())
	require.Zero(t, r.count(".follow-bar .back"), "nothing is before the first scene")
	r.presses("p", "m")
	r.sees(`document.body.matches(".map")`)
}

// A click on another character's exit follows that character; a reader who stops follows no
// character.
func TestChangingWhomToFollow(t *testing.T) {
	r := verona(t, 60)
	leaf, link := r.parting()
	r.opens(leaf.Path + "#follow=tybalt")
	r.clicks(`.exits a[data-to="` + link.Scene + `"]`)
	r.isIn(link.Scene)
	first, _, _ := strings.Cut(link.Cast, " ")
	require.True(t, r.is(`location.hash === "#follow=`+first+`"`))
	require.Contains(t, r.text(".follow-bar"), "You follow ")
	require.NotContains(t, r.text(".follow-bar"), "Tybalt")
	r.clicks(".follow-bar .stop")
	r.sees(`!document.querySelector(".follow-bar") && !location.hash`)
	require.True(t, r.is(`document.activeElement.id === "main"`))
	r.do(chromedp.Reload())
	require.Zero(t, r.count(".follow-bar"))
}

// parting returns a scene of Tybalt's, and a way from there on which he is not.
func (r *reader) parting() (*Leaf, Link) {
	for _, leaf := range r.site.Leaves {
		exits := leaf.Ways[0].Links
		with := func(l Link) bool { return slices.Contains(strings.Fields(l.Cast), "tybalt") }
		without := slices.IndexFunc(exits, func(l Link) bool { return l.Cast != "" && !slices.Contains(l.To.Cast, "tybalt") })
		if slices.ContainsFunc(exits, with) && without >= 0 {
			return leaf, exits[without]
		}
	}
	require.FailNow(r, "nobody parts from Tybalt")
	return nil, Link{}
}

// A reader in a scene without the followed character is told so, and can return.
func TestFollowedIsNotHere(t *testing.T) {
	r := verona(t, 60)
	leaf, link := r.parting()
	r.opens(leaf.Path + "#follow=tybalt")
	r.opens("scenes/" + link.URL)
	require.Contains(t, r.text(".follow-bar"), "You follow Tybalt, who is not here")
	r.do(chromedp.Click(`//*[contains(@class, "follow-bar")]//a[contains(., "Return to Tybalt")]`))
	r.isIn(leaf.Scene.ID.String())
	require.True(t, r.is(`location.hash === "#follow=tybalt"`))
}

// A reader who stays in a room sees the next scene there, until there is none.
func TestStayingInARoom(t *testing.T) {
	r := verona(t, 60)
	var leaf *Leaf
	for _, l := range r.site.Leaves {
		if slices.ContainsFunc(l.Ways[0].Links, func(l Link) bool { return l.Rooms != "" }) {
			leaf = l
			break
		}
	}
	require.NotNil(t, leaf)
	r.opens(leaf.Path)
	require.Zero(t, r.count(".follow-bar"))
	r.presses("s")
	for scene := leaf; scene != nil; {
		i := slices.IndexFunc(scene.Ways[0].Links, func(l Link) bool { return l.Rooms != "" })
		if i < 0 {
			require.Contains(t, r.text(".follow-bar"), "where nobody comes any more")
			return
		}
		to := scene.Ways[0].Links[i].To
		r.isIn(to.ID.String())
		require.True(t, r.is(`location.hash.startsWith("#stay=")`))
		require.Contains(t, r.text(".follow-bar"), "You stay ")
		scene = r.leaf(to.ID.String())
		if slices.ContainsFunc(scene.Ways[0].Links, func(l Link) bool { return l.Rooms != "" }) {
			r.presses(kb.ArrowRight)
		}
	}
}

func (r *reader) leaf(id string) *Leaf {
	for _, l := range r.site.Leaves {
		if l.Scene.ID.String() == id {
			return l
		}
	}
	require.FailNow(r, "no scene "+id)
	return nil
}

// A shared link leads into the middle: names are known, and the way back is the
// character's.
func TestSharedLink(t *testing.T) {
	r := verona(t, 60)
	way := r.site.Performance.Way("lady_capulet")
	r.opens(scenePath(way[2]) + "#follow=lady-capulet")
	require.Contains(t, r.text(".follow-bar"), "You follow Lady Capulet")
	r.presses(kb.ArrowLeft)
	r.isIn(way[1].ID.String())
	require.True(t, r.is(`location.hash === "#follow=lady-capulet"`))
	r.opens("rooms/ballroom.html")
	r.clicks(".start a")
	r.sees(`location.hash === "#stay=ballroom"`)
	require.Contains(t, r.text(".follow-bar"), "You stay in the ballroom")
}

// Scenes that were seen are marked, and the cover leads back to the last of them.
func TestSeenAndResume(t *testing.T) {
	r := verona(t, 60)
	way := r.site.Performance.Way("tybalt")
	r.opens(indexPath)
	require.False(t, r.is(`document.getElementById("resume").checkVisibility()`))
	r.presses("6")
	r.isIn(way[0].ID.String())
	r.presses("n")
	r.isIn(way[1].ID.String())
	require.Equal(t, 1, r.count(`.back a.seen[data-to="`+way[0].ID.String()+`"]`))
	require.Contains(t, r.text(".back a.seen"), "(seen)")
	require.Zero(t, r.count(".exits a.seen"))
	r.opens("hours.html")
	require.Equal(t, 2, r.count("a.seen"))
	r.opens(indexPath)
	require.Contains(t, r.text("#resume"), fmt.Sprintf("Go on reading: Scene %d", way[1].Number))
	require.Contains(t, r.text("#resume"), "with Tybalt")
	r.clicks("#resume a")
	r.isIn(way[1].ID.String())
	require.Contains(t, r.text(".follow-bar"), "You follow Tybalt")
	r.opens(indexPath)
	r.clicks("#resume .again")
	require.False(t, r.is(`document.getElementById("resume").checkVisibility()`))
	r.opens("hours.html")
	require.Zero(t, r.count("a.seen"))
}

// The map shows where one has been: the scenes, and Tybalt's line between them.
func TestMapIsLit(t *testing.T) {
	r := verona(t, 60)
	r.do(chromedp.EmulateViewport(375, 667))
	way := r.site.Performance.Way("tybalt")
	r.opens("map.html")
	require.Zero(t, r.count(".lit, .path, .diagram .seen, .diagram .here"))
	r.opens(indexPath)
	r.presses("6")
	last := way[0]
	for _, scene := range way[1:5] {
		r.isIn(last.ID.String())
		r.presses("n")
		last = scene
	}
	r.isIn(last.ID.String())
	r.presses("m")
	r.sees(`document.querySelector(".diagram.lit .here")`)
	seen := `new Set([...document.querySelectorAll(".node.seen")].map(n => n.parentNode.href.baseVal)).size`
	require.Equal(t, 5, read(t, r.ctx, chromedp.Evaluate[int](seen)))
	// some go on in the next row
	legs := `new Set([...document.querySelectorAll(".edge.thread.path")].map(e => e.dataset.from + e.dataset.to)).size`
	require.Equal(t, 4, read(t, r.ctx, chromedp.Evaluate[int](legs)))
	require.Equal(t, r.count(".edge.thread.path"), r.count(".edge.thread.path.who-tybalt"))
	require.Positive(t, r.count(`.node.character[id="w1"]`), "names begin each row")
	require.Contains(t, r.text("main"), "goes on in the next row")
	require.Contains(t, r.text(".lit-note"), "You have seen 5 of the ")
	require.True(t, r.is(`(() => {
		const node = document.querySelector(".node.here").getBoundingClientRect();
		const plane = document.querySelector(".plane").getBoundingClientRect();
		return node.left >= plane.left && node.right <= plane.right && node.top >= plane.top && node.bottom <= plane.bottom;
	})()`), "the map shows the scene")
	r.clicks(".follow-bar .next")
	r.isIn(last.ID.String())
}

// The keys are listed, and can be turned off: for speech input, and for who does not
// want them.
func TestKeysCanBeTurnedOff(t *testing.T) {
	r := verona(t, 60)
	way := r.site.Performance.Way("tybalt")
	r.opens(scenePath(way[0]) + "#follow=tybalt")
	r.presses("?")
	r.sees(`document.querySelector("dialog.keys").open`)
	require.Contains(t, r.text("dialog.keys"), "back on your path")
	r.presses("n")
	r.isIn(way[0].ID.String())
	r.clicks("dialog.keys input")
	r.presses(kb.Escape)
	r.sees(`!document.querySelector("dialog.keys").open`)
	r.presses("n", "m", "?", kb.ArrowRight, "1")
	r.isIn(way[0].ID.String())
	require.False(t, r.is(`document.querySelector("dialog.keys").open`))
	r.do(chromedp.Reload())
	r.presses("n")
	r.isIn(way[0].ID.String())
	r.clicks(".foot .help")
	r.clicks("dialog.keys input")
	r.clicks("dialog.keys .close")
	r.presses("n")
	r.isIn(way[1].ID.String())
}

// Keys of the browser, or of the focused element, do nothing on the page.
func TestKeysOfOthers(t *testing.T) {
	r := verona(t, 60)
	scene := r.site.Performance.Way("tybalt")[0].ID.String()
	r.opens("scenes/" + scene + ".html#follow=tybalt")
	for _, m := range []chromedp.KeyOption{chromedp.KeyModifiers(2), chromedp.KeyModifiers(1)} {
		r.do(chromedp.KeyEvent("n", m), chromedp.KeyEvent("m", m))
	}
	r.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach(d => d.open = true);
		document.querySelector("pre[tabindex]").focus()`))
	r.presses(kb.ArrowRight, kb.ArrowLeft)
	time.Sleep(100 * time.Millisecond) // it would take some time to leave
	r.isIn(scene)
}

// panes returns the names above the panes of the split screen.
const panes = `[...document.querySelectorAll(".split .pane h3")].map(h => h.textContent)`

// Two who part and meet again have two panes, and then one.
func TestSplitScreen(t *testing.T) {
	r := verona(t, 60)
	r.opens("all.html")
	r.clicks(".choose summary")
	require.True(t, r.is(`document.querySelector("button.switch").disabled`))
	for _, who := range []string{"tybalt", "juliet", "nurse"} {
		r.clicks(`.choose input[value="` + who + `"]`)
	}
	r.clicks("button.switch")
	require.False(t, r.is(`document.querySelector(".columns").checkVisibility()`))
	merged, apart := 0, 0
	last := r.site.Performance.Scenes[len(r.site.Performance.Scenes)-1].Hour
	for hour := 1; hour <= last; hour++ {
		require.True(t, r.is(fmt.Sprintf(`location.hash.endsWith("&hour=%d")`, hour)))
		got := read(t, r.ctx, chromedp.Evaluate[[]string](panes))
		require.ElementsMatch(t, r.groups(hour, "tybalt", "juliet", "nurse"), sortedNames(got), "hour %d", hour)
		require.Contains(t, r.text(".split-screen [role=status]"), got[0])
		if len(got) < 3 {
			merged++
		} else {
			apart++
		}
		r.presses(kb.ArrowDown)
	}
	require.NotZero(t, merged)
	require.NotZero(t, apart)
	r.presses(kb.ArrowUp)
	require.True(t, r.is(fmt.Sprintf(`location.hash.endsWith("&hour=%d")`, last-1)))
	r.clicks("button.switch")
	require.True(t, r.is(`document.querySelector(".columns").checkVisibility()`))
	require.Zero(t, r.count(".split .pane:not([hidden] *)"))
}

// groups returns the characters that are together at an hour, as the scenes have it: characters
// with the same latest scene.
func (r *reader) groups(hour int, people ...string) [][]string {
	in := make(map[string][]string)
	for _, who := range people {
		at := who
		for _, scene := range r.site.Performance.Way(who) {
			if scene.Hour <= hour {
				at = scene.ID.String()
			}
		}
		in[at] = append(in[at], strings.ToUpper(who[:1])+who[1:])
	}
	var groups [][]string
	for _, group := range in {
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups
}

// sortedNames takes "Juliet, Nurse and Tybalt" apart.
func sortedNames(headings []string) [][]string {
	var groups [][]string
	for _, h := range headings {
		group := strings.Split(strings.ReplaceAll(h, " and ", ", "), ", ")
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups
}

// Time goes on in the next part of the page, with the same people.
func TestSplitScreenGoesOn(t *testing.T) {
	r := verona(t, 700)
	r.opens("all.html#split=tybalt,juliet&hour=1")
	r.sees(`document.querySelectorAll(".split .pane").length`)
	last := read(t, r.ctx, chromedp.Evaluate[int](`Number(document.querySelector("#hour").max)`))
	r.opens(fmt.Sprintf("all.html#split=tybalt,juliet&hour=%d", last))
	r.clicks("button.later")
	r.sees(`location.pathname.endsWith("/all--2.html")`)
	require.True(t, r.is(fmt.Sprintf(`location.hash === "#split=tybalt,juliet&hour=%d"`, last+1)))
	require.Equal(t, 2, r.count(".choose input:checked"))
	r.clicks("button.earlier")
	r.sees(fmt.Sprintf(`location.pathname.endsWith("/all.html") && location.hash.endsWith("&hour=%d")`, last))
}

// At most six are side by side.
func TestSplitScreenIsFull(t *testing.T) {
	r := verona(t, 60)
	r.opens("all.html#split=tybalt,juliet,nurse,romeo,paris,mercutio,lady-capulet&hour=3")
	require.Equal(t, 6, r.count(".choose input:checked"))
	require.Equal(t, 2, r.count(".choose input:disabled"))
	r.clicks(".choose summary")
	require.Contains(t, r.text(".hint"), "Six are chosen")
}

// Where one was in a long page is remembered and offered.
func TestReadingPosition(t *testing.T) {
	r := verona(t, 300)
	r.opens("people/tybalt.html")
	require.Zero(t, r.count(".resume"))
	id := read(t, r.ctx, chromedp.Evaluate[string](`(() => {
		const leaf = document.querySelectorAll(".leaf")[4];
		leaf.scrollIntoView();
		return leaf.id;
	})()`))
	r.opens("people/tybalt.html")
	require.Contains(t, r.text(".resume"), "Go on where you were: ")
	r.clicks(".resume a")
	r.sees(`location.hash === "#` + id + `"`)
	r.opens("people/juliet.html")
	require.Zero(t, r.count(".resume"))
}

// Pages may turn with a movement.
func TestTurnsWithMotion(t *testing.T) {
	r := verona(t, 60)
	r.sets("prefers-reduced-motion", "no-preference")
	r.opens(indexPath)
	r.presses("6")
	for _, scene := range r.site.Performance.Way("tybalt")[:3] {
		r.isIn(scene.ID.String())
		r.sees(`!document.documentElement.matches(":active-view-transition")`)
		time.Sleep(300 * time.Millisecond) // the time of a movement: who reads is not quicker
		r.presses(kb.ArrowRight)
	}
}

// A server may forbid scripts and styles within pages: the script does without. The map
// has a style of its own.
func TestStrictPolicy(t *testing.T) {
	s := build(t, sitetest.Verona(60, 11), Options{Prose: text(t)})
	for i, p := range s.Pages {
		policy := `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src file:; ` +
			`style-src file:; img-src file:">`
		s.Pages[i].Data = bytes.Replace(p.Data, []byte("<meta charset"), []byte(policy+"<meta charset"), 1)
	}
	r := newReader(t, s)
	way := s.Performance.Way("tybalt")
	r.opens(indexPath)
	r.presses("6")
	r.isIn(way[0].ID.String())
	require.NotZero(t, r.count(".follow-bar .next"))
	r.presses("?")
	r.sees(`document.querySelector("dialog.keys").open`)
	r.opens("all.html#split=tybalt,juliet&hour=2")
	r.presses(kb.ArrowDown)
	require.NotZero(t, r.count(".split .pane"))
}

// The pages work without storage, and with a storage that other pages wrote to.
func TestStorageThatFails(t *testing.T) {
	throws := func(what string) string {
		return fmt.Sprintf(`Object.defineProperty(%s, {get() { throw new DOMException("no", "SecurityError"); }})`, what)
	}
	holds := func(text string) string {
		return `if (location.protocol === "file:" && !localStorage.planted) { localStorage.planted = "yes"; ` +
			`localStorage.setItem("ceptre:HASH", ` + quoted(text) + `); }`
	}
	for name, script := range map[string]string{
		"throws": throws(`window, "localStorage"`),
		"full":   throws(`Storage.prototype, "setItem"`),
		"text":   holds(`{`),
		"null":   holds(`null`),
		"numbers": holds(
			`{"seen": 3, "path": [null, 5, {"scene": "../../x"}, {"scene": "t1", "title": 7}], "way": {}, ` +
				`"names": [], "places": {"hours": 2}}`),
		"hostile": holds(
			`{"path": [{"scene": "t1", "way": "follow=x\"><img src=x onerror=alert(1)>",
			"title": "<img src=x onerror=alert(1)>"}],
			"names": {"tybalt": "<img src=x onerror=alert(1)>", "__proto__": {"x": 1}},
			"places": {"hours": {"file": "javascript:alert(1)", "id": "x", "title": "x"}}}`),
	} {
		t.Run(name, func(t *testing.T) {
			r := verona(t, 60)
			source := strings.Replace(script, "HASH", identity(r.site), 1)
			_, err := chromedp.Call(r.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
				cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: source})
			require.NoError(t, err)
			way := r.site.Performance.Way("tybalt")
			r.opens(indexPath)
			require.Equal(t, name == "hostile", strings.Contains(r.text("#resume"), "Go on reading: <img src=x"))
			r.presses("6")
			r.isIn(way[0].ID.String())
			r.presses("n")
			r.isIn(way[1].ID.String())
			require.Contains(t, r.text(".follow-bar"), "You follow ")
			for _, page := range []string{indexPath, "hours.html", "all.html", "map.html", "people/tybalt.html"} {
				r.opens(page)
				require.Zero(t, r.count(`img[src="x"], a[href^="javascript"], a[href*=".."][href*="/x"]`), page)
			}
		})
	}
}

// Characters may have any name, and fragments may say anything.
func TestHostileNamesInScript(t *testing.T) {
	bad := []string{`<img src=x onerror=alert(1)>`, "__proto__", "constructor", "a b", `"'><b>`, "\u202e",
		strings.Repeat("long", 2000)}
	r := newReader(t, build(t, meetings(bad), Options{Scenes: scenes.Step}))
	for i, name := range bad {
		way := r.site.Performance.Way(name)
		require.Greater(t, len(way), 1)
		r.opens(indexPath)
		r.presses(fmt.Sprint(slices.Index(r.site.Performance.Cast.Names, name) + 1))
		r.isIn(way[0].ID.String())
		require.Contains(t, r.text(".follow-bar"), "You follow ")
		r.presses("n")
		r.isIn(way[1].ID.String())
		require.Less(t, len(r.text(".follow-bar")), 400, i)
		require.Zero(t, r.count("img"))
	}
	r.opens("map.html")
	require.NotZero(t, r.count(".lit .path"))
	require.Zero(t, r.count("img"))
}

// Links with an arbitrary fragment do no harm.
func TestHostileFragments(t *testing.T) {
	r := verona(t, 60)
	scene := scenePath(r.site.Performance.Scenes[1])
	r.opens(scene + "#follow=constructor")
	require.Contains(t, r.text(".follow-bar"), "You follow Constructor, who is not here")
	r.clicks(".follow-bar .stop")
	for _, fragment := range []string{"#follow=__proto__", "#follow=<img src=x onerror=alert(1)>", "#follow=%00",
		"#follow=", "#follow", "#%"} {
		r.opens(scene + fragment)
		require.Zero(t, r.count(".follow-bar, img"), fragment)
	}
	for _, fragment := range []string{"#split=__proto__&hour=1", "#split=,&hour=99", "#split=tybalt&hour=-1",
		"#split=tybalt,<img>&hour=1"} {
		r.opens("all.html" + fragment)
		require.Zero(t, r.count(".pane, img"), fragment)
	}
	r.opens("all.html#split=constructor,tybalt&hour=99999999999999999999")
	require.Equal(t, []string{"Tybalt", "Constructor"}, read(t, r.ctx, chromedp.Evaluate[[]string](panes)))
}

// meetings lets people quarrel in the orchard, go to the tomb, and quarrel there, too.
func meetings(people []string) *trace.Trace {
	program := sitetest.Program()
	program.Types[0].Constants = append(people, "romeo")
	h := sitetest.New(program)
	for i, who := range people {
		a, b := fmt.Sprintf("at p%d orchard", i), fmt.Sprintf("at p%d tomb", i)
		h.Set(a, "at romeo orchard", "at romeo tomb")
		h.Play(fmt.Sprintf("do/insult p%d orchard romeo", i), "$"+a, "$at romeo orchard")
		h.Play(fmt.Sprintf("do/travel p%d orchard tomb", i), "-"+a, "+"+b)
		h.Play(fmt.Sprintf("do/insult p%d tomb romeo", i), "$"+b, "$at romeo tomb")
		rename(h, fmt.Sprint("p", i), who)
	}
	return h.Finish(trace.Quiescent)
}

// rename gives a character a name that a hand cannot write.
func rename(h *sitetest.StageHand, from, to string) {
	change := func(args []trace.Term) {
		for i := range args {
			if args[i].String() == from {
				args[i] = trace.Const(to)
			}
		}
	}
	for i := range h.Resources {
		change(h.Resources[i].Args)
	}
	for i := range h.Steps {
		change(h.Steps[i].Args)
	}
}
