package desk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// says waits until an element shows a text.
func (u *user) says(selector, text string) {
	u.Helper()
	u.comes(fmt.Sprintf(`document.querySelector(%s)?.innerText.includes(%s)`, quoted(selector), quoted(text)))
}

// runs runs a script in the page.
func (u *user) runs(script string) {
	u.Helper()
	u.do(chromedp.Evaluate[chromedp.Void]("{" + script + "}; undefined"))
}

// retypes types another text of the program: the value of an expression of the text.
func (u *user) retypes(expression string) {
	u.Helper()
	u.runs(`const {text} = workshop; workshop.type(` + expression + `)`)
}

// edits opens the workshop of a program in a window of a width.
func edits(t *testing.T, text string, width int64) *user {
	t.Helper()
	u := &user{T: t, ctx: chromium.Start(t)}
	u.serves(u.file("blocks.cep", text))
	u.opens(width)
	return u
}

// The panel plays the program as it is now. Steps that still fit stay; a wrong program leaves the panel grey.
func TestPlayFollows(t *testing.T) {
	u := edits(t, blocks, 1440)
	u.says(".live-status", "At the start. 2 things can happen.")
	u.says(".live-facts", "on c a")
	u.says(".rule[data-key=pick_up] .rule-matches", "1 way")
	u.clicks("#live .move", "pick_up")
	u.says(".live-status", "After 1 step. 2 things can happen.")
	u.says(".rule[data-key=stack] .rule-matches", "1 way")
	u.clicks(`.rule[data-key=unstack] .rule-open`, "")
	u.says(".rule[data-key=unstack] .rule-why", "Cannot fire now: there is no arm_free.")

	u.retypes(`text.replace("clear b, ", "clear b, clear a, ")`) // behind what happened
	u.says(".rule[data-key=stack] .rule-matches", "2 ways")
	u.says(".live-status", "After 1 step. 3 things can happen.")
	u.clicks(`.rule[data-key=stack] .rule-open`, "")
	u.retypes(`text.replace("clear a, ", "clear a, clear a, ")`)
	u.says(".rule[data-key=stack] .rule-why", "Matches 2 ways (3 counting copies of facts): ")
	u.says(".live-status", "After 1 step. 3 things can happen (4 counting copies of facts).")
	u.retypes(`text.replace("clear a, clear a, ", "clear a, ")`)
	u.retypes(`text.replace("pick_up : arm_free", "pick_up : arm_fre")`)
	u.says(".live-note", "The program has errors. This is how it ran before.")
	u.comes(`document.querySelector("#live .move").disabled`)
	u.retypes(`text.replace("arm_fre ", "arm_free ").replace("on_table b, ", "")`)
	u.says(".live-note", "1 step does not fit the changed program")
	u.says(".live-status", "At the start.")
}

// A world without a start is led to one: the card of the new context has the focus, also where it was behind a tab.
func TestPlayStarts(t *testing.T) {
	for _, width := range []int64{1440, 390} {
		u := edits(t, "lit : pred.\nlit -o ().\n", width)
		if width < 1000 {
			u.clicks("#view-live", "")
		}
		u.clicks("#live button", "Add facts to start with")
		u.comes(`document.activeElement.ariaLabel === "Add a fact, context start"`)
		u.comes(`document.activeElement.checkVisibility()`)
		u.says(".live-status", "At the start. Nothing can happen.")
	}
}

// The way goes back and forward, and each state is that of its place.
func TestPlayGoesBack(t *testing.T) {
	u := edits(t, blocks, 1440)
	u.clicks("[data-live=many]", "")
	u.says(".live-status", "After 20 steps")
	there := read[string](u, `document.querySelector(".live-facts").innerText`)
	u.clicks("[data-live=back]", "")
	u.says(".live-status", "After 19 steps")
	u.clicks("[data-live=start]", "")
	u.says(".live-status", "At the start.")
	require.Equal(t, 20, read[int](u, `document.querySelectorAll(".log .later").length`))
	u.clicks(".log .later .logged", "")
	u.says(".live-status", "After 1 step.")
	u.clicks("[data-live=many]", "")
	u.says(".live-status", "After 21 steps")
	u.clicks("[data-live=back]", "")
	u.says(".live-status", "After 20 steps")
	facts := func(s string) string { return s[strings.Index(s, "\na\n")+1:] }
	require.Equal(t, facts(there), facts(read[string](u, `document.querySelector(".live-facts").innerText`)),
		"chance takes the same way with the same seed")
	u.clicks("#live summary", "Picture")
	u.comes(`document.querySelector(".picture img").naturalWidth > 100`)
}

