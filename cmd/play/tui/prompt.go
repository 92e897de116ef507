package tui

import (
	"strconv"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// prompt asks for a line.
type prompt struct {
	label string
	input textinput.Model
	enter func(*model, string) tea.Cmd
	// proposed says that the line is a proposal: typed text replaces it, and all other keys begin
	// to edit it.
	proposed bool
	// keys are the actions of other keys. Esc removes the prompt unless keys has another action for
	// it.
	keys map[string]func(*model) tea.Cmd
}

func newPrompt(label, value string, enter func(*model, string) tea.Cmd) *prompt {
	p := &prompt{label: label, input: textinput.New(), enter: enter, proposed: value != ""}
	p.input.Prompt = ""
	p.input.SetValue(value)
	p.input.Focus() // the cursor does not blink
	return p
}

func (p *prompt) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	if do, ok := p.keys[k.String()]; ok {
		return do(m)
	}
	switch k.String() {
	case "esc", "ctrl+c":
		m.pop()
	case "enter":
		if m.question != p {
			m.pop()
		}
		return p.enter(m, p.input.Value())
	default:
		p.update(k, k.Text != "")
	}
	return nil
}

// update changes the line by typed or pasted text, or by another key.
func (p *prompt) update(msg tea.Msg, typed bool) {
	if p.proposed && typed {
		p.input.SetValue("")
	}
	p.proposed = false
	p.input, _ = p.input.Update(msg)
}

func (p *prompt) body(*model, int, int) []string { return nil }

// typing is how much room there should be to type behind a question.
const typing = 24

// foot shows the question and what was typed so far, below it where there is little room.
func (p *prompt) foot(width, most int) []string {
	room := width - ansi.StringWidth(p.label) - 2
	if room >= typing {
		return []string{bold(p.label) + " " + p.line(room)}
	}
	return append(styled(bold, cut(wrap(p.label, width), most-1)), "> "+p.line(max(1, width-3)))
}

// line returns the text typed so far; a proposal looks like a selection.
func (p *prompt) line(width int) string {
	if p.proposed {
		return reversed(ansi.Truncate(clean(p.input.Value()), width, "…"))
	}
	p.input.SetWidth(width)
	return p.input.View()
}

// paste enters pasted text if there is a prompt. Otherwise it is ignored, as pasted commands are
// hardly meant as keys.
func (m *model) paste(msg tea.PasteMsg) tea.Cmd {
	var top layer
	if n := len(m.layers); n > 0 {
		top = m.layers[n-1]
	}
	if m.question != nil {
		top = m.question
	}
	switch l := top.(type) {
	case *prompt:
		l.update(msg, true)
	case *filter:
		l.input, _ = l.input.Update(msg)
		return m.narrow(l.input.Value())
	default:
		m.message = "Keys are commands here, so nothing is pasted."
	}
	return nil
}

// confirm asks a question that keys answer; all others say no.
type confirm struct {
	text, help string
	keys       map[string]func(*model) tea.Cmd
}

func (c *confirm) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	m.pop()
	if do, ok := c.keys[k.String()]; ok {
		return do(m)
	}
	return nil
}

func (c *confirm) body(*model, int, int) []string { return nil }

func (c *confirm) foot(width, most int) []string { return footLines(c.text, c.help, width, most) }

// number is the layer in which a choice is called by its number: digits mark it, Enter takes
// it. A number may have more digits than there are choices, so none is taken before.
type number struct{ prompt }

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
		if n.mark(m) {
			return m.choose()
		}
		m.message = "There is no choice " + n.input.Value() + "."
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

func (n *number) foot(width, most int) []string {
	return footLines("Choice "+n.input.Value(), "Enter takes it   Esc does not", width, most)
}
