package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"github.com/charmbracelet/x/ansi"
)

// foot returns the lines at the bottom: a question, a message, or the help on keys. There are as
// many lines as the text takes, but the state above stays visible.
func (m *model) foot() []string {
	most := max(1, m.height/3)
	switch n := len(m.layers); {
	case m.question != nil:
		return m.question.foot(m.width, most)
	case m.message != "":
		return styled(bold, cut(wrap(m.message, m.width), most))
	case n > 0:
		return m.layers[n-1].foot(m.width, most)
	}
	return []string{m.shortHelp()}
}

// footLines returns a text with the keys that answer it, of which nothing is left out as
// long as there is room: rather of the text.
func footLines(text, keys string, width, most int) []string {
	if ansi.StringWidth(text+"   "+keys) <= width {
		return []string{bold(text) + "   " + keys}
	}
	last := cut(wrap(keys, width), most)
	return append(styled(bold, cut(wrap(text, width), most-len(last))), last...)
}

// styled returns lines in a style.
func styled(style func(string) string, lines []string) []string {
	for i := range lines {
		lines[i] = style(lines[i])
	}
	return lines
}

// shortHelp returns the most important keys that fit into a line.
func (m *model) shortHelp() string {
	var keys []string
	width := m.width
	for _, b := range bindings() {
		h := b.Help()
		if m.stateFocused {
			h = inState(h)
		}
		if h.Desc == "" {
			continue
		}
		if width -= ansi.StringWidth(h.Key+" "+h.Desc) + 2; width < -2 {
			break
		}
		keys = append(keys, bold(h.Key)+" "+h.Desc)
	}
	return strings.Join(keys, "  ")
}

// inState returns the help on a key in the pane of the state.
func inState(h key.Help) key.Help {
	switch h.Key {
	case "enter":
		h.Desc = "why"
	case "tab":
		h.Desc = "choices"
	}
	return h
}