// Rules that never fired in random runs are told, once the program rests.
func TestNeverFired(t *testing.T) {
	u := edits(t, strings.Replace(blocks, "  unstack", "  idle : clear X * on X X -o arm_free.\n  unstack", 1), 1440)
	u.says(".rule[data-key=idle] .rule-matches", "never fired in 20 runs")
	u.comes(`document.querySelectorAll(".rule.idle").length === 1`)
	u.retypes(`text.replace("clear X * on X X", "$clear X")`)
	u.says(".rule[data-key=idle] .rule-matches", "2 ways")
	u.comes(`document.querySelectorAll(".rule.idle").length === 0`)
}

// A saved program is opened, one fact changed, 20 steps left to chance, and the last one explained: the task T5 of the
// study, with the mouse at a desk and on a phone.
func TestWhyByMouse(t *testing.T) {
	for _, width := range []int64{1440, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			u := edits(t, blocks, width)
			u.clicks("button", "fact 4 of context start: on c a, argument 2")
			u.chooses("b")
			require.Contains(t, u.text(), "on c b")
			if width < 1000 {
				u.clicks("#view-live", "")
			}
			u.says(".live-facts", "on c b")
			u.clicks("[data-live=many]", "")
			u.says(".live-status", "After 20 steps")
			last := read[string](u, `document.querySelector(".log .here .logged").innerText`)
			u.clicks("[data-live=why]", "")
			u.says("#live-why h3", "Why did "+last+" happen?")
			u.says("#live-why", "It could happen because these were there:")
			u.says("#live-why", "from step ")
			chromium.Photograph(t, u.ctx, fmt.Sprintf("why-%d.png", width))
			u.clicks("#live-why .ref", "")
			u.comes(fmt.Sprintf(`document.querySelector("#live-why h3").innerText !== "Why did %s happen?"`, last))
		})
	}
}

// The panel is played with the keyboard alone, and the focus stays where it goes on.
func TestPlayByKeyboard(t *testing.T) {
	u := edits(t, blocks, 1440)
	u.says(".live-status", "At the start.")
	u.runs(`document.querySelector('[data-live="move pick_up b"]').focus()`)
	u.presses(kb.Enter)
	u.says(".live-status", "After 1 step.")
	u.comes(`document.activeElement.matches("#live .move")`)
	u.presses(kb.Enter)
	u.says(".live-status", "After 2 steps, as at the start.")
}

// A program that asks gets the line that the user says, and its output is in the list of steps.
func TestPlayAsks(t *testing.T) {
	u := edits(t, `asked : pred.
hear string : sense.
#sensor hear LINE.
tell string : action.
#action tell PRINT.
echo : asked * hear S -o tell S.
#trace _ main { asked }.
`, 1440)
	u.says(".live-status", "The program waits for a line.")
	u.runs(`document.querySelector("#live-line").focus()`)
	u.enters("<b>hello</b>")
	u.says(".live-status", "1 thing can happen.")
	u.clicks("#live .move", "echo")
	u.says(".log .printed", "<b>hello</b>")
	u.says(".live-status", "Nothing can happen any more.")
}

// Statements end the run in a state that violates them.
func TestPlayViolates(t *testing.T) {
	u := edits(t, blocks+"#never held : holding a.\n", 1440)
	u.says(".live-status", "At the start.")
	u.clicks(`[data-live="move unstack c a"]`, "")
	u.clicks(`[data-live="move put_down c"]`, "")
	u.clicks(`[data-live="move pick_up a"]`, "")
	u.says(".live-status", "A statement does not hold here.")
	u.clicks("[data-live=back]", "")
	u.says(".live-status", "After 2 steps")
}
