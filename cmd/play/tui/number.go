package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// number is the layer in which a choice is called by its number: digits mark it, Enter takes
// it. A number may have more digits than there are choices, so none is taken before.
type number struct{ prompt }

// digits begins a number.
func (m *model) digits(k tea.KeyPressMsg) tea.Cmd {
	m.stateFocused = false
	n := &number{*newPrompt("", "", nil)}
	m.push(n)
	return n.press(m, k)
}

// isDigit reports whether a key is one.
func isDigit(k tea.KeyPressMsg) bool {
	return len(k.String()) == 1 && k.String()[0] >= '0' && k.String()[0] <= '9'
}

func (n *number) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case k.String() == "esc" || k.String() == "ctrl+c":
		m.pop()
	case k.String() == "enter":
		m.pop()
		return n.take(m)
	case isDigit(k) || k.String() == "backspace":
		n.input, _ = n.input.Update(k)
		if n.input.Value() == "" {
			m.pop()
		}
		n.mark(m)
	default: // any other key cancels the number
		m.pop()
		return m.command(k)
	}
	return nil
}

// mark marks the choice of the number, and is false where there is none.
func (n *number) mark(m *model) bool {
	wanted, err := strconv.Atoi(n.input.Value())
	return err == nil && m.menu.mark(wanted)
}

func (n *number) take(m *model) tea.Cmd {
	if !n.mark(m) {
		m.message = "There is no choice " + n.input.Value() + "."
		return nil
	}
	return m.choose()
}

func (n *number) foot(width, most int) []string {
	return footLines("Choice "+n.input.Value(), "Enter takes it   Esc does not", width, most)
}
