package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// shift is a program in which chance has the nights.
const shift = `coin : pred. tired : pred. rested : pred.
stage day = { earn : $rested -o coin. rest : rested -o tired. }
stage night = { dream : tired -o rested. }
#interactive day.
dusk : qui * stage day * $tired -o stage night.
dawn : qui * stage night -o stage day.
#trace _ day { rested }.
`

// breakAt adds a breakpoint in the dialog, which is open.
func (s *served) breakAt(what string) {
	s.t.Helper()
	s.runs(fmt.Sprintf(
		`document.querySelector("#break-at").value = %q; document.querySelector("#breaks-form").requestSubmit()`, what))
}

// Chance stops at breakpoints, also after a choice. Breakpoints survive a reload and can be
// removed. An invalid breakpoint is refused in its input field.
func TestBreakpoints(t *testing.T) {
	s := opened(t, small(shift))
	s.leads("b", "break-at")
	s.keys("d", "r", "e", "a", "m", kb.Enter)
	s.says("#breaks-list", "dream")
	s.says("#status", "1 breakpoint")
	require.Empty(t, s.value(`document.querySelector("#break-at").value`))
	s.breakAt("nix, dream")
	s.says("#breaks-fault", "there is no rule and no predicate nix")
	require.Equal(t, "true", s.value(`document.querySelector("#notice").hidden`))
	s.breakAt("stage night; coin")
	s.says("#breaks-list", "stage night")
	s.comes(
		`document.querySelector("#breaks-fault").textContent === "" && ` +
			`document.querySelectorAll("#breaks-list li").length === 3`)
	for _, width := range []int64{1280, 400} {
		s.do(chromedp.EmulateViewport(width, 800))
		s.comes(
			`document.querySelector("#breaks-dialog").scrollWidth <= document.querySelector("#breaks-dialog").clientWidth`)
		chromium.Photograph(t, s.ctx, fmt.Sprintf("breaks-%d.png", width))
	}
	s.clicks("#breaks-list li:nth-child(2) button", "Remove")
	s.says("#status", "2 breakpoints")
	s.keys(kb.Escape)
	s.comes(`!document.querySelector("#breaks-dialog").open`)

	s.clicks(".move", "rest")
	s.says("#notice", "Stopped: dream happened.")
	s.at(3)
	s.clicks("#go-on", "Let chance go on")
	s.says("#status", "Your turn")
	s.do(chromedp.Reload())
	s.says("#status", "2 breakpoints")
	s.host.drop(func(*pageSession) bool { return true })
	s.clicks(".move", "earn")
	s.says("#notice", "Stopped: coin is there.")
	require.NotContains(t, carried(t, s.link()), "breaks", "who opens a link has breakpoints of their own")
	s.show(small(shift + "% changed\n"))
	s.says("#notice", "The program has changed")
	s.says("#status", "2 breakpoints")
}

// The page shows the author's text for the ending in the story, and announces it to screen readers.
func TestEnding(t *testing.T) {
	night := small("coin : pred. debt : pred. won : pred.\nstage night = { win : coin -o won. lose : coin -o debt. " +
		"}\nstage dawn = {}\n" +
		"dawn/begins : qui * stage night * $debt -o stage dawn. night/won : qui * stage night * $won -o ().\n#interactive " +
		"night.\n#trace _ night { coin }.")
	night.Prose, night.ProseName = "---\ntitle: A Night\n---\n\n## ending (if won)\n### Luck\nYou keep the coin.\n",
		"night.md"
	s := opened(t, night)
	s.clicks(".move", "win")
	s.says("#status", "The end: night/won has ended the run")
	s.says("#story .ending .titled", "Luck")
	s.says("#story .ending .prose", "You keep the coin.")
	s.says("#choices", "The end: night/won has ended the run. Go back in time")
	s.says("#said", "The end: night/won has ended the run. Luck You keep the coin.")
	s.do(chromedp.EmulateViewport(1280, 800))
	chromium.Photograph(t, s.ctx, "ending.png")
	s.keys("u", "u")
	s.at(0)
	s.comes(`!document.querySelector(".ending")`)
	s.clicks(".move", "lose")
	s.says("#status", "The end: nothing can happen any more in stage dawn")
	require.Equal(t, "null", s.value(`document.querySelector(".ending")`), "the author has no words for that")
}

// The page shows the lines that the program understands.
func TestLineThatIsWanted(t *testing.T) {
	s := opened(t, small("deed : type. look : deed. take_up nat : deed. nat : type. #builtin NAT nat.\n"+
		"asked : pred. did deed : pred. hear deed : sense. #sensor hear COMMAND.\n"+
		"stage s = { ask : asked * hear X -o did X. }\n#trace _ s { asked }.\n"))
	s.says(".hear", "The program asks you for a line of text: look, take up NAT")
	s.runs(`document.querySelector("#heard").value = "fly"; document.querySelector(".hear").requestSubmit()`)
	s.says(".hear", "that makes no sense here; there are `look`, `take up NAT`")
}

// An answer survives a reload, even before it has an effect; so does the wish to be asked again.
func TestAnswerIsKept(t *testing.T) {
	s := opened(t, small("asked : pred. heard string : pred. hear string : sense. #sensor hear LINE.\n"+
		"stage s = { ask : asked * hear X -o heard X. }\n#trace _ s { asked }.\n"))
	answers := func(line string) {
		s.says(".hear", "The program asks you for a line of text.")
		s.runs(`document.querySelector("#heard").value = "` + line + `"; document.querySelector(".hear").requestSubmit()`)
		s.says("#choices", `ask "`+line+`"`)
	}
	answers("hello")
	s.do(chromedp.Reload())
	s.says("#choices", `ask "hello"`)
	s.host.drop(func(*pageSession) bool { return true })
	s.keys("1", kb.Enter)
	s.at(1)
	s.keys("u", "a")
	s.says(".hear", "The program asks")
	s.do(chromedp.Reload())
	answers("bye")
	s.do(chromedp.Reload())
	s.says("#choices", `ask "bye"`)
	s.show(small("asked : pred. heard string : pred. hear string : sense. #sensor hear LINE.\n" +
		"stage s = { ask : asked * hear X -o heard X. } % edited\n#trace _ s { asked }.\n"))
	s.says("#notice", "The program has changed")
	s.says("#choices", `ask "bye"`)
}

// A state that was reached before is marked beside the step.
func TestAgain(t *testing.T) {
	s := opened(t, small("a : pred. b : pred. stage s = { go : a -o b. back : b -o a. }\n#trace _ s { a }.\n"))
	s.keys("1", kb.Enter, "1", kb.Enter)
	s.says("#status", "step 2, as at the start · seed 7")
	s.says("#said", "The state is as at the start.")
	s.keys("c")
	s.says("#status", "step 3, as after step 1")
	s.keys("<", kb.ArrowRight)
	s.says("#status", "step 1 · seed 7")
}
