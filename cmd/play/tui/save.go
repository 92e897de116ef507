package tui

import (
	"context"
	"errors"
	"io/fs"

	tea "charm.land/bubbletea/v2"
)

func (m *model) save() tea.Cmd {
	m.push(newPrompt("Save as (.json, .jsonl or .ctrace):", m.o.SaveName, func(m *model, name string) tea.Cmd {
		return m.saveAs(name, false, false)
	}))
	return nil
}

// saveAs saves the game, and asks before it writes over a file. Then it leaves, if that is
// wanted.
func (m *model) saveAs(name string, over, leave bool) tea.Cmd {
	if name == "" {
		return nil
	}
	return m.ask("saving", func(ctx context.Context) (func(*model), error) {
		file, err := m.o.Save(ctx, name, over)
		if errors.Is(err, fs.ErrExist) {
			return func(m *model) {
				m.push(&confirm{clean(file) + " is there. Write over it?", "y yes   n no", map[string]func(*model) tea.Cmd{
					"y": func(m *model) tea.Cmd { return m.saveAs(name, true, leave) }}})
			}, nil
		}
		return func(m *model) {
			m.o.SaveName, m.message, m.leaving = file, "Saved: "+clean(file), leave
		}, err
	})
}

func (m *model) quit() tea.Cmd {
	unsaved := m.o.Unsaved()
	if unsaved == "" {
		return m.leave()
	}
	m.push(&confirm{unsaved + " Leave all the same?", "y leave   s save   n stay", map[string]func(*model) tea.Cmd{
		"y": (*model).leave,
		"s": func(m *model) tea.Cmd {
			m.push(newPrompt("Save as:", m.o.SaveName, func(m *model, name string) tea.Cmd { return m.saveAs(name, false, true) }))
			return nil
		},
	}})
	return nil
}
