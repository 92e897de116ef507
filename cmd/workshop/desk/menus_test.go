package desk

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// cellar is a program with what the menus of cards can change.
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

// The menus of cards by the mouse and the keyboard: the kind of a predicate, and the contexts that another includes.
func TestMenus(t *testing.T) {
	u := begin(t, "cellar.cep", cellar, 1280)
	u.picks("Include a context in context start", "walls")
	require.Contains(t, u.text(), "at hall, walls\n")
	u.clicks("button", "Include a context in context walls")
	u.comes(`document.querySelector(".menu-none")?.innerText.includes("no other")`)
	u.presses(kb.Escape)
	u.clicks(".included button", "walls")
	chromium.Photograph(t, u.ctx, "menu-include.png")
	require.Empty(t, u.unnamed())
	u.presses(kb.End, kb.ArrowUp, kb.ArrowDown, kb.Enter)
	u.comes(`!document.querySelector(".included")`)
	require.Equal(t, cellar, u.text())
	u.presses("ctrl+z")

	u.clicks("button", "Kind of predicate at")
	u.comes(`document.querySelector(".menu-item.refused, .menu-item.asks")`)
	chromium.Photograph(t, u.ctx, "menu-kind.png")
	require.Empty(t, u.unnamed())
	u.presses(kb.Escape)
	u.clicks("button", "Kind of predicate door")
	u.chooses("derived")
	u.comes(`document.querySelector("dialog.ask")`)
	chromium.Photograph(t, u.ctx, "menu-kind-ask.png")
	u.presses(kb.Enter)
	require.Contains(t, u.text(), "door place place : bwd.\ndoor hall vault.\n")
	require.Contains(t, u.text(), "go : at X * door X Y -o at Y.")
	u.focused("Kind of predicate door: derived by clauses")
}
