package desk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// house has people in rooms, and counters on a grid.
const house = `person : type.
ann : person.
bob : person.

room : type.
hall : room.
attic : room.
cellar : room.

nat : type.
#builtin NAT nat.
colour : type.
red : colour.
blue : colour.

at person room : pred.
counter nat nat colour : pred.
walk : at P R -o at P R.
take : counter X Y C -o ().

context start = {
  at ann hall, !at bob hall,  % both
  counter 1 1 red
}.

#trace _ main start.
`

// board opens a program, with its first context as a board.
func board(t *testing.T, program, way string, width int64) *user {
	u := &user{T: t, ctx: chromium.Start(t)}
	u.serves(u.file("house.cep", program))
	u.opens(width)
	u.clicks("[data-field=board]", "")
	u.clicks(".menu .menu-item", way)
	u.comes(`document.querySelector(".board")`)
	return u
}

// A board is there again after the page is loaded anew, until the user wants none.
func TestBoardStays(t *testing.T) {
	u := board(t, house, "at", 1280)
	u.do(chromedp.Reload())
	u.comes(`globalThis.workshop?.opened && document.querySelector("[data-field='board.hall'] .token")`)
	u.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-field=board]").click()`),
		chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".menu-item")].at(-1).click()`))
	u.comes(`!document.querySelector(".board")`)
	u.do(chromedp.Reload())
	u.comes(`globalThis.workshop?.opened && document.querySelector("[data-field=board]")`)
	require.False(t, read[bool](u, `!!document.querySelector(".board")`))
	require.Equal(t, 0, read[int](u, `localStorage.length`))
}

// has waits until the context has some facts, as written.
func (u *user) has(facts string) {
	u.Helper()
	u.comes(`workshop.text.includes(` + quoted("context start = {\n  "+facts+"\n}.") + `)`)
}

// Things go from room to room by drag, by two clicks and by keys, and others come there.
func TestRoomsOnBoard(t *testing.T) {
	u := board(t, house, "at", 1280)
	chromium.Photograph(t, u.ctx, "board-rooms.png")

	from, to := u.finds(".token", "ann"), u.finds(`[data-field="board.attic"]`, "")
	from = u.finds(".token", "ann")
	u.do(chromedp.MouseEvent(chromedp.MousePressed, from[0], from[1], chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseMoved, from[0]+20, from[1], chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, to[0], to[1], chromedp.ButtonLeft))
	chromium.Photograph(t, u.ctx, "board-drag.png")
	u.do(chromedp.MouseEvent(chromedp.MouseReleased, to[0], to[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	u.has("at ann attic, !at bob hall,  % both\n  counter 1 1 red")

	u.clicks(".token", "bob")
	chromium.Photograph(t, u.ctx, "board-chosen.png")
	u.clicks(`[data-field="board.cellar"]`, "")
	u.has("at ann attic, !at bob cellar,  % both\n  counter 1 1 red")

	u.focused("cellar: permanent bob")
	u.presses(kb.ArrowLeft)
	u.focused("attic: ann")
	u.presses(kb.Enter, kb.ArrowLeft, kb.Enter)
	u.has("at ann hall, !at bob cellar,  % both\n  counter 1 1 red")
	u.focused("hall: ann")
	u.presses(kb.Enter, kb.Escape, kb.ArrowRight, kb.Enter)
	u.comes(`document.querySelector(".menu")`)
	u.presses(kb.ArrowDown, kb.Enter)
	u.comes(`workshop.text.includes("at bob attic")`)
	u.focused("attic: bob")
	u.presses(kb.Delete)
	u.has("at ann hall, !at bob cellar,  % both\n  counter 1 1 red")
	u.focused("attic: empty")
	u.presses("ctrl+z")
	u.comes(`workshop.text.includes("at bob attic")`)
	u.focused("attic: bob")
}

// On a grid, a step in two directions is one change.
func TestGridOnBoard(t *testing.T) {
	for _, width := range []int64{1280, 390} {
		u := board(t, house, "counter", width)
		chromium.Photograph(t, u.ctx, map[int64]string{1280: "board-grid.png", 390: "board-phone.png"}[width])
		u.clicks(".token", "red")
		u.presses(kb.ArrowRight, kb.ArrowDown, kb.Enter)
		u.comes(`workshop.text.includes("counter 2 2 red")`)
		u.focused("column 2, row 2: red")
		require.Equal(t, 9, read[int](u, `document.querySelectorAll(".cell").length`))
		u.presses("ctrl+z")
		u.comes(`workshop.text.includes("counter 1 1 red")`)
		u.clicks(`[data-field="board.0 2"]`, "")
		u.clicks(".menu .menu-item", "blue")
		u.comes(`workshop.text.includes("counter 0 2 blue")`)
	}
}

// The facts of a run in place are a board, too; a step to the side is the change of one argument.
func TestRunOnBoard(t *testing.T) {
	declarations, _, _ := strings.Cut(house, "context start")
	u := board(t, declarations+"#trace 5 main { counter 4 0 red, at ann hall }.\n", "counter", 1280)
	u.clicks(".token", "red")
	u.clicks(`[data-field="board.5 0"]`, "")
	u.comes(`workshop.text.includes("#trace 5 main { counter 5 0 red, at ann hall }.")`)
	u.focused("column 5, row 0: red")
}

// axe-core finds no fault with boards, in light and dark.
func TestAxeOfBoards(t *testing.T) {
	axe := chromium.Axe(t)
	for _, way := range []string{"at", "counter"} {
		u := board(t, house, way, 1280)
		for _, light := range []string{"light", "dark"} {
			u.sets("prefers-reduced-motion", "reduce", "prefers-color-scheme", light)
			chromium.MustBeAccessible(t, u.ctx, axe, way+" "+light)
		}
		u.clicks(".token", "")
		u.runs(`document.getElementById("structure").scrollTo(0, 0)`) // where nothing is half below what is sticky
		chromium.MustBeAccessible(t, u.ctx, axe, "a thing that is chosen")
	}
}
