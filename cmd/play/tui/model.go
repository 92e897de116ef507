package tui

import (
	"context"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// model is the screen.
type model struct {
	o             Options
	ctx           context.Context
	lock          sync.Mutex // held while the game is in use
	width, height int
	shot
	state stateList
	menu  menu
	// stateFocused says that keys move the mark in the state, and not in the menu.
	stateFocused bool
	message      string // about the last command, until the next key
	busy         *work  // nil where nothing is being done
	ahead        []tea.KeyPressMsg
	layers       []layer // over the panes, the last on top
	question     *prompt // of the waiting program; nil for none
	leaving      bool
	handsOff     bool // the mouse is left to the terminal
}

// layer is a view that covers the panes and handles the keys.
type layer interface {
	press(m *model, k tea.KeyPressMsg) tea.Cmd
	// body returns lines that cover the panes; nil where these are to be seen.
	body(m *model, width, height int) []string
	// foot returns the last lines, so many at most.
	foot(width, most int) []string
}

func newModel(ctx context.Context, o Options) *model {
	m := &model{o: o, ctx: ctx}
	o.Lines.glance = m.o.glance
	m.menu.named = o.Game.Named
	m.see(m.o.glance())
	return m
}

// Init implements [tea.Model].
func (m *model) Init() tea.Cmd {
	if len(m.o.Notes) > 0 {
		var lines []string
		for _, note := range m.o.Notes {
			lines = append(lines, clean(note))
		}
		m.push(newPager("Before you play", strings.Join(lines, "\n")))
	}
	return tea.Batch(m.do("", m.o.Begin), m.listen)
}

// Update implements [tea.Model].
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m, m.typed(msg)
	case tea.MouseClickMsg:
		return m, m.clicked(tea.Mouse(msg))
	case tea.MouseWheelMsg:
		m.wheeled(tea.Mouse(msg))
	case tea.PasteMsg:
		return m, m.paste(msg)
	case doneMsg:
		return m, m.finish(msg)
	case foundMsg:
		return m, m.found(msg)
	case question:
		return m, m.hear(msg)
	case tickMsg:
		if msg.of == m.busy {
			m.busy.slow = true
			return m, tick(m.busy)
		}
	}
	return m, nil
}

// see takes over new contents of the screen. The marks stay if nothing has happened.
func (m *model) see(s shot) {
	same := m.shot.view != nil && m.shot.view.Point == s.view.Point && len(m.shot.view.Menu) == len(s.view.Menu)
	m.shot = s
	m.state.fill(s.view)
	at := m.menu.at
	if m.menu.fill(s.view.Menu, s.view.Whole); same {
		m.menu.move(at - m.menu.at)
	}
}

// typed handles a key, or keeps it until the current work is done.
func (m *model) typed(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case m.busy == nil || m.question != nil || m.busy.search:
		return m.press(k)
	case k.String() == "esc" || k.String() == "ctrl+c":
		m.stop()
	case k.String() == "q" && m.busy.slow:
		m.stop()
		m.ahead = append(m.ahead, k)
	case m.busy.slow && m.look(k):
	default:
		m.ahead = append(m.ahead, k)
	}
	return nil
}

// press gives a key to the question of the program or the top layer, if any.
func (m *model) press(k tea.KeyPressMsg) tea.Cmd {
	m.message = ""
	if m.question != nil {
		return m.question.press(m, k)
	}
	if n := len(m.layers); n > 0 {
		return m.layers[n-1].press(m, k)
	}
	return m.command(k)
}

// push lays something over all else.
func (m *model) push(l layer) { m.layers = append(m.layers, l) }

// pop removes the top layer.
func (m *model) pop() { m.layers = m.layers[:len(m.layers)-1] }

// leave ends the screen.
func (m *model) leave() tea.Cmd {
	m.leaving = true
	return tea.Quit
}
