package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// help shows all keys.
func (m *model) help() tea.Cmd {
	var b strings.Builder
	row := func(keys, about string) { fmt.Fprintf(&b, "  %-14s %s\n", keys, about) }
	row("↑ ↓ j k", "mark the one before, the next")
	row("PgUp PgDn", "a page on; Home and End: the first, the last")
	row("1 2 3 …", "mark the choice with that number; Enter takes it")
	row("mouse", "a click marks, and takes what is marked already; the wheel scrolls")
	for _, k := range bindings() {
		row(strings.Join(k.Keys(), " "), k.about)
	}
	b.WriteString("\n  + is new since your last move, - has gone; Enter on “… and more gone” lists all of that.\n  In a choice - is used up, + is made, $ is only needed, > is said to the outside.\n")
	b.WriteString("  In what happened > is what you chose, · what chance did.\n")
	m.push(newPager("Keys", b.String()))
	return nil
}
