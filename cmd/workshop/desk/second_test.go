package desk

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// A second arm is given to a model whose rules use the arm already: what each rule means is asked in place, and what
// is proposed is right. On a phone, too.
func TestSecondArm(t *testing.T) {
	for _, width := range []int64{1280, 390} {
		u := begin(t, "blocks.cep", blocks, width)
		u.clicks("[data-new=type]", "")
		u.enters("arm")
		u.enters("left")
		u.enters("right")
		u.clicks("button", "Add an argument to predicate arm_free")
		u.chooses("arm")
		u.comes(`document.querySelector("dialog.ask")`)
		chromium.Photograph(t, u.ctx, "second-arm.png")
		u.presses(kb.Enter)
		for _, line := range []string{
			"arm_free arm : pred.", "holding block arm : pred.", "put_down : holding B A -o arm_free A * on_table B * clear B.",
		} {
			require.Contains(t, u.text(), line)
		}
		u.clicks("button", "Add a fact, context start")
		u.chooses("arm_free")
		u.clicks("button.term", "fact 7 of context start")
		u.chooses("right")
		require.Contains(t, u.text(), "arm_free right")
		require.Zero(t, read[int](u, `workshop.messages.length`))
	}
}
