package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// Numbers mark choices, of which Enter takes one, as in terminals: with the numbers, the
// focus goes.
func TestNumbers(t *testing.T) {
	s := opened(t, example(t, "verona"))
	marked := func(number string) {
		t.Helper()
		s.comes(`document.activeElement.dataset.number === "` + number + `"`)
	}
	s.keys("1")
	marked("1")
	s.keys("0")
	marked("10")
	require.Equal(t, "10", s.value(`document.querySelector("#number").textContent`))
	s.keys(kb.Backspace)
	marked("1")
	s.keys("9", "9", kb.Enter)
	s.says("#notice", "There is no choice 199.")
	s.at(0)
	s.keys("1", "9", "9", kb.Backspace)
	marked("19")
	s.keys(kb.Escape, "2", kb.ArrowDown)
	marked("3")
	require.Empty(t, s.value(`document.querySelector("#number").textContent`))
	s.keys("j")
	marked("4")
	s.keys("k", "k", kb.Home, "k")
	marked("1")
	s.keys(kb.End)
	s.comes(`document.activeElement === [...document.querySelectorAll(".move")].at(-1)`)
	s.keys("3")
	name := s.value(`document.activeElement.querySelector(".code").innerText`)
	s.keys(kb.Enter)
	s.at(1)
	s.says("#story", name)
}

// Keys lead to where the terminal shows something: the story, all that was tried, the stages.
func TestPlaces(t *testing.T) {
	s := opened(t, small(shift))
	s.keys("j", kb.Enter)
	s.at(1)
	s.keys("g")
	s.comes(`document.activeElement.matches(".dot.here")`)
	s.keys("k", kb.Home, kb.Enter)
	s.at(0)
	s.keys("l")
	s.says("#detail-title", "The start") // which comes later, and does not move the focus
	s.comes(`document.activeElement.id === "story"`)
	s.keys("U", "l")
	s.comes(`document.activeElement.innerText === "t1"`)
	s.keys("T")
	s.comes(
		`document.activeElement.name === "turns" && document.activeElement.checked && ` +
			`document.querySelector("[name=until]:checked").value === "turn"`)
	s.keys(kb.Escape)
	s.leads("/", "filter")
	s.keys("e", "a", "r")
	s.says("#choices-title", "(1 of 2)")
	s.runs(`document.activeElement.blur()`)
	s.keys(kb.Escape)
	s.comes(`document.querySelectorAll(".move").length === 2`)
	s.runs(`document.querySelector(".fact").focus()`)
	s.leads("w", "what")
	require.Equal(t, s.value(`document.querySelector(".fact").innerText`),
		s.value(`document.querySelector("#what").value`))

	s.show(small(attic))
	s.says("#notice", "The program has changed")
	s.runs(`document.activeElement.blur()`)
	s.do(chromedp.KeyEvent("T"))
	s.says("#notice", "There is one stage alone")
}
