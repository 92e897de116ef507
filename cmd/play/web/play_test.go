package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

// attic is a program in which a character walks and finds a key.
const attic = `who : type. ann : who. ben : who.
place : type. hall : place. attic : place.
at who place : pred. key : pred. open : pred.
stage day = {
  go : at C hall -o at C attic.
  find : $at C attic -o key.
}
#trace _ day { at ann hall, at ben hall }.
`

func small(text string) game.Opening {
	seed := uint64(7)
	return game.Opening{Name: "/home/author/attic.cep", Text: text, Seed: &seed}
}

// Choose, undo, branch, go through time, look at a step: with the mouse.
func TestPlay(t *testing.T) {
	s := opened(t, small(attic))
	s.says("#choices-title", "Choices (2)")
	s.clicks(".move", "go ben")
	s.at(1)
	s.says("#story", "go ben")
	s.says("#said", "go ben Your turn. 2 ways to go on.")
	s.comes(`document.querySelector(".fact:is(.new *)").innerText === "at ben attic"`)
	s.clicks(".move", "find ben")
	s.clicks(".move", "find ben")
	s.at(3)
	s.comes(
		`[...document.querySelectorAll("#state li.new")].some(e => e.innerText.includes("key") && ` +
			`e.innerText.includes("×2"))`)
	s.clicks("#undo", "Undo")
	s.at(2)
	s.clicks(".move", "go ann")
	s.at(3)
	s.says("#tried", "4 steps, 2 branches")

	s.runs(
		`document.querySelector("#slider").value = 1; document.querySelector("#slider").dispatchEvent(new Event("input"))`)
	s.at(1)
	s.says("#moment", "step 1 of 3: go ben")
	s.clicks(`.dot[aria-label="t3 find ben"]`, "")
	s.at(3)
	s.clicks("#back", "")
	s.at(2)

	picture := `document.querySelector("#picture").shadowRoot`
	s.comes(picture + `.querySelector("#t2")`)
	s.runs(picture +
		`.querySelector("a[href='#t1']").dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))`)
	s.says("#detail-title", "Step t1")
	s.says("#detail", "go : at C=ben hall -o at C=ben attic.")
	s.says("#detail", "attic, line 5")
	s.says("#detail .bindings", "ben who")
	s.comes(picture + `.querySelector("#t1.chosen")`)
	s.clicks("#detail button", "Branch from here")
	s.at(0)
	s.clicks(".move", "go ann")
	s.says("#tried", "5 steps, 3 branches")

	s.runs(`document.querySelectorAll("#skein input")[0].click()`)
	s.comes(`document.querySelectorAll("#skein input:checked").length === 1`)
	s.runs(`document.querySelectorAll("#skein input")[2].click()`)
	s.says("#ask-title", "Two branches")
	s.says("#answer", "The runs have no steps in common.")
	s.clicks(".fact", "at ann attic")
	s.says("#answer", "t1 go ann")
	s.runs(`document.querySelector("#what").value = "find ben"`)
	s.clicks("#whynot", "Why not")
	s.says("#answer", "find ben could not happen")
}

