package desk

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// Rules are moved, renamed, duplicated and deleted by keys, moved by the mouse, and to another stage by their menu.
func TestMoves(t *testing.T) {
	u := begin(t, "blocks.cep", blocks, 1280)
	names := func() string {
		var all []string
		for _, m := range regexp.MustCompile(`(?m)^  (\w+) :`).FindAllStringSubmatch(u.text(), -1) {
			all = append(all, m[1])
		}
		return strings.Join(all, " ")
	}
	toggle := ruleNamed("pick_up") + " .rule-open"
	u.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(` + quoted(toggle) + `).focus()`))
	u.presses("alt+" + kb.ArrowDown)
	require.Equal(t, "put_down pick_up stack unstack", names())
	u.focused("pick_up")
	u.presses("alt+" + kb.ArrowDown)
	require.Equal(t, "put_down stack pick_up unstack", names())
	u.presses("alt+" + kb.ArrowUp)
	u.presses(kb.ArrowUp, kb.ArrowDown, kb.F2) // to put_down, and back
	u.focused("New name of rule pick_up")
	u.enters("take")
	u.focused("take, rule take: rename")
	require.Equal(t, "put_down take stack unstack", names())
	u.presses(kb.Escape)
	u.focused("take")
	u.presses("ctrl+d")
	require.Regexp(t, "^put_down take take\\w+ stack unstack$", names())
	u.presses(kb.Delete)
	require.Equal(t, "put_down take stack unstack", names())

	from := u.finds(ruleNamed("unstack")+" .grip", "")
	to := read[[]float64](u, `(({x, y}) => [x + 40, y + 2])(
		document.querySelector(`+quoted(ruleNamed("put_down"))+`).getBoundingClientRect())`)
	u.do(chromedp.MouseEvent(chromedp.MousePressed, from[0], from[1], chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, to[0], to[1]+9, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, to[0], to[1], chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseReleased, to[0], to[1], chromedp.ButtonLeft))
	u.comes(`workshop.text.indexOf("unstack") < workshop.text.indexOf("put_down")`)
	require.Equal(t, "unstack put_down take stack", names())

	u.clicks("[data-new=stage]", "")
	u.enters("late")
	u.clicks("button", "More for rule take")
	u.clicks(".menu .menu-label", "Move to late")
	require.Equal(t, "unstack put_down stack take", names())
	require.Regexp(t, `late = \{\s*take :`, u.text())
}

// ruleNamed returns a selector of the card of a rule.
func ruleNamed(name string) string {
	return `.rule:is([data-key="` + name + `"], [data-key$="/` + name + `"])`
}
