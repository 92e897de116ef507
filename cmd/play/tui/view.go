package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/charmbracelet/x/ansi"
)

// narrowest is how wide the screen has to be for two panes side by side, and flattest how
// high for what happened.
const (
	narrowest = 72
	flattest  = 16
)

// View implements [tea.Model].
func (m *model) View() tea.View {
	v := tea.NewView(m.draw())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	if m.handsOff { // the terminal keeps the mouse, to select text
		v.MouseMode = tea.MouseModeNone
	}
	v.WindowTitle = clean(m.o.Title)
	return v
}

// draw returns the whole screen.
func (m *model) draw() string {
	if m.width < 1 || m.height < 1 {
		return ""
	}
	foot := m.foot()
	height := max(1, m.height-1-len(foot))
	var lines []string
	for _, l := range slices.Backward(m.layers) { // the upper ones may cover the panes
		if lines = l.body(m, m.width, height); lines != nil {
			break
		}
	}
	if lines == nil {
		lines = m.panes(m.width, height)
	}
	lines = append(pad(lines, height, m.width), reversed(fit(m.status(), m.width)))
	for _, line := range foot {
		lines = append(lines, ansi.Truncate(line, m.width, "…"))
	}
	lines = lines[max(0, len(lines)-m.height):]
	for i, line := range lines {
		lines[i] = obeyed(line, m.width)
	}
	return strings.Join(lines, "\n")
}

// status returns the position of the player in the run, and says who chooses next.
func (m *model) status() string {
	v := m.shot.view
	if m.busy != nil && m.busy.slow && m.question == nil {
		return fmt.Sprintf(" … Esc interrupts · %s: %d steps", m.busy.what, m.o.Steps()-m.busy.from)
	}
	parts := []string{m.turnText()}
	if v.Stage != "" {
		parts = append(parts, "stage "+clean(v.Stage))
	}
	step := fmt.Sprintf("step %d", v.Depth)
	if v.Again != "" {
		step += ", " + v.Again
	}
	parts = append(parts, step, fmt.Sprintf("seed %d", m.o.Seed))
	if n := len(v.Breaks); n > 0 {
		parts = append(parts, english.Count(n, "breakpoint"))
	}
	return " " + strings.Join(append(parts, clean(m.o.Title)), " · ")
}

// turnText returns the text about the next turn.
func (m *model) turnText() string {
	switch {
	case m.question != nil:
		return "the program asks"
	case errors.Is(m.shot.err, errUnanswered):
		return "the program asks: Enter answers"
	case m.shot.err != nil:
		return "broken: " + m.plain(m.shot.err)
	}
	switch m.shot.view.Status {
	case game.Asks:
		return "your turn"
	case game.Chance:
		return "chance's turn: r goes on"
	case game.Over:
		if e := m.shot.view.Ending; e != nil && e.Link != "" {
			return "the end: " + clean(e.Link)
		}
		return "the end: nothing can happen"
	case game.Bound:
		return "the end: the limit of " + english.Count(m.shot.view.Depth, "step")
	}
	return "…"
}

// panes returns state and choices, side by side if there is room, and below them what
// happened.
func (m *model) panes(width, height int) []string {
	log := 0
	if height+2 >= flattest {
		log = max(4, (height-2)/4)
	}
	lines := pad(m.upper(width, height-log), height-log, width)
	if log > 0 {
		lines = append(lines, titleLine("What happened", width, false))
		lines = append(lines, m.logLines(width, log-1)...)
	}
	return lines
}

// upper returns the panes above.
func (m *model) upper(width, height int) []string {
	if width < narrowest {
		if m.stateFocused {
			return append([]string{titleLine(m.state.title()+" (Tab: choices)", width, true)},
				m.state.lines(width, height-1, true)...)
		}
		return append([]string{titleLine(m.menu.title()+" (Tab: state)", width, true)}, m.choices(width, height-1)...)
	}
	left := m.stateWidth()
	right := width - left - 1
	a := pad(m.state.lines(left, height-1, m.stateFocused), height-1, left)
	b := pad(m.choices(right, height-1), height-1, right)
	out := []string{
		titleLine(m.state.title(), left, m.stateFocused) + faint("┬") + titleLine(m.menu.title(), right, !m.stateFocused),
	}
	for i := range a {
		out = append(out, a[i]+faint("│")+b[i])
	}
	return out
}

// stateWidth is how wide the pane with the state is, where it stands beside the choices.
func (m *model) stateWidth() int { return min(m.width*2/5, 70) }

// choices returns the menu, and below it all about the marked choice.
func (m *model) choices(width, height int) []string {
	if m.menu.moves() == 0 {
		return m.instead(width)
	}
	room := min(9, height/3)
	var below []string
	if room > 1 {
		below = m.menu.details(width, room)
	}
	lines := pad(m.menu.lines(width, height-len(below)-min(1, len(below)), !m.stateFocused),
		height-len(below)-min(1, len(below)), width)
	if len(below) > 0 {
		lines = append(lines, faint(strings.Repeat("─", width)))
	}
	return append(lines, below...)
}

// instead returns the text in place of missing choices: the reason and, at the end of a run, the
// author's text for the ending.
func (m *model) instead(width int) []string {
	out := wrapIn("  "+m.none(), width)
	if m.menu.filter != "" {
		return out
	}
	var lines []string
	e := m.shot.view.Ending
	if e != nil {
		lines = e.Missing
	}
	if goal := m.shot.view.Goal; goal != "" {
		lines = append(slices.Clip(lines), goal)
	}
	for _, line := range lines {
		out = append(out, wrapIn("  "+clean(line), width)...)
	}
	if e == nil {
		return out
	}
	out = append(out, fit("", width))
	out = append(out, styled(bold, wrapIn("  "+clean(e.Title), width))...)
	return append(out, wrapIn("  "+clean(e.Prose), width)...)
}

// none says why there is no choice.
func (m *model) none() string {
	switch {
	case m.menu.filter != "":
		return "nothing fits"
	case m.question != nil || m.shot.err != nil || m.shot.view.Status == game.Bound:
		return m.turnText()
	case m.shot.view.Status == "":
		return "…"
	}
	if e := m.shot.view.Ending; e != nil {
		return clean(e.Text)
	}
	return "nothing can happen any more"
}

// titleLine returns the line above a pane, which is bold where keys move its mark.
func titleLine(title string, width int, focused bool) string {
	style := func(text string) string { return text }
	if focused {
		style = bold
	}
	if width < 6 {
		return style(fit(title, width))
	}
	title = ansi.Truncate(title, width-4, "…")
	rest := max(0, width-ansi.StringWidth(title)-4)
	return faint("─ ") + style(title) + faint(" "+strings.Repeat("─", rest+1))
}

// pad returns just so many lines.
func pad(lines []string, height, width int) []string {
	for len(lines) < height {
		lines = append(lines, strings.Repeat(" ", max(0, width)))
	}
	return lines[:max(0, height)]
}