// Everything can be done with the keyboard alone, and it is always to be seen where it is.
func TestKeyboard(t *testing.T) {
	s := opened(t, small(attic))
	s.keys("1", kb.Enter)
	s.at(1)
	s.keys("c", "u", "U", kb.ArrowLeft, kb.ArrowLeft)
	s.at(0)
	s.keys("t")
	s.says("#notice", "There is no choice of yours to take back.")
	s.keys(">")
	s.at(2)
	s.keys("t")
	s.at(0)
	s.keys(">")
	s.at(2)
	s.keys("<")
	s.at(0)
	s.leads("/", "filter")
	s.keys("b", "e", "n")
	s.says("#choices", "go ben")
	s.comes(`document.querySelectorAll(".move").length === 1`)
	s.keys(kb.Enter)
	s.at(1)
	s.comes(`document.querySelector("#filter").value === "" && document.querySelectorAll(".move").length === 2`)
	s.keys(kb.Escape, "r")
	s.comes(`document.querySelector("#run-dialog").open`)
	s.keys(kb.ArrowDown, kb.ArrowDown, kb.Tab, "f", "i", "n", "d", kb.Enter)
	s.comes(`!document.querySelector("#run-dialog").open`)
	s.says("#story", "find")
	s.keys("?")
	s.comes(`document.querySelector("#help-dialog").open && document.activeElement.id === "help-title"`)
	s.keys(kb.Escape)
	s.comes(`!document.querySelector("#help-dialog").open`)
	s.leads("w", "what")
	s.keys("k", "e", "y", kb.Enter)
	s.says("#answer", "find")

	s.keys(kb.Escape)
	s.comes(`document.activeElement === document.body`)
	s.leads("n", "what")
	s.keys("g", "o", kb.Enter)
	s.says("#ask-title", "Why not?")
	s.says("#answer", "go could")

	// One stop in the tree, and arrows in it.
	s.runs(`document.querySelector(".dot[tabindex='0']").focus()`)
	s.keys(kb.ArrowLeft)
	s.comes(`document.activeElement.matches(".dot:not(.here)")`)
	label := s.value(`document.activeElement.getAttribute("aria-label")`)
	s.keys(kb.Enter)
	s.comes(fmt.Sprintf(`document.querySelector(".dot.here").getAttribute("aria-label") === %q`, label))

	// One stop in the picture: the last step.
	at := `document.querySelector("#picture").shadowRoot.activeElement?.getAttribute("href")`
	s.runs(
		`document.querySelector("#view").value = "steps"; document.querySelector("#view").dispatchEvent(new Event("change"))`)
	last := `document.querySelector("#picture").shadowRoot.querySelector("[tabindex='0'] #t" + ` +
		`document.querySelector("#slider").value)`
	s.comes(last) // before there is another, which would take the focus away
	was := s.value(`document.querySelector("#slider").value`)
	s.runs(`document.querySelector("#choices .move").click()`)
	s.comes(fmt.Sprintf(`document.querySelector("#slider").value !== %q && `, was) + last)
	require.Equal(t, "1",
		s.value(`document.querySelector("#picture").shadowRoot.querySelectorAll("a:not([tabindex='-1'])").length`))
	s.runs(`document.querySelector("#picture").shadowRoot.querySelector("[tabindex='0']").focus()`)
	s.keys(kb.ArrowUp)
	s.comes(at + ` === "#t" + (document.querySelector("#slider").value - 1)`)
	s.keys(kb.Enter)
	s.comes(
		`document.querySelector("#detail-title").innerText === "Step t" + (document.querySelector("#slider").value - 1)`)

	// Tab goes through the page, and the focused element is marked.
	s.runs(`document.activeElement.blur()`)
	seen := make(map[string]bool)
	for range 70 {
		s.do(chromedp.KeyEvent(kb.Tab))
		at := s.value(`(e => e.id || e.className.toString().split(" ")[0] || e.localName)(document.activeElement)`)
		seen[at] = true
		outlined := s.value(
			`(e => e === document.body || ` +
				`getComputedStyle(e).outlineStyle !== "none")(document.activeElement.shadowRoot?.activeElement ?? ` +
				`document.activeElement)`)
		require.Equal(t, "true", outlined, at)
	}
	for _, want := range []string{"undo", "slider", "find", "fact", "filter", "move", "view", "picture", "dot", "what",
		"whynot", "step-id"} {
		require.Contains(t, seen, want)
	}

	// Letters can be had back.
	s.runs(`document.querySelector("#keys").click()`)
	before := s.value(`document.querySelector("#slider").value`)
	s.runs(`document.activeElement.blur()`)
	s.keys("1", kb.Enter, "u")
	require.Equal(t, before, s.value(`document.querySelector("#slider").value`))
}

// However fast keys of time follow each other, none is lost.
func TestFastKeys(t *testing.T) {
	s := opened(t, small(attic))
	for _, move := range []string{"go ben", "find ben", "find ben", "find ben"} {
		s.clicks(".move", move)
	}
	s.at(4)
	fast := func(keys ...string) {
		for i, key := range keys {
			keys[i] = fmt.Sprintf(`dispatchEvent(new KeyboardEvent("keydown", {key: %q}))`, key)
		}
		s.runs(strings.Join(keys, ";"))
	}
	fast("ArrowLeft", "ArrowLeft", "ArrowLeft")
	s.at(1)
	fast("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight", "ArrowRight")
	s.at(4)
	fast("u", "u")
	s.at(2)
	fast("ArrowRight", "ArrowLeft", "u", "U", "U")
	s.at(3)
	numbers := s.value(
		`performance.getEntriesByType("resource").map(e => new URL(e.name).searchParams.get("number")).filter(n => n).join()`)
	require.Regexp(t, "^1,2,3,", numbers, "each request has the next")
}

