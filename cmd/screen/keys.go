package screen

import (
	"context"
	"errors"
	"io/fs"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/desk"
)

// binding is a key, with what it does.
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
		bind("choose", "take the marked choice", (*model).choose, "enter", "enter"),
		bind("find", "find choices: type any part of them", (*model).filter, "/", "/"),
		bind("undo", "take the last step back", (*model).undo, "u", "u", "ctrl+u"),
		bind("redo", "do again what was taken back", (*model).redo, "U", "U", "ctrl+r"),
		bind("go to", "go to any point of the run, or of another way that was tried", (*model).history, "g", "g"),
		bind("chance", "one step by chance", (*model).chance, "c", "c"),
		bind("run until", "let chance go on until something happens; Esc interrupts it", (*model).run, "r", "r"),
		bind("breaks", "breakpoints, at which chance stops", (*model).breaks, "b", "b"),
		bind("why", "what led to a fact or a step", (*model).why, "w", "w"),
		bind("why not", "why a rule cannot fire", (*model).whyNot, "n", "n"),
		bind("log", "all that has happened", (*model).log, "l", "l"),
		bind("save", "save the game as a trace", (*model).save, "s", "s"),
		bind("state", "mark facts instead of choices, or choices again", (*model).turn, "tab", "tab"),
		bind("quit", "leave", (*model).quit, "q", "q", "ctrl+c"),
		bind("", "draw the screen anew", func(*model) tea.Cmd { return tea.ClearScreen }, "ctrl+l", "ctrl+l"),
		bind("", "put the play aside; the shell's fg comes back", func(*model) tea.Cmd { return tea.Suspend }, "ctrl+z", "ctrl+z"),
	}
}

// command does what a key says. Digits choose, and the rest moves the mark.
func (m *model) command(k tea.KeyPressMsg) tea.Cmd {
	if n, err := strconv.Atoi(k.String()); err == nil && len(k.String()) == 1 {
		return m.digit(n)
	}
	m.menu.typed = 0
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

// look moves a mark, for which the desk is not needed.
func (m *model) look(k tea.KeyPressMsg) bool {
	l := &m.menu.list
	if m.stateFocused {
		l = &m.state.list
	}
	return l.press(k)
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
	return m.playOn(func(ctx context.Context) error { return m.game.Desk.Choose(ctx, number, most) })
}

// playOn does something after which chance may go on, and says why it stopped.
func (m *model) playOn(job func(context.Context) error) tea.Cmd {
	return m.ask("chance plays", func(ctx context.Context) (func(*model), error) {
		return (*model).stopped, job(ctx)
	})
}

func (m *model) stopped() {
	if m.shot.stop != "" {
		m.message = "Stopped: " + clean(m.shot.stop)
	}
}

// digit marks the choice of a number, and takes it if no other number goes on like it.
func (m *model) digit(n int) tea.Cmd {
	found, final := m.menu.digit(n)
	switch {
	case !found:
		m.message = "There is no such number."
	case final:
		return m.choose()
	}
	return nil
}

func (m *model) undo() tea.Cmd {
	if !m.shot.view.CanUndo {
		m.message = "There is nothing to take back."
		return nil
	}
	return m.goes(func() { m.game.Desk.Undo() })
}

func (m *model) redo() tea.Cmd {
	if !m.shot.view.CanRedo {
		m.message = "There is nothing to do again."
		return nil
	}
	return m.goes(func() { m.game.Desk.Redo() })
}

// goes goes to another point.
func (m *model) goes(way func()) tea.Cmd {
	return m.do("", func(context.Context) error {
		way()
		return nil
	})
}

func (m *model) chance() tea.Cmd { return m.runUntil(play.Until{Steps: 1}) }

func (m *model) run() tea.Cmd {
	usual := "until nothing can happen"
	if m.game.Desk.HasTurns() {
		usual = "until it is your turn"
	}
	m.push(newPrompt("Run until (rule, fact, stage S, turn, end, or steps; Enter alone: "+usual+"): ", "", func(m *model, text string) tea.Cmd {
		u, err := m.game.Desk.Until(text)
		if err != nil {
			m.message = clean(err.Error())
			return nil
		}
		if u.Turn && m.shot.view.Status == desk.Asks {
			m.message = "It is your turn."
			return nil
		}
		return m.runUntil(u)
	}))
	return nil
}

func (m *model) runUntil(u play.Until) tea.Cmd {
	return m.playOn(func(ctx context.Context) error {
		_, err := m.game.Desk.Run(ctx, u)
		return err
	})
}

func (m *model) why() tea.Cmd {
	m.push(newPrompt("Why is there (a fact, or the id of a step): ", m.state.fact(m.stateFocused), func(m *model, text string) tea.Cmd {
		return m.answer("Why "+text+"?", text, m.game.Why)
	}))
	return nil
}

func (m *model) whyNot() tea.Cmd {
	m.push(newPrompt("Why not (a rule, with arguments; _ is any): ", "", func(m *model, text string) tea.Cmd {
		return m.answer("Why not "+text+"?", text, m.game.WhyNot)
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

func (m *model) save() tea.Cmd {
	m.push(newPrompt("Save as (.json, .jsonl or .ctrace): ", m.game.SaveName, func(m *model, name string) tea.Cmd {
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
		file, err := m.game.Save(ctx, name, over)
		if errors.Is(err, fs.ErrExist) {
			return func(m *model) {
				m.push(&confirm{clean(file) + " is there. Write over it? (y/n)", map[string]func(*model) tea.Cmd{
					"y": func(m *model) tea.Cmd { return m.saveAs(name, true, leave) }}})
			}, nil
		}
		return func(m *model) {
			m.game.SaveName, m.message, m.leaving = file, "Saved: "+clean(file), leave
		}, err
	})
}

func (m *model) turn() tea.Cmd {
	m.stateFocused = !m.stateFocused
	return nil
}

func (m *model) quit() tea.Cmd {
	if !m.game.Unsaved() {
		return m.leave()
	}
	m.push(&confirm{"This game is not saved. Leave all the same? (y: leave, s: save, n: stay)", map[string]func(*model) tea.Cmd{
		"y": (*model).leave,
		"s": func(m *model) tea.Cmd {
			m.push(newPrompt("Save as: ", m.game.SaveName, func(m *model, name string) tea.Cmd { return m.saveAs(name, false, true) }))
			return nil
		},
	}})
	return nil
}
