package desk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// hostile has markup wherever a program can have it.
const hostile = `% <img src=x onerror="globalThis.harm = 1"><script>globalThis.harm = 1</script>
place : type. % <img src=x onerror="globalThis.harm = 1">
hall : place. % </textarea><svg onload="globalThis.harm = 1">
say string : pred. % </script><!--
at place : pred.
stage main = {
  % <b>the comment</b> of a rule
  greet : at P -o say "<img src=x onerror='globalThis.harm = 1'>\"&lt;".
  "<img src=x onerror=1>" : at P * <img -o ().
}
context start = { at hall, say "</li><iframe srcdoc='<script>parent.harm = 1</script>'>" }.
#trace _ main start.
`

// What programs say is text and no markup, in cards, menus, questions and messages.
func TestHostile(t *testing.T) {
	u := begin(t, `<img src=x onerror=harm=1>.cep`, hostile, 1280)
	u.clicks(".rule-open", "")
	u.clicks(".facts button.term", "")
	u.comes(`document.querySelector(".menu-item.active")`)
	u.presses(kb.Escape)
	u.clicks("button", "More for type place")
	chromium.Photograph(t, u.ctx, "hostile.png")
	u.chooses("Delete")
	u.comes(`document.querySelector("dialog.ask, #notice:not([hidden])")`)
	chromium.Photograph(t, u.ctx, "hostile-ask.png")
	require.Equal(t, "undefined 0", read[string](u, `typeof harm + " " +
		document.querySelectorAll("img[src=x], iframe, script:not([src])").length`))
}

// Names of any length leave all of the page within a phone's width, and short ones stay on their lines.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 150)
	u := begin(t, "long.cep", strings.ReplaceAll("t* : type.\nc* : t*.\np* t* : pred.\n"+
		"stage s* = {\n  r* : p* A* -o p* c*.\n}\n"+
		"context k* = { p* c* }.\n#trace _ s* k*.\n"+
		"nat : type.\n#builtin NAT nat.\nroom : type.\nhall : room.\nlit room : pred.\n", "*", long), 390)
	within := func(what string) {
		t.Helper()
		require.Empty(t, read[string](u, `[...document.querySelectorAll("#structure button, #live button")].filter(e =>
			e.checkVisibility() && e.getBoundingClientRect().right > 390).map(e => e.ariaLabel ?? e.innerText).join()`), what)
		require.Equal(t, 390, read[int](u, `document.documentElement.scrollWidth`), what)
	}
	within("cards")
	require.Empty(t, read[string](u, `[...document.querySelectorAll("#structure button")].filter(e =>
		e.innerText.trim().length < 8 && e.checkVisibility() && e.offsetHeight > 40).map(e => e.innerText).join()`))
	u.clicks(".rule-open", "")
	u.comes(`document.querySelector(".rule button.term")?.checkVisibility()`)
	within("a rule that is open")
	u.clicks("#view-live", "")
	u.comes(`document.querySelector("#live .move")?.checkVisibility()`)
	within("the run")
}