// The first digit of a number is forgotten when there is another menu.
func TestForgottenDigit(t *testing.T) {
	s := opened(t, example(t, "verona"))
	s.keys("2")
	s.says("#number", "2")
	s.keys("c", "1")
	s.at(1)
	require.Equal(t, "1", s.value(`document.querySelector("#number").textContent`))
	s.keys(kb.Escape)
	require.Empty(t, s.value(`document.querySelector("#number").textContent`))
}

// A reload finds all that was tried, on a server that has forgotten it, too.
func TestReload(t *testing.T) {
	s := opened(t, example(t, "verona"))
	s.keys("3", kb.Enter, "c", "c", "u", "u", "2", kb.Enter)
	s.at(2)
	skein, story := s.value(`document.querySelector("#skein").innerHTML`),
		s.value(`document.querySelector("#story").innerText`)
	s.do(chromedp.Reload())
	s.at(2)
	require.Equal(t, skein, s.value(`document.querySelector("#skein").innerHTML`))
	require.Equal(t, story, s.value(`document.querySelector("#story").innerText`))
	s.host.drop(func(*pageSession) bool { return true })
	s.keys("1", kb.Enter)
	s.at(3)
	s.keys("<", kb.ArrowRight)
	s.at(1)
	s.says("#tried", "5 steps, 2 branches")

	s.clicks("#seed", "")
	s.comes(`document.querySelector("#seed-dialog").open`)
	s.runs(
		`document.querySelector("#seed-value").value = "18446744073709551615"; ` +
			`document.querySelector("#seed-dialog button").click()`)
	s.says("#status", "seed 18446744073709551615")
	s.at(0)
	s.do(chromedp.Reload())
	s.says("#status", "seed 18446744073709551615")
	s.clicks("#is-aside button", "Go back")
	s.says("#status", "seed 1")
	s.says("#tried", "5 steps, 2 branches")
	s.at(1)
}

// An invalid seed is refused in its input field.
func TestBadSeed(t *testing.T) {
	s := opened(t, small(attic))
	says := func(seed, why string) {
		s.runs(`document.querySelector("#seed-value").value = "` + seed +
			`"; document.querySelector("#seed-value").dispatchEvent(new Event("input"))`)
		s.runs(`document.querySelector("#seed-dialog button").click()`)
		require.Equal(t, "true", s.value(`document.querySelector("#seed-dialog").open`))
		require.Contains(t, s.value(`document.querySelector("#seed-value").validationMessage`), why)
	}
	s.clicks("#seed", "")
	s.comes(`document.querySelector("#seed-dialog").open`)
	says("18446744073709551616", "The largest seed is 18446744073709551615.")
	says("", "")
	says("x", "")
	s.clicks("#seed-dialog button", "Cancel")
	s.says("#status", "seed 7")
}

// A link brings its choices, wherever it is opened, and nothing of the author's folders.
func TestLink(t *testing.T) {
	s := opened(t, small(attic))
	s.keys("2", kb.Enter, "c", "c", "u")
	s.at(2)
	link := s.link()
	story := s.value(`document.querySelector("#story").innerText`)
	s.show(small(strings.ReplaceAll(attic, "key", "ring")))
	s.do(chromedp.Navigate("about:blank"))
	s.goes(link)
	s.at(2)
	require.Equal(t, story, s.value(`document.querySelector("#story").innerText`))
	require.Equal(t, "", s.value(`location.hash`))
	s.says("#tried", "2 steps, 1 branch")
	s.says("#marks", "another text of the program")
	s.do(chromedp.Reload())
	s.at(2)
	require.Equal(t, story, s.value(`document.querySelector("#story").innerText`))
	s.clicks("#marks button", "Play the file")
	s.at(2)
	s.says("#notice", "all that was tried still fits")
	s.comes(`!document.querySelector("#is-linked")`)

	require.NotContains(t, carried(t, link), "author")
	require.Contains(t, carried(t, link), `"seed":"7"`)
}

