package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// within says that things are seen in a box, whatever it is scrolled to.
const within = `((things, box) => {
	const b = document.querySelector(box).getBoundingClientRect();
	const all = [...document.querySelectorAll(things)].map(e => e.getBoundingClientRect());
	return all.length > 0 && all.every(a => a.left >= b.left - 1 && a.right <= b.right + 1);
})`

// However long a play is and however many branches it has, its labels, its boxes and its
// buttons are in sight, on narrow screens, too; and all of the picture, where this is wanted.
func TestLongPlay(t *testing.T) {
	s := opened(t, example(t, "verona"))
	s.runsUntil("steps", "46")
	s.at(46)
	s.keys(kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft, "1", kb.Enter)
	s.keys(kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft, "2", kb.Enter)
	s.comes(`document.querySelectorAll(".branch").length === 3`)
	edited := example(t, "verona")
	edited.Text = "idle : pred.\n" + strings.Replace(edited.Text, "do/stroll :", "do/stroll : idle *", 1)
	picture := `document.querySelector("#picture").shadowRoot.querySelector("svg")`
	for _, scheme := range []string{"light", "dark"} {
		s.sets("prefers-color-scheme", scheme)
		for _, width := range []int64{1280, 400} {
			s.do(chromedp.EmulateViewport(width, 800))
			s.comes(within + `(".branch input, .branch-text, .dot.here", "#skein")`)
			s.runs(`document.querySelector("#skein").scrollIntoView({block: "center"})`)
			chromium.Photograph(t, s.ctx, fmt.Sprintf("tree-%s-%d.png", scheme, width))
			s.comes(`document.documentElement.scrollWidth <= innerWidth`)
			for _, view := range []string{"steps", "storyline"} {
				s.runs(
					fmt.Sprintf(
						`document.querySelector("#view").value = %q; document.querySelector("#view").dispatchEvent(new Event("change"))`,
						view))
				s.comes(picture + `?.querySelector("title").textContent.includes("` + view + `")`)
				s.clicks("#fit", "")
				s.comes(`((svg, box) => svg.clientWidth <= box.clientWidth && svg.clientHeight <= box.clientHeight)(` + picture +
					`, document.querySelector("#picture"))`)
				s.comes(`document.querySelector("#fit").ariaPressed === "true"`)
				s.runs(`document.querySelector("#picture").scrollIntoView({block: "end"})`)
				chromium.Photograph(t, s.ctx, fmt.Sprintf("long-%s-%s-%d.png", view, scheme, width))
				s.clicks("#fit", "")
				s.comes(`document.querySelector("#fit").ariaPressed === "false"`)
			}
		}
	}
	s.do(chromedp.EmulateViewport(360, 800))
	s.comes(`new Set([...document.querySelectorAll(".time button")].map(e => e.offsetTop)).size === 1`)
	s.comes(`document.documentElement.scrollWidth <= innerWidth`)
	s.show(edited)
	s.says("#notice", "not fit any longer")
	s.comes(within + `(".lost button", "#skein")`)
	s.runs(`document.querySelector("#skein").scrollIntoView({block: "center"})`)
	chromium.Photograph(t, s.ctx, "lost-360.png")
}

// Elements with long names keep their places, and none is wider than its box.
func TestLongNames(t *testing.T) {
	who, rule := strings.Repeat("y", 300), strings.Repeat("r", 500)
	s := opened(t, small(fmt.Sprintf("who : type. %s : who. at who : pred.\nstage s = { %s : at C -o at C. "+
		"}\n#interactive s.\n#trace _ s { at %s }.\n", who, rule, who)))
	s.keys("1", kb.Enter)
	s.at(1)
	for _, width := range []int64{1280, 400} {
		s.do(chromedp.EmulateViewport(width, 800))
		for _, box := range []string{"#state", "#choices", "#detail"} {
			s.comes(fmt.Sprintf(`document.querySelector(%q).scrollWidth <= document.querySelector(%[1]q).clientWidth`, box))
		}
		s.comes(`document.documentElement.scrollWidth <= innerWidth`)
		s.comes(
			`document.querySelector("#moment").offsetHeight < 3 * ` +
				`parseFloat(getComputedStyle(document.querySelector("#moment")).fontSize)`)
		chromium.Photograph(t, s.ctx, fmt.Sprintf("names-%d.png", width))
	}
}
