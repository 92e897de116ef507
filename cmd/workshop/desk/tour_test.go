package desk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// lessons are the steps of the tour: what each adds to the program, the world being built in other words than the
// tour proposes, and what is said before.
var lessons = []struct{ before, find, put string }{
	{"There is no type yet.", "", "brick : type.\ni : brick.\nj : brick.\nk : brick.\n"},
	{"There is no predicate yet that says of two things", "", "upon brick brick : pred.\n"},
	{"0 predicates about one thing", "", "down brick : pred.\nbare brick : pred.\ngrip brick : pred.\nidle : pred.\n"},
	{"There are no facts to start with", "", "context begin = { upon k i, down i, down j, bare j, bare k, idle }.\n"},
	{"it must be possible to take j from the table", "", "fetch : idle * down B * bare B -o grip B.\n"},
	{"At the start, it must be possible to take k off i", "", "drop : grip B -o down B * bare B * idle.\n" +
		"lay : grip B * bare C -o upon B C * bare B * idle.\nlift : idle * upon B C * bare B -o grip B * bare C.\n"},
	{},
	{"Two blocks are never in the air at once", "bare k, idle", "bare k, idle, idle"},
	{"3 blocks can be picked up, as before", "idle, idle", "idle, idle, down l, bare l"},
	{"Nothing ends the program", "", "over : pred.\nfinish : idle * idle * $upon i j * $upon j k -o over.\n"},
}

// tours goes through the whole tour, and builds what it asks for. Next goes on to the next step.
func (u *user) tours(next func()) {
	u.hurries()
	u.says("#tour-title", "Blocks world")
	u.clicks("#tour button.primary", "")
	for i, l := range lessons {
		u.comes(`document.activeElement.id === "tour-title"`)
		switch {
		case l.put == "":
			u.says("#tour-title", "Let it run")
			u.runs(`document.querySelector("[data-live=many]").click()`)
		default:
			u.says(".tour-says", l.before)
			if i == 8 { // the name of the block, beside its facts
				u.retypes(`text.replace("k : brick.", "k : brick.\nl : brick.")`)
				u.says(".tour-says", "as before")
			}
			if l.find == "" {
				u.retypes(`text + ` + quoted(l.put))
			} else {
				u.retypes(`text.replace(` + quoted(l.find) + `, ` + quoted(l.put) + `)`)
			}
		}
		u.says(".tour-says", "✓ ")
		next()
	}
	u.says("#tour-title", "That was all")
}

// The whole tour is done with the mouse at a desk. It can be left, and goes on where it was.
func TestTour(t *testing.T) {
	u := visit(t, "", 1440)
	u.clicks("#tour-open", "")
	steps := 0
	u.tours(func() {
		if steps++; steps == 4 {
			u.clicks("#tour button", "Leave")
			u.comes(`document.querySelector("#tour").hidden && document.activeElement.id === "tour-open"`)
			u.clicks("#tour-open", "")
			u.says("#tour-title", "4. The start")
		}
		u.clicks("#tour button.primary", "")
	})
	chromium.Photograph(t, u.ctx, "tour.png")
	u.comes(`document.querySelectorAll(".tour-steps .done").length === 10`)
}

// The whole tour is done on a phone, with the keyboard.
func TestTourByKeyboard(t *testing.T) {
	u := visit(t, "", 390)
	u.runs(`document.querySelector("#tour-open").focus()`)
	u.presses(kb.Enter)
	u.tours(func() {
		for range 30 { // from the title on to the button
			u.presses(kb.Tab)
			if read[bool](u, `document.activeElement.matches("#tour button.primary")`) {
				break
			}
		}
		u.presses(kb.Enter)
	})
	chromium.Photograph(t, u.ctx, "tour-390.png")
}

// The tour, the panel and its answers are accessible, on desks and phones.
func TestAxeOfPlay(t *testing.T) {
	axe := chromium.Axe(t)
	u := edits(t, strings.Replace(blocks, "  unstack", "  idle : clear X * on X X -o arm_free.\n  unstack", 1), 1440)
	u.sets("prefers-reduced-motion", "reduce")
	u.clicks("[data-live=many]", "")
	u.clicks("[data-live=why]", "")
	u.says(".rule[data-key=idle] .rule-matches", "never fired")
	u.clicks("#live summary", "Picture")
	u.comes(`document.querySelector(".picture img").naturalWidth > 100`)
	chromium.MustBeAccessible(t, u.ctx, axe, "the panel")
	u.runs(`document.querySelector("[data-live=back]").click()`)
	u.says(".live-status", "After 19 steps")
	u.sets("prefers-reduced-motion", "reduce", "prefers-color-scheme", "dark")
	chromium.MustBeAccessible(t, u.ctx, axe, "the panel in the dark")
	u.clicks("#tour-open", "")
	u.runs(`document.querySelector("[aria-label^='Step 6']").click()`)
	u.says(".tour-says", ".")
	chromium.MustBeAccessible(t, u.ctx, axe, "the tour in the dark")
	u.sets("prefers-reduced-motion", "reduce")
	chromium.MustBeAccessible(t, u.ctx, axe, "the tour")
}