// When the program changes, the page tries the same again, and shows what no longer fits.
func TestEdit(t *testing.T) {
	s := opened(t, small(attic))
	for _, move := range []string{"go ben", "find ben", "go ann"} {
		s.clicks(".move", move)
	}
	s.at(3)
	s.show(small(strings.Replace(attic, "find : $at C attic", "find : $at C attic * open", 1)))
	s.says("#notice", "2 steps of what was tried do not fit any longer:")
	s.says("#notice", "find ben: it needs open, which is not there")
	s.at(1)
	s.says("#skein", "✗ find ben: it needs open")
	s.clicks(".move", "go ann")
	s.at(2)

	s.show(small(attic))
	s.says("#notice", "all that was tried still fits")
	s.says("#tried", "4 steps, 2 branches")
	s.at(2)
	require.Equal(t, "0", s.value(`document.querySelectorAll(".lost").length`))
}

// What was lost at the start leads there, too.
func TestWhereItWasLost(t *testing.T) {
	s := opened(t, small(attic))
	s.clicks(".move", "go ben")
	s.clicks(".move", "find ben")
	s.at(2)
	s.show(small(strings.Replace(attic, "go : at C hall -o", "wait : $at C hall -o key.\n  go : at C hall * open -o", 1)))
	s.says("#tried", "2 lost")
	s.clicks(".move", "wait ben")
	s.at(1)
	require.Equal(t, "1", s.value(`document.querySelectorAll(".lost button").length`), "what came after has no place")
	s.clicks(".lost button", "where")
	s.at(0)
}

// evil are names that a page must not take for markup.
const evil = `<img src=x onerror=pwned=1><script>pwned=1</script>`

// Whatever names are, they are texts; whatever a program says, it cannot reach the page.
func TestHostileNames(t *testing.T) {
	text := `thing : type. mark : thing. name string : pred. bait thing : pred. said string : pred.
hear string : sense. #sensor hear LINE. tell string : action. #action tell PRINT.
stage s = {
  take : name S * $bait T -o said S * tell S.
  ask : bait T * hear X -o name X.
}
#interactive s.
#trace _ s { name "EVIL", bait mark }.
`
	o := small(strings.ReplaceAll(text, "EVIL", evil))
	o.Prose = "## take\n{S} is taken. EVIL &lt;b&gt;\n"
	o.Prose = strings.ReplaceAll(o.Prose, "EVIL", evil)
	s := opened(t, o)
	s.says(".hear", "The program asks you for a line of text.")
	s.runs(`document.querySelector("#heard").value = "` + evil + `"; document.querySelector(".hear").requestSubmit()`)
	s.says(".move", evil)
	s.clicks("#again", "Answer again")
	s.says(".hear", "The program asks you for a line of text.")
	s.runs(`document.querySelector("#heard").value = "` + evil + `"; document.querySelector(".hear").requestSubmit()`)
	s.clicks(".move", "take")
	s.at(1)
	s.comes(`document.querySelector("#picture").shadowRoot.querySelector("svg")`)
	s.says("#story .printed", evil)
	s.clicks(".fact", "said")
	s.clicks("#detail button", "Branch from here")
	s.clicks(".step-id, .dot", "")
	s.runs(`document.querySelector("#what").value = "` + evil + `"`)
	s.clicks("#why", "")
	require.Equal(t, "undefined 0",
		s.value(`typeof pwned + " " + document.querySelectorAll("main :is(img, script, b)").length`))
	require.Equal(t, "0",
		s.value(`document.querySelector("#picture").shadowRoot.querySelectorAll("img, script, foreignObject").length`))
}

