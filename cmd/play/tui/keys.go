package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// binding is a key with its action.
type binding struct {
	key.Binding
	about string // for the help
	do    func(m *model) tea.Cmd
}

func bind(short, about string, do func(*model) tea.Cmd, label string, keys ...string) binding {
	return binding{key.NewBinding(key.WithKeys(keys...), key.WithHelp(label, short)), about, do}
}

// bindings returns the keys that are commands, in the order of the help.
func bindings() []binding {
	return []binding{
		bind("help", "this help", (*model).help, "?", "?", "f1"),
		bind("quit", "leave", (*model).quit, "q", "q", "ctrl+c"),
		bind("choose", "take the marked choice; of a marked fact, ask why it is there", (*model).enter, "enter", "enter"),
		bind("find", "find choices: type any part of them", (*model).filter, "/", "/"),
		bind("undo", "take back the last thing you did, with all that chance did after it", (*model).undo, "u", "u",
			"ctrl+u"),
		bind("", "take your last choice back, with all that came after it", (*model).takeBack, "t", "t"),
		bind("redo", "do again what was taken back", (*model).redo, "U", "U", "ctrl+r"),
		bind("", "take back the line that you typed, and be asked again", (*model).askAgain, "a", "a"),
		bind("go", "go to any point of the run, or of another way that was tried", (*model).history, "g", "g"),
		bind("chance", "one step by chance", (*model).chance, "c", "c"),
		bind("run", "let chance go on, in your turns, too, until something happens; Esc interrupts it", (*model).run, "r",
			"r"),
		bind("breaks", "breakpoints, at which chance stops", (*model).breaks, "b", "b"),
		bind("", "choose the stages in which it is your turn", (*model).turns, "T", "T"),
		bind("why", "what led to a fact or a step", (*model).why, "w", "w"),
		bind("why not", "why a rule cannot fire", (*model).whyNot, "n", "n"),
		bind("log", "all that has happened", (*model).log, "l", "l"),
		bind("save", "save the game as a trace", (*model).save, "s", "s"),
		bind("state", "mark facts instead of choices, or choices again", (*model).turn, "tab", "tab"),
		bind("", "leave the mouse to the terminal, to select text, or take it again", (*model).leaveMouse, "m", "m"),
		bind("", "draw the screen anew", func(*model) tea.Cmd { return tea.ClearScreen }, "ctrl+l", "ctrl+l"),
		bind("", "suspend the game; fg in the shell resumes it", func(*model) tea.Cmd { return tea.Suspend }, "ctrl+z",
			"ctrl+z"),
	}
}

// command performs the action of a key. Digits begin a number, and the rest moves the mark.
func (m *model) command(k tea.KeyPressMsg) tea.Cmd {
	if isDigit(k) {
		m.stateFocused = false
		n := &number{*newPrompt("", "", nil)}
		m.push(n)
		return n.press(m, k)
	}
	if m.look(k) {
		return nil
	}
	for _, b := range bindings() {
		if key.Matches(k, b.Binding) {
			return b.do(m)
		}
	}
	if k.String() == "esc" && m.menu.filter != "" {
		m.menu.reset()
	}
	return nil
}

// look moves a mark, for which the game is not needed.
func (m *model) look(k tea.KeyPressMsg) bool {
	l := &m.menu.list
	if m.stateFocused {
		l = &m.state.list
	}
	return l.press(k)
}

// help shows all keys.
func (m *model) help() tea.Cmd {
	var b strings.Builder
	row := func(keys, about string) { fmt.Fprintf(&b, "  %-14s %s\n", keys, about) }
	row("↑ ↓ j k", "mark the one before, the next")
	row("PgUp PgDn", "a page on; Home and End: the first, the last")
	row("1 2 3 …", "mark the choice with that number; Enter takes it")
	row("mouse", "a click marks a line, and takes a marked one; the wheel scrolls")
	for _, k := range bindings() {
		row(strings.Join(k.Keys(), " "), k.about)
	}
	b.WriteString("\n  + is new since your last move, - has gone; Enter on “… and more gone” lists all of that.\n  In a " +
		"choice - is used up, + is made, $ is only needed, > is an action.\n")
	b.WriteString("  In what happened > is what you chose, · what chance did.\n")
	m.push(newPager("Keys", b.String()))
	return nil
}

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
	inState := map[string]string{"enter": "why", "tab": "choices"} // in the pane of the state
	width := m.width
	for _, b := range bindings() {
		h := b.Help()
		if other, ok := inState[h.Key]; ok && m.stateFocused {
			h.Desc = other
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
