package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// runsUntil lets chance go on until something that a field of the dialog says.
func (s *served) runsUntil(kind, text string) {
	s.t.Helper()
	s.runs(`document.activeElement.blur()`)
	s.keys("r")
	s.comes(`document.querySelector("#run-dialog").open`)
	s.runs(
		fmt.Sprintf(
			`document.querySelector("[name=until][value=%s]").checked = true; `+
				`document.querySelector("#until-%[1]s").value = %q; `+
				`document.querySelector("#run-dialog button").click()`, kind, text))
}

// Chance goes on until one of several things happens. If none of them does, the page says
// so, and why it stopped all the same.
func TestRunUntil(t *testing.T) {
	s := opened(t, small(attic))
	for _, width := range []int64{1280, 400} {
		s.do(chromedp.EmulateViewport(width, 800))
		s.keys("r")
		s.comes(`document.querySelector("#run-dialog").scrollWidth <= document.querySelector("#run-dialog").clientWidth`)
		chromium.Photograph(t, s.ctx, fmt.Sprintf("until-%d.png", width))
		s.keys(kb.Escape)
	}
	s.runsUntil("facts", "at ben hall; key")
	s.says("#notice", "Stopped: key is there.")
	s.says("#story", "find")
	s.runsUntil("rules", "find, go ben hall ann")
	s.says("#notice", "go takes 1 argument, and go ben hall ann has 3")
	s.runsUntil("facts", "at ben hall, kye")
	s.says("#notice", "did you mean key?")

	bounded := small(attic)
	bounded.Name, bounded.Steps = "bounded.cep", 3
	s.show(bounded)
	s.at(0)
	s.runsUntil("facts", "at ann hall; at ben hall")
	s.says("#notice", "Stopped: the run has reached its limit of steps, and none of at ann hall and at ben hall came.")
	s.at(3)
	s.comes(`document.querySelector("#choices-title").innerText === "Choices"`)
	s.show(small("a : pred. b : pred. c : pred.\nstage s = { go : a -o b. never : c -o c. }\n#trace _ s { a }.\n"))
	s.at(0)
	s.runsUntil("rules", "never")
	s.says("#notice", "Stopped: nothing can happen any more, and never did not come.")

	s.runs(`document.querySelector("#what").value = "never"; document.querySelector("#why").click()`)
	s.says("#answer", "The rule has not fired like that.")
	s.clicks("#answer button", "Why not?")
	s.says("#ask-title", "Why not?")
	s.says("#answer", "never could not happen")
}

// A filled-in condition is the one waited for. If every turn is the player's, waiting for the
// player is not offered; if it is the player's turn already, the page says so.
func TestUntilDialog(t *testing.T) {
	s := opened(t, small(attic))
	checked := `document.querySelector("[name=until]:checked").value`
	s.keys("r")
	s.comes(`document.querySelector("#run-dialog").open && ` + checked + ` === "end"`)
	require.Equal(t, "0", s.value(`document.querySelector("#offer-turn").offsetHeight`))
	s.runs(`document.querySelector("#until-rules").focus()`)
	s.keys("f", "i", "n", "d")
	require.Equal(t, "rules", s.value(checked))
	s.keys(kb.Enter)
	s.says("#notice", "Stopped: find happened.")

	s.keys("r")
	s.runs(`document.querySelector("#until-facts").focus()`)
	s.keys("a", kb.Backspace, kb.Enter)
	require.Equal(t, "true facts", s.value(`document.querySelector("#run-dialog").open + " " + `+checked))
	s.clicks("#run-form button", "Cancel")
	s.comes(`!document.querySelector("#run-dialog").open`)

	s.runs(`document.querySelector("#run").click()`) // unknown words are asked for again
	s.comes(`document.querySelector("#run-dialog").open`)
	s.runs(
		`document.querySelector("#until-rules").value = "fund"; document.querySelector("[name=until][value=rules]").click()`)
	s.clicks("#run-form button", "Run")
	s.comes(
		`document.querySelector("#run-dialog").open && ` +
			`document.querySelector("#until-rules").validationMessage.includes("fund")`)
	s.runs(`document.querySelector("#until-rules").select()`)
	s.keys("f", "i", "n", "d", kb.Enter)
	s.comes(`!document.querySelector("#run-dialog").open`)

	s.show(small(attic + "#interactive day.\n"))
	s.says("#notice", "The program has changed")
	s.keys("r")
	s.comes(`document.querySelector("#offer-turn").offsetHeight > 0`)
	s.runs(`document.querySelector("[value=turn]").click(); document.querySelector("#run-dialog button").click()`)
	s.says("#notice", "It is your turn already.")
}

// A dialog that is opened again at once is not closed by what closed it before.
func TestDialogAgain(t *testing.T) {
	s := opened(t, small(attic))
	s.runs(`const runDialog = document.querySelector("#run-dialog"), runs = document.querySelector("#run");
		runs.click(); runDialog.close(); runs.click();
		document.querySelector("#until-facts").value = "key"; document.querySelector("[value=facts]").checked = true`)
	s.clicks("#run-form button", "Run")
	s.says("#notice", "Stopped: key is there.")
}

// The player says in which stages to choose, and that is so after a reload.
func TestTurns(t *testing.T) {
	s := opened(t, small(`key : pred. lamp : pred.
stage day = { find : lamp -o key. }
stage dusk = { sit : key -o lamp. }
qui * stage day -o stage dusk.
#trace _ day { lamp }.
`))
	s.keys("r")
	s.comes(`document.querySelector("#turns").innerText.trim().replace(/\s+/g, " ") === "in day dusk"`)
	chromium.Photograph(t, s.ctx, "turns.png")
	s.runs(`document.querySelector("#turns [value=day]").click(); document.querySelector("#run-dialog button").click()`)
	s.says("#status", "dusk")
	s.says("#choices", "sit")
	s.do(chromedp.Reload())
	s.says("#status", "dusk")
	s.keys("r")
	s.comes(
		`document.querySelector("#turns").querySelectorAll(":checked").length === 1 && ` +
			`document.querySelector("#turns [value=dusk]").checked`)
}

// The counts of the filter are the numbers of visible choices.
func TestFilterCounts(t *testing.T) {
	s := opened(t, small(attic))
	s.says("#choices-title", "Choices (2)")
	s.leads("/", "filter")
	s.keys("b", "e", "n")
	s.says("#choices-title", "Choices (1 of 2)")
	s.keys(kb.Backspace, kb.Backspace, "x")
	s.says("#choices-title", "Choices (0 of 2)")
	s.says("#choices", "No choice has these words.")
	require.Equal(t, "0", s.value(`document.querySelectorAll(".move").length`))
}