// A stage without an end pauses, and a million choices are listed a few at a time: the page
// can be used all the same.
func TestMuch(t *testing.T) {
	var b strings.Builder
	b.WriteString("x : type. a x : pred. b x : pred. got x x : pred. tick : pred.\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "x%d : x. ", i)
	}
	b.WriteString("\nstage s = { take : $a X * $b Y -o got X Y. }\nstage run = { go : tick -o tick. }\nleave : qui * " +
		"stage s -o stage run * tick.\n#interactive s.\ncontext much = { ")
	for i := range 1000 {
		fmt.Fprintf(&b, "a x%d, b x%d, ", i, i)
	}
	text := strings.TrimSuffix(b.String(), ", ") + " }.\n"
	s := opened(t, small(text+"#trace 100000 s much.\n"))
	s.says("#choices-title", "Choices (1000000)")
	require.Equal(t, "100", s.value(`document.querySelectorAll(".move").length`))
	s.says("#choices", "filter to find them")
	s.leads("/", "filter")
	s.keys("x", "9", "9", "8", " ", "x", "9", "9", "7")
	s.comes(`document.querySelectorAll(".move").length === 2`)
	s.clicks(".move", "take x997 x998")
	s.at(1)

	s.show(small(text + "#trace 100000 run { tick }.\n"))
	s.says("#notice", "not fit any longer")
	s.runs(`document.activeElement.blur()`)
	s.keys("r")
	s.runs(
		`document.querySelector("[name=until][value=end]").checked = true; ` +
			`document.querySelector("#run-dialog button").click()`)
	s.says(".pause", "Chance has paused")
	s.clicks("#go-on", "Go on")
	s.at(2000)
	s.keys("<")
	s.at(0)
}

// Long work can be stopped, and the page shows the steps done so far.
func TestStop(t *testing.T) {
	var b strings.Builder
	b.WriteString("n : type. #builtin NAT n. a n : pred. start : pred. going : pred. done : pred.\n")
	b.WriteString("stage s = { begin : start -o going. slow : going * $a X * $a Y * $a Z * X + Y + Z == 4000 -o done. " +
		"}\n#trace _ s { start")
	for i := range 600 {
		fmt.Fprintf(&b, ", a %d", i)
	}
	s := opened(t, small(b.String()+" }."))
	s.do(chromedp.KeyEvent("1"), chromedp.KeyEvent(kb.Enter))
	s.comes(`!document.querySelector("#busy").hidden`)
	s.do(chromedp.KeyEvent(kb.Escape))
	s.says("#choices", "What can happen here is not to be found out")
	s.at(1)
	s.keys("u")
	s.at(0)
	s.says("#choices", "begin")
}

// axe-core finds no fault with the page, in any state.
func TestAxe(t *testing.T) {
	axe := chromium.Axe(t)
	s := opened(t, example(t, "verona"))
	s.keys("3", kb.Enter, "c", "c", "c", "u", "u", "1", kb.Enter)
	s.clicks(".fact", "at romeo")
	s.says("#answer", "at romeo")
	broken := example(t, "verona")
	broken.Text += "?"
	s.show(broken)
	s.says("#marks", isBroken)
	for _, light := range []string{"light", "dark"} {
		for _, width := range []int64{1400, 400} {
			s.sets("prefers-color-scheme", light, "prefers-reduced-motion", "reduce")
			s.do(chromedp.EmulateViewport(width, 800))
			s.comes(`document.querySelector("#picture").shadowRoot.querySelector("svg")`)
			chromium.MustBeAccessible(s.t, s.ctx, axe, light)
			for _, key := range []string{"?", "r", "b"} {
				s.keys(key)
				s.comes(`document.querySelector("dialog[open]")`)
				chromium.MustBeAccessible(s.t, s.ctx, axe, light)
				s.keys(kb.Escape)
			}
		}
	}
}

// On wide screens all of the page is seen at once; nothing is wider than narrow ones.
func TestLook(t *testing.T) {
	s := opened(t, example(t, "verona"))
	s.keys("3", kb.Enter, "c", "c", "c", "c", "c", "c", "c", "u", "u", "u", "u", "1", kb.Enter, "c", "c")
	s.clicks(".fact", "at romeo")
	s.comes(`document.querySelector("#picture").shadowRoot.querySelector("svg")`)
	for _, light := range []string{"light", "dark"} {
		for _, size := range [][2]int64{{1400, 900}, {400, 800}} {
			s.do(chromedp.EmulateViewport(size[0], size[1]))
			s.sets("prefers-color-scheme", light)
			s.comes(`document.documentElement.scrollWidth <= innerWidth`)
			if size[0] == 1400 {
				s.comes(`document.documentElement.scrollHeight <= innerHeight`)
			}
			require.Equal(t, "0", s.value(`scrollY`), "nothing moves the page but its reader")
			chromium.Photograph(t, s.ctx, fmt.Sprintf("%s-%d.png", light, size[0]))
		}
	}
}
