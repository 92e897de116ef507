package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"
)

// work is a piece of work in the background.
type work struct {
	cancel context.CancelFunc
	what   string
	from   int64 // the steps of chance before
	slow   bool  // the player has been told of it
	search bool  // it looks for choices, which typing goes on with
}

// pace is the interval at which progress is shown; work that is done sooner shows none.
const pace = 100 * time.Millisecond

type tickMsg struct{ of *work }

func tick(of *work) tea.Cmd {
	return tea.Tick(pace, func(time.Time) tea.Msg { return tickMsg{of} })
}

// doneMsg says that work is done.
type doneMsg struct {
	of   *work
	err  error
	shot shot
	then func(*model) // shows its result beside the state; nil for none
}

// do runs a job on the game in the background. A job named "" is expected to be quick.
func (m *model) do(what string, job func(context.Context) error) tea.Cmd {
	return m.ask(what, func(ctx context.Context) (func(*model), error) { return nil, job(ctx) })
}

// ask is do for a job with a result to show.
func (m *model) ask(what string, job func(context.Context) (func(*model), error)) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	w := &work{cancel: cancel, what: what, from: m.o.Steps()}
	m.busy, m.message = w, ""
	return tea.Batch(tick(w), func() tea.Msg {
		m.lock.Lock()
		defer m.lock.Unlock()
		defer cancel()
		var then func(*model)
		err := m.o.Bounded(ctx, func(ctx context.Context) (err error) {
			then, err = job(ctx)
			return err
		})
		return doneMsg{w, err, m.o.shoot(ctx, m.ctx), then}
	})
}

// finish shows the result of work, and continues with the keys that were typed meanwhile.
func (m *model) finish(d doneMsg) tea.Cmd {
	m.busy, m.question = nil, nil
	m.see(d.shot)
	switch {
	case errors.Is(d.err, context.Canceled), errors.Is(d.err, errUnanswered):
		m.message = "Interrupted."
	case d.err != nil:
		m.message = m.plain(d.err)
	case d.then != nil:
		d.then(m)
	}
	if m.leaving {
		return tea.Quit
	}
	return m.replay()
}

// plain returns the text of an error, with its place in the program.
func (m *model) plain(err error) string { return clean(m.o.Place(err).Error()) }

// replay goes on with keys that were typed ahead.
func (m *model) replay() tea.Cmd {
	for len(m.ahead) > 0 && (m.busy == nil || m.question != nil) {
		k := m.ahead[0]
		m.ahead = m.ahead[1:]
		if cmd := m.press(k); cmd != nil {
			return cmd
		}
	}
	return nil
}

// stop ends the work as soon as that can be.
func (m *model) stop() tea.Cmd {
	m.ahead, m.question = nil, nil
	m.busy.cancel()
	return nil
}

// rest waits until no work is done any more.
func (m *model) rest() {
	if m.busy != nil {
		m.busy.cancel()
	}
	m.lock.Lock()
	defer m.lock.Unlock()
}
