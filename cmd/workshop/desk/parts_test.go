package desk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

const counting = `nat : type.
#builtin NAT nat.

coins nat : pred.
% Where things can be had.
open : pred.

stage day = {
  earn : open * coins N -o open * coins N.
}

stage night = {
}

context start = {
  open, coins 0
}.

#trace _ day start.
`

const counted = `nat : type.
#builtin NAT nat.

coins nat : pred.
% Where things can be had: a shop.
open : pred.

stage day = {
  % Work pays.
  earn : $open * coins Have * Have < 7 -o open * coins (Have + 2).
}
#interactive day.

stage night = {
}

qui * stage day -o stage night.

context start = {
  !open, coins 12
}.

#trace 50 night start.

#never rich : coins N * coins N2.
`

// Hints about signs are told at cards in the words of cards, and made by a button that says what it does.
func TestHintsOfCards(t *testing.T) {
	u := begin(t, "counting.cep", counting, 1280)
	u.clicks(".rule-open", "")
	u.says(".rule .messages .warning", "Hint open is used up and made again: it could be kept")
	u.clicks(".rule .messages button", "keep open")
	u.says(".rule .messages .warning", "Hint coins N is used up and made again: it could be kept")
	require.Contains(t, u.text(), "earn : $open * coins N -o coins N.")
}

// Numbers, calculations, comparisons, modes, variables, comments, links, runs and statements are changed by menus.
func TestParts(t *testing.T) {
	u := begin(t, "counting.cep", counting, 1280)
	u.clicks(".rule-open", "")
	u.picks("needs 1 of rule earn: open: used up", "kept")
	u.picks("needs 2 of rule earn: coins N, argument 1", "rename N …")
	u.enters("Have")
	u.picks("then 2 of rule earn: coins Have, argument 1", "another calculation …")
	u.clicks(`input[aria-label="Second number or variable"]`, "")
	u.presses(kb.Backspace)
	u.enters("2")
	u.picks("Add what it needs, rule earn", "compare numbers")
	chromium.Photograph(t, u.ctx, "parts.png")
	u.picks("needs 3 of rule earn: Have < 0, argument 2", "another number …")
	u.enters("7")
	u.picks("More for rule earn", "Comment")
	u.types("Work pays.")
	u.clicks("button", "Done")
	u.clicks("button", "Comment of predicate open")
	u.presses("ctrl+" + kb.End)
	u.presses(kb.Backspace)
	u.types(": a shop.")
	u.clicks("button", "Done")

	u.clicks(`.stage [type=checkbox]`, "")
	u.clicks("[data-new=link]", "")
	u.chooses("day")
	u.chooses("night")
	u.picks("stage: day", "night")
	u.picks("as long as it goes", "at most … steps")
	u.presses("ctrl+a")
	u.enters("50")
	u.picks("More for fact 1 of context start: open", "Permanent")
	u.picks("fact 2 of context start: coins 0, argument 1", "another number …")
	u.enters("12")
	u.clicks("[data-new=never]", "")
	u.enters("rich")
	u.picks("Add a fact, statement rich", "coins")
	require.Equal(t, counted, u.text())
	for read[bool](u, `workshop.canUndo`) {
		u.presses("ctrl+z")
	}
	require.Equal(t, counting, u.text())
}

// picks opens the menu of a button and chooses an item.
func (u *user) picks(label, item string) {
	u.Helper()
	u.clicks("button", label)
	u.chooses(item)
}

// Each rule is one stop of the Tab key; the arrows lead to its menu and back.
func TestTabStopsOfRules(t *testing.T) {
	u := edits(t, strings.Replace(counted, "  % Work pays.\n", "  rest : open -o open.\n", 1), 1440)
	u.runs(`document.querySelector(".rule-open").focus()`)
	u.focused("rest")
	u.presses(kb.Tab)
	u.focused("earn")
	u.presses(kb.ArrowRight)
	u.focused("More for rule earn")
	require.NotEqual(t, "none", read[string](u, `getComputedStyle(document.activeElement).outlineStyle`))
	u.presses(kb.Enter, kb.Escape)
	u.focused("More for rule earn")
	u.presses("shift+" + kb.Tab)
	u.focused("earn")
	u.presses(kb.ArrowRight, kb.ArrowLeft, kb.Enter, kb.Tab, kb.Tab)
	u.focused("More for rule earn")
}

// Directives that other cards tell of have no cards.
func TestDirectivesAtTheirCards(t *testing.T) {
	u := edits(t, counted, 1440)
	u.comes(`document.querySelector(".stage [type=checkbox]")?.checked`)
	require.Equal(t, 0, read[int](u, `document.querySelectorAll(".text-card").length`))
	u.retypes(`text.replace("#interactive day.", "#ordered day.")`)
	u.comes(`document.querySelector(".text-card pre")?.innerText === "#ordered day."`)
	u.retypes(`text.replace("#ordered day.", "#interactive noon.")`)
	u.comes(`document.querySelector(".text-card .messages")`)
}
