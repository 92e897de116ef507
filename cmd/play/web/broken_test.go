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

// wrong is the attic with an error.
func wrong() game.Opening { return small(strings.Replace(attic, "hall :", "hall ;", 1)) }

const isBroken = "The program cannot be played as it is now."

// While the program cannot be played, the last that could be is, and the page says so as
// long as it is so.
func TestBroken(t *testing.T) {
	s := opened(t, small(attic))
	s.clicks(".move", "go ben")
	s.at(1)
	s.show(wrong())
	s.says("#marks", isBroken+" What is played here is the last that could be.")
	s.says("#marks", "attic.cep:2:")
	s.clicks(".move", "go ann")
	s.at(2)
	s.says("#marks", isBroken)
	for _, width := range []int64{1280, 400} {
		s.do(chromedp.EmulateViewport(width, 800))
		s.comes(`document.documentElement.scrollWidth <= innerWidth`)
		chromium.Photograph(t, s.ctx, fmt.Sprintf("broken-%d.png", width))
	}
	s.do(chromedp.Reload())
	s.says("#marks", "attic.cep:2:")
	s.at(2)
	s.clicks("#back", "")
	s.at(1)
	s.says("#marks", isBroken)

	s.show(small(attic))
	s.says("#notice", "can be played again")
	s.comes(`!document.querySelector("#is-broken")`)
	s.at(1)
	s.show(wrong())
	s.says("#marks", isBroken)
	s.show(small(attic + "% other\n"))
	s.says("#notice", "all that was tried still fits")
	s.comes(`!document.querySelector("#is-broken")`)
	s.at(1)
	s.show(wrong())
	s.says("#marks", isBroken)
	s.comes(`document.querySelector("#notice").hidden`)
}

// A page that is opened while the program is broken, or before there is one, begins when it
// can be played; before, nothing looks as if it could be done.
func TestBeginsWhenMended(t *testing.T) {
	s := serving(t)
	s.do(chromedp.Navigate(s.url))
	s.says("#notice", "There is no program to be played.")
	s.show(wrong())
	s.says("#marks", isBroken+" The play begins here when it can be.")
	require.Equal(t, "help",
		s.value(
			`[...document.querySelectorAll("header button:enabled, `+
				`.time :enabled")].map(e => e.id).join().replace(",smaller,fit,larger", "")`))
	s.do(chromedp.KeyEvent("1"), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("c"))
	s.show(small(attic))
	s.says("#choices-title", "Choices (2)")
	s.comes(`!document.querySelector("#is-broken") && document.querySelector("#notice").hidden`)
	s.keys("1", kb.Enter)
	s.at(1)
	s.keys("u")
	s.at(0)
}

// After an edit that loses the current step, undoing the edit returns to the step, also after a
// reload, unless the player has moved elsewhere.
func TestStandsAgain(t *testing.T) {
	s := opened(t, small(attic))
	for _, move := range []string{"go ben", "find ben", "go ann"} {
		s.clicks(".move", move)
	}
	s.at(3)
	s.clicks("#back", "")
	s.at(2)
	locked := small(strings.Replace(attic, "find : $at C attic -o", "find : $at C attic * open -o", 1))
	s.show(locked)
	s.says("#notice", "2 steps of what was tried do not fit")
	s.at(1)
	s.do(chromedp.Reload())
	s.says("#tried", "1 step, 1 branch, 2 lost")
	s.at(1)
	s.show(small(attic))
	s.says("#tried", "3 steps, 1 branch")
	s.at(2)

	s.show(locked)
	s.at(1)
	s.clicks("#back", "")
	s.at(0)
	s.show(small(attic))
	s.says("#notice", "all that was tried still fits")
	s.at(0)
}

// Earlier branches continue under the new names of things.
func TestRenamed(t *testing.T) {
	s := opened(t, small(attic))
	for _, move := range []string{"go ben", "find ben", "go ann"} {
		s.clicks(".move", move)
	}
	s.at(3)
	s.show(small(strings.NewReplacer("find :", "seek :", "ann", "anna").Replace(attic)))
	s.says("#notice", "The program has changed: ann is called anna, find is called seek; all that was tried still fits.")
	s.says("#tried", "3 steps, 1 branch")
	s.at(3)
	s.says("#story", "go anna")
}
