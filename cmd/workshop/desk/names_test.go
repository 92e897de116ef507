package desk

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// controls are the roles of what screen readers name. Lists of cards are among them, so that all parts are announced.
const controls = " button link textbox searchbox combobox listbox option menu menuitem menuitemradio checkbox radio " +
	"tab tablist dialog img image spinbutton slider DisclosureTriangle region group list "

// unnamed lists what a screen reader could not name of the page as it is.
func (u *user) unnamed() (all []string) {
	u.Helper()
	tree, err := chromedp.Call(u.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(u, err)
	named := 0
	text := func(v *accessibility.Value) string {
		if v == nil {
			return ""
		}
		return strings.Trim(string(v.Value), `" `)
	}
	for _, n := range tree.Nodes {
		role := text(n.Role)
		if n.Ignored || !strings.Contains(controls, " "+role+" ") {
			continue
		}
		if named++; text(n.Name) == "" && role != "list" && role != "group" {
			all = append(all, fmt.Sprint(role, " ", n.Properties))
		}
	}
	require.Positive(u, named)
	return all
}

// Whatever is open, screen readers have a name for each control, and axe-core finds no fault: dialogs, menus, and the
// views of a phone.
func TestNames(t *testing.T) {
	axe := ""
	if os.Getenv("CEPTRE_AXE") != "" {
		axe = chromium.Axe(t)
	}
	u := &user{T: t, ctx: chromium.Start(t)}
	u.serves(u.file("inn.cep", inn))
	u.opens(1600)
	u.sets("prefers-reduced-motion", "reduce")
	escape := func() { u.presses(kb.Escape) }
	color := "light"
	for _, s := range []struct {
		name string
		does func()
	}{
		{"all views", func() {}},
		{"an open rule", func() { u.clicks(".stage .rule-open", "") }},
		{"a menu of terms", func() {
			u.clicks(".stage .premise button.term", "")
			u.comes(`document.querySelector(".menu-item")`) // what fits is asked for first
		}},
		{"a menu of actions", func() { escape(); u.clicks("button", "More for type guest") }},
		{"the kinds of a predicate", func() {
			escape()
			u.clicks("button", "Kind of predicate at")
			u.comes(`document.querySelector(".menu-item.asks")`)
		}},
		{"an included context", func() {
			escape()
			u.clicks(".included button", "purse")
			u.comes(`document.querySelector(".menu-item")`)
		}},
		{"an invariant", func() { escape(); u.clicks(".of-statements .rule.invariant .rule-open", "") }},
		{"how it counts", func() { u.clicks("button.how", "") }},
		{"a question", func() {
			escape()
			u.clicks("button", "More for type guest")
			u.chooses("Delete")
			u.comes(`document.querySelector("dialog.ask")`)
		}},
		{"new worlds", func() { escape(); u.clicks("#new", ""); u.comes(`document.querySelector("dialog.gallery")`) }},
		{"sharing", func() { escape(); u.clicks("#share", ""); u.comes(`document.querySelector("dialog.share")`) }},
		{"help", func() { escape(); u.clicks("#help", ""); u.comes(`document.querySelector("dialog:modal")`) }},
		{"a new name", func() { escape(); u.clicks("[data-new=type]", "") }},
		{"an error", func() { u.enters("two words"); u.comes(`!document.getElementById("notice").hidden`) }},
		{"a phone", func() { escape(); u.becomesPhone() }},
		{"a menu on a phone", func() { u.clicks("button", "More for type guest") }},
		{"the text on a phone", func() { escape(); u.clicks("#view-text", "") }},
		{"the play on a phone", func() { u.clicks("#view-live", "") }},
	} {
		s.does()
		u.doing = s.name
		require.Empty(t, u.unnamed(), s.name)
		chromium.Photograph(t, u.ctx, "names-"+s.name+".png")
		if axe != "" {
			color = map[string]string{"light": "dark", "dark": "light"}[color]
			// Sticky bars cover some controls unless the page is at its beginning.
			u.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("structure").scrollTo(0, 0); scrollTo(0, 0)`))
			u.sets("prefers-reduced-motion", "reduce", "prefers-color-scheme", color)
			chromium.MustBeAccessible(t, u.ctx, axe, s.name)
		}
	}
}
