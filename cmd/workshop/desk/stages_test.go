package desk

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// seasons is a program with two stages.
const seasons = `seed : pred.
pod : pred.

stage spring = {
  sprout : seed -o pod.
}

stage autumn = {
  fall : pod -o seed.
}

on : qui * stage spring -o stage autumn.

context start = {
  seed
}.

#trace _ spring start.
`

// The diagram shows where the play is, leads to cards, and adds links with the mouse and the keyboard.
func TestStages(t *testing.T) {
	u := edits(t, seasons, 1440)
	u.comes(`document.querySelector(".stage-box[aria-current=step]")?.innerText === "spring"`)
	u.clicks("[data-live=many]", "")
	u.comes(`document.querySelector(".stage-box[aria-current=step]")?.innerText === "autumn"`)
	u.clicks(".stage-box", "stage autumn")
	u.focused("autumn, stage autumn")
	u.clicks(".stage-link", "link on")
	u.focused("link on")

	u.clicks(".stages .add", "")
	u.clicks(".stage-box", "stage autumn")
	u.says(".stages [role=status]", "From autumn to which stage?")
	u.clicks(".stage-box", "stage spring")
	u.comes(`document.querySelectorAll(".stage-link").length === 2`)
	require.Contains(t, u.text(), "qui * stage autumn -o stage spring.")
	chromium.Photograph(t, u.ctx, "stages.png")

	u.runs(`document.querySelector(".stages .add").focus()`)
	u.presses(kb.Enter)
	u.focused("stage spring")
	u.presses(kb.Enter, kb.Tab, kb.Tab, kb.Enter)
	u.comes(`document.querySelectorAll(".stage-link").length === 3`)
	require.Contains(t, u.text(), "qui * stage spring -o ().")
	u.runs(`document.querySelector(".stages .add").focus()`)
	u.presses(kb.Enter)
	u.focused("stage spring")
	u.presses(kb.Escape)
	u.focused("Link two stages")
}

// There is no diagram of one stage.
func TestNoStages(t *testing.T) {
	u := edits(t, blocks, 1440)
	u.says(".live-status", "At the start")
	u.comes(`!document.querySelector(".stages").checkVisibility()`)
}
