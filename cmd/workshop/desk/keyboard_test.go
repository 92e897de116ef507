package desk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// The same model is built with the keyboard alone.
func TestBlocksByKeyboard(t *testing.T) {
	u := visit(t, "", 1280)
	u.tabsTo(kb.Tab, "Type")
	u.presses(kb.Enter)
	u.enters("block")
	u.focused("New constant of type block")
	for _, name := range parts.constants {
		u.enters(name)
	}
	u.tabsTo(kb.Tab, "Predicate")
	for _, p := range parts.predicates {
		u.tabsTo("shift+"+kb.Tab, "Predicate")
		u.presses(kb.Enter)
		u.enters(p.name)
		u.focused("Add an argument to predicate " + p.name)
		for range p.args {
			u.presses(kb.Enter)
			u.arrowsTo("block")
		}
	}
	u.tabsTo(kb.Tab, "Add a rule to the rules")
	for i, r := range parts.rules {
		if i > 0 {
			u.tabsTo(kb.Tab, "Add a rule to stage main")
		}
		u.presses(kb.Enter)
		u.enters(r.name)
		for _, p := range r.left {
			u.tabsTo(kb.Tab, "Add what it needs, rule "+r.name)
			u.presses(kb.Enter)
			u.arrowsTo(p)
		}
		for _, p := range r.right {
			u.tabsTo(kb.Tab, "Add what it makes, rule "+r.name)
			u.presses(kb.Enter)
			u.arrowsTo(p)
		}
		for _, a := range arguments {
			if a.rule == r.name {
				u.tabsTo("shift+"+kb.Tab, "rule "+r.name)
				u.tabsTo(kb.Tab, a.label)
				u.presses(kb.Enter)
				u.arrowsTo(a.term)
				u.focused(a.label[:10])
			}
		}
	}
	u.tabsTo(kb.Tab, "Context")
	u.presses(kb.Enter)
	u.enters("start")
	for _, p := range parts.facts {
		u.tabsTo(kb.Tab, "Add a fact, context start")
		u.presses(kb.Enter)
		u.arrowsTo(p)
	}
	for _, a := range arguments {
		if a.rule == "" {
			u.tabsTo("shift+"+kb.Tab, "start, context start")
			u.tabsTo(kb.Tab, a.label)
			u.presses(kb.Enter)
			u.arrowsTo(a.term)
		}
	}
	u.tabsTo(kb.Tab, "Run")
	u.presses(kb.Enter)
	require.Equal(t, blocks, u.text())

	for range 3 { // undo and redo return each text
		u.presses("ctrl+z")
	}
	require.NotContains(t, u.text(), "clear c")
	for range 3 {
		u.presses("ctrl+shift+z")
	}
	require.Equal(t, blocks, u.text())
}

// tabsTo presses Tab, or a key like it, until the focus is at a control with a label.
func (u *user) tabsTo(key, label string) {
	u.Helper()
	var seen []string
	for range 400 {
		now := u.label()
		if rest, begins := strings.CutPrefix(now, label); begins && (rest == "" || strings.ContainsAny(rest[:1], ":,")) {
			return
		}
		seen = append(seen, now)
		u.presses(key)
	}
	require.Contains(u, seen, label)
}

// label returns the label of what has the focus.
func (u *user) label() string {
	u.Helper()
	return read[string](u, `(document.activeElement.ariaLabel ??
		document.activeElement.innerText).trim().replace(/\s+/g, " ")`)
}

// arrowsTo goes down the menu that is open to an item with a first word, and takes it.
func (u *user) arrowsTo(item string) {
	u.Helper()
	u.comes(`document.querySelector(".menu-item.active")`)
	u.presses(kb.Home)
	for range 100 {
		if read[string](u, `document.querySelector(".menu-item.active .menu-label").innerText.split(" ")[0]`) == item {
			u.presses(kb.Enter)
			return
		}
		u.presses(kb.ArrowDown)
	}
	require.Fail(u, "the menu has no such item", item)
}
