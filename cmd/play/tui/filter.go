package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
)

// filter is the layer in which choices are found by typing.
type filter struct{ prompt }

func (m *model) filter() tea.Cmd {
	m.menu.reset()
	m.stateFocused = false
	m.push(&filter{*newPrompt("Find:", "", nil)})
	return nil
}

func (f *filter) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc", "ctrl+c":
		m.pop()
		m.menu.reset()
		return m.abandon()
	case "enter":
		if m.busy != nil {
			m.ahead = append(m.ahead, k)
			return nil
		}
		m.pop()
		return m.choose()
	case "up", "down", "pgup", "pgdown":
		m.menu.press(k)
		return nil
	}
	before := f.input.Value()
	f.input, _ = f.input.Update(k)
	if f.input.Value() == before {
		return nil
	}
	return m.narrow(f.input.Value())
}

// narrow shows the choices in which a text stands. Where not all are on the screen, they
// are looked for in the background.
func (m *model) narrow(text string) tea.Cmd {
	if m.menu.whole || text == "" {
		m.menu.narrow(text)
		return m.abandon()
	}
	if m.busy != nil {
		return m.abandon() // and looks for this one
	}
	return m.search(text)
}

// abandon gives up looking for choices.
func (m *model) abandon() tea.Cmd {
	if m.busy != nil {
		m.busy.cancel()
	}
	return nil
}

// foundMsg is the choices in which a text stands.
type foundMsg struct {
	most  game.Most
	rules []game.Rule
	err   error
}

func (m *model) search(text string) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	m.busy = &work{cancel: cancel, what: "looking", from: m.o.Steps(), search: true}
	of, bounds := m.busy, most()
	bounds.Filter = text
	return tea.Batch(tick(of), func() tea.Msg {
		m.lock.Lock()
		defer m.lock.Unlock()
		defer cancel()
		var rules []game.Rule
		err := m.o.Bounded(ctx, func(ctx context.Context) (err error) {
			rules, _, err = m.o.Game.Menu(ctx, bounds)
			return err
		})
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return foundMsg{bounds, rules, err}
	})
}

// found shows the result of a search, if the player still searches for the same.
func (m *model) found(f foundMsg) tea.Cmd {
	m.busy = nil
	wanted := ""
	if n := len(m.layers); n > 0 {
		if top, ok := m.layers[n-1].(*filter); ok {
			wanted = top.input.Value()
		}
	}
	switch {
	case wanted != f.most.Filter && wanted != "":
		return m.search(wanted)
	case wanted == "":
	case f.err != nil:
		m.message = clean(f.err.Error())
	default:
		m.menu.show(wanted, f.most, f.rules)
	}
	return m.replay()
}
