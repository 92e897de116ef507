package desk

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// cellar is a program with the parts that the menus of cards can change.
const cellar = `place : type.
hall : place.
vault : place.

door place place : pred.
at place : pred.

stage main = {
  go : at X * $door X Y -o at Y.
}

context walls = {
  door hall vault
}

context start = {
  at hall
}

#trace _ main start.
`

// The menus of cards by the mouse and the keyboard, on a desk and on a phone: what messages propose, the contexts that
// another includes, the parts of a statement, and the kind of a predicate.
func TestMenus(t *testing.T) {
	for _, width := range []int64{1280, 390} {
		usesMenus(t, width)
	}
}

func usesMenus(t *testing.T, width int64) {
	u := begin(t, "cellar.cep", cellar, width)
	u.clicks(".messages button", "make door permanent")
	require.Contains(t, u.text(), "go : at X * !door X Y -o at Y.")
	require.Contains(t, u.text(), "!door hall vault")
	u.comes(`document.activeElement.closest("[data-path='3']")`)
	u.presses("ctrl+z")
	require.Equal(t, cellar, u.text())
	u.retypes(`text.replace("at X * ", "at attic * ")`)
	u.clicks("button.fixes", "")
	chromium.Photograph(t, u.ctx, fmt.Sprintf("menu-fixes-%d.png", width))
	require.Empty(t, u.unnamed())
	u.presses(kb.ArrowDown, kb.Enter)
	require.Contains(t, u.text(), "attic : place.")
	u.presses("ctrl+z", "ctrl+z")

	u.picks("Include a context in context start", "walls")
	require.Contains(t, u.text(), "at hall, walls\n")
	u.clicks("button", "Include a context in context walls")
	u.comes(`document.querySelector(".menu-none")?.innerText.includes("no other")`)
	u.presses(kb.Escape)
	u.clicks(".included button", "walls")
	u.comes(`document.querySelector(".menu-item")`)
	chromium.Photograph(t, u.ctx, fmt.Sprintf("menu-include-%d.png", width))
	require.Empty(t, u.unnamed())
	u.presses(kb.End, kb.ArrowUp, kb.ArrowDown, kb.Enter)
	u.comes(`!document.querySelector(".included")`)
	require.Equal(t, cellar, u.text())
	u.presses("ctrl+z")

	u.clicks("[data-new=invariant]", "")
	u.enters("one")
	u.picks("count 1 of statement one: door _ _, argument 2", "vault")
	u.picks("Add a count, statement one", "at")
	u.picks("Comparison of statement one", "is at most")
	u.clicks("button", "count 3 of statement one")
	u.presses(kb.Delete)
	u.enters("2")
	chromium.Photograph(t, u.ctx, fmt.Sprintf("menu-invariant-%d.png", width))
	require.Empty(t, u.unnamed())
	require.Contains(t, u.text(), "#invariant one : door _ vault + at _ <= 2.\n")
	u.picks("Where statement one has to hold", "in stage main")
	u.focused("Where statement one has to hold: in stage main")
	u.presses("shift+"+kb.Tab, kb.ArrowDown, kb.ArrowUp, kb.Enter) // the menu of its kind
	require.Contains(t, u.text(), "#never one in main : door _ vault * at _.\n")
	u.picks("Kind of statement one", "always so many")
	u.picks("More for count 2 of statement one", "Delete")
	require.Contains(t, u.text(), "#invariant one in main : door _ vault <= 1.\n")

	u.clicks("button", "Kind of predicate at")
	u.comes(`document.querySelector(".menu-item.refused, .menu-item.asks")`)
	chromium.Photograph(t, u.ctx, fmt.Sprintf("menu-kind-%d.png", width))
	require.Empty(t, u.unnamed())
	u.presses(kb.Escape)
	u.clicks("button", "Kind of predicate door")
	u.chooses("derived")
	u.comes(`document.querySelector("dialog.ask")`)
	chromium.Photograph(t, u.ctx, fmt.Sprintf("menu-kind-ask-%d.png", width))
	u.presses(kb.Enter)
	require.Contains(t, u.text(), "door place place : bwd.\ndoor hall vault.\n")
	require.Contains(t, u.text(), "go : at X * door X Y -o at Y.")
	u.focused("Kind of predicate door: derived by clauses")
}
