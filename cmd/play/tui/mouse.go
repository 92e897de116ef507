package tui

import tea "charm.land/bubbletea/v2"

// A click marks the line under the pointer; on a marked line it acts as Enter does. The wheel
// scrolls the part under the pointer.

// pointed is a layer that the mouse works on, as it does on the panes. Lines are those of
// the screen.
type pointed interface {
	click(m *model, line int) tea.Cmd
	wheel(m *model, lines int)
}

// wheelLines is how many lines a turn of the wheel scrolls.
const wheelLines = 3

// leaveMouse leaves the mouse to the terminal, or takes it again.
func (m *model) leaveMouse() tea.Cmd {
	if m.handsOff = !m.handsOff; m.handsOff {
		m.message = "The mouse is the terminal's, to select text with. m takes it again."
	}
	return nil
}

// clicked performs the action of a click. Clicks have no effect during work or a question of the
// program.
func (m *model) clicked(at tea.Mouse) tea.Cmd {
	if at.Button != tea.MouseLeft || m.busy != nil || m.question != nil {
		return nil
	}
	m.message = ""
	if top := m.top(); top != nil {
		if p, ok := top.(pointed); ok {
			return p.click(m, at.Y)
		}
		return nil
	}
	state := m.overState(at.X)
	row, ok := m.pane(state).pointed(at.Y)
	if !ok {
		return nil
	}
	again := m.stateFocused == state && m.pane(state).at == row
	m.stateFocused = state
	m.pane(state).at = row
	if again {
		return m.enter()
	}
	return nil
}

// wheeled scrolls the part under the mouse.
func (m *model) wheeled(at tea.Mouse) {
	lines := 0
	switch at.Button {
	case tea.MouseWheelUp:
		lines = -wheelLines
	case tea.MouseWheelDown:
		lines = wheelLines
	}
	if top := m.top(); top != nil {
		if p, ok := top.(pointed); ok {
			p.wheel(m, lines)
		}
		return
	}
	m.pane(m.overState(at.X)).scroll(lines)
}

// top returns the top layer, or nil.
func (m *model) top() layer {
	if n := len(m.layers); n > 0 {
		return m.layers[n-1]
	}
	return nil
}

// overState reports whether a column is one of the pane with the state.
func (m *model) overState(column int) bool {
	if m.width < narrowest {
		return m.stateFocused
	}
	return column < m.stateWidth()
}

// pane returns the list of a pane.
func (m *model) pane(state bool) *list {
	if state {
		return &m.state.list
	}
	return &m.menu.list
}

// pointed returns the row that can be marked in a line of the screen, where the list is below
// a title.
func (l *list) pointed(line int) (row int, ok bool) {
	row = l.top + line - 1
	if line < 1 || line > l.page || row >= l.rows || l.head != nil && l.head(row) {
		return 0, false
	}
	return row, true
}

// scroll shows other rows; the mark comes along where it would be left behind.
func (l *list) scroll(lines int) {
	l.top = max(0, min(l.top+lines, l.rows-l.page))
	if to := max(l.top, min(l.at, l.top+l.page-1)); to != l.at {
		l.move(to - l.at)
	}
}

func (c *chooser) click(m *model, line int) tea.Cmd {
	row, ok := c.pointed(line)
	switch {
	case !ok:
	case row != c.at:
		c.at = row
	case c.keys["enter"] != nil:
		return c.keys["enter"](m, row)
	}
	return nil
}

func (c *chooser) wheel(_ *model, lines int) { c.scroll(lines) }

func (p *pager) click(*model, int) tea.Cmd { return nil }

func (p *pager) wheel(_ *model, lines int) { p.view.SetYOffset(p.view.YOffset() + lines) }

func (f *filter) click(m *model, line int) tea.Cmd {
	row, ok := m.menu.pointed(line)
	switch {
	case !ok:
	case row != m.menu.at:
		m.menu.at = row
	default:
		return f.press(m, tea.KeyPressMsg{Code: tea.KeyEnter})
	}
	return nil
}

func (f *filter) wheel(m *model, lines int) { m.menu.scroll(lines) }
