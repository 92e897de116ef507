package desk

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// axe-core finds no fault with the cards, open and closed, with menus and questions, in light and dark, on desks and
// phones.
func TestAxe(t *testing.T) {
	axe := chromium.Axe(t)
	u := visit(t, "../../../examples/verona.cep", 1280)
	for _, width := range []int64{1600, 1280, 390} {
		for _, light := range []string{"light", "dark"} {
			u.do(chromedp.EmulateViewport(width, 900))
			u.sets("prefers-reduced-motion", "reduce", "prefers-color-scheme", light)
			chromium.MustBeAccessible(t, u.ctx, axe, "cards "+light)
		}
	}
	u.clicks(".stage .rule-open", "")
	chromium.MustBeAccessible(t, u.ctx, axe, "an open rule")
	u.clicks(".stage .premise button.term", "")
	chromium.MustBeAccessible(t, u.ctx, axe, "a menu of terms")
	u.presses(kb.Escape)
	u.clicks(".stage .rule .more", "")
	chromium.MustBeAccessible(t, u.ctx, axe, "a menu of actions")
	u.presses(kb.Escape)
	u.clicks("[data-new=type]", "")
	chromium.MustBeAccessible(t, u.ctx, axe, "a field for a name")
}
