package tui

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/session"
)

// enter does what Enter does in the pane where the mark is moved: in the state, it asks why.
func (m *model) enter() tea.Cmd {
	switch {
	case !m.stateFocused || errors.Is(m.shot.err, errUnanswered):
		return m.choose()
	case m.state.unfold():
		return nil
	}
	fact := m.state.fact()
	if fact == "" {
		m.message = "There is nothing to ask about."
		return nil
	}
	return m.tellWhy(fact)
}

func (m *model) choose() tea.Cmd {
	if errors.Is(m.shot.err, errUnanswered) {
		return m.do("", func(context.Context) error { return nil }) // asks again
	}
	move := m.menu.marked()
	if move == nil {
		m.message = "There is nothing to choose."
		return nil
	}
	number, most := move.Number, m.menu.most
	return m.playOn(func(ctx context.Context) error { return m.o.Game.Choose(ctx, number, most) })
}

// playOn does something after which chance may go on, and says why it stopped.
func (m *model) playOn(job func(context.Context) error) tea.Cmd {
	return m.ask("chance plays", func(ctx context.Context) (func(*model), error) {
		return func(m *model) {
			if m.shot.stop != "" {
				m.message = "Stopped: " + clean(m.shot.stop)
			}
		}, job(ctx)
	})
}

func (m *model) undo() tea.Cmd {
	return m.goes(m.shot.view.CanUndo, "There is nothing to take back.", func() { m.o.Game.UndoAct() })
}

// takeBack takes back the last choice of the player, with all that came after it.
func (m *model) takeBack() tea.Cmd {
	return m.ask("", func(context.Context) (func(*model), error) {
		if m.o.Game.TakeBack() {
			return nil, nil
		}
		return func(m *model) { m.message = "There is no choice of yours to take back." }, nil
	})
}

// askAgain takes back the answers of the player, so that the program asks again.
func (m *model) askAgain() tea.Cmd {
	return m.goes(m.shot.view.Answered, "The program has asked nothing here.", func() { m.o.Game.AskAgain() })
}

func (m *model) redo() tea.Cmd {
	return m.goes(m.shot.view.CanRedo, "There is nothing to do again.", func() { m.o.Game.RedoAct() })
}

// goes goes to another point, or says why it cannot.
func (m *model) goes(can bool, otherwise string, way func()) tea.Cmd {
	if !can {
		m.message = otherwise
		return nil
	}
	return m.do("", func(context.Context) error {
		way()
		return nil
	})
}

func (m *model) chance() tea.Cmd { return m.runUntil(session.Until{Steps: 1}) }

func (m *model) run() tea.Cmd {
	usual := "end"
	if m.o.Game.HasTurns() {
		usual = "your turn"
	}
	m.push(newPrompt("Run until (rule, fact, stage S, turn, end, N steps; several with semicolons; Enter alone: "+usual+
		"):", "", func(m *model, text string) tea.Cmd {
		u, err := m.o.Game.Until(text)
		if err != nil {
			m.message = clean(err.Error())
			return nil
		}
		if u.Turn && m.shot.view.Status == game.Asks {
			m.message = "It is your turn."
			return nil
		}
		return m.runUntil(u)
	}))
	return nil
}

// turns asks for the stages in which it is to be the player's turn.
func (m *model) turns() tea.Cmd {
	d := m.o.Game
	now := cmp.Or(strings.Join(d.Turns(), ", "), "all")
	m.push(newPrompt("Your turn in (all, or some of "+clean(strings.Join(d.Stages(), ", "))+"):", now,
		func(m *model, text string) tea.Cmd {
			stages, err := d.TurnsIn(text)
			if err != nil || len(stages) == 0 {
				m.message = "Nothing has changed."
				if err != nil {
					m.message = clean(err.Error())
				}
				return nil
			}
			return m.playOn(func(ctx context.Context) error { return d.TakeTurns(ctx, stages) })
		}))
	return nil
}

func (m *model) runUntil(u session.Until) tea.Cmd {
	return m.playOn(func(ctx context.Context) error {
		_, err := m.o.Game.Run(ctx, u)
		return err
	})
}

func (m *model) why() tea.Cmd {
	marked := ""
	if m.stateFocused { // and the player sees the mark
		marked = m.state.fact()
	}
	m.push(newPrompt("Why is there (a fact, or the id of a step):", marked, (*model).tellWhy))
	return nil
}

func (m *model) tellWhy(what string) tea.Cmd {
	return m.answer("Why "+what+"?", what, m.o.Why)
}

func (m *model) whyNot() tea.Cmd {
	m.push(newPrompt("Why not (a rule, with arguments; _ is any):", "", func(m *model, text string) tea.Cmd {
		return m.answer("Why not "+text+"?", text, m.o.WhyNot)
	}))
	return nil
}

// answer shows the answer to a question.
func (m *model) answer(title, what string, ask func(context.Context, string) (string, error)) tea.Cmd {
	if what == "" {
		return nil
	}
	return m.ask("looking for an answer", func(ctx context.Context) (func(*model), error) {
		text, err := ask(ctx, what)
		return func(m *model) { m.push(newPager(clean(title), text)) }, err
	})
}

func (m *model) turn() tea.Cmd {
	m.stateFocused = !m.stateFocused
	return nil
}

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
			m.push(newPrompt("Save as:", m.o.SaveName,
				func(m *model, name string) tea.Cmd { return m.saveAs(name, false, true) }))
			return nil
		},
	}})
	return nil
}
