package screen

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
)

// Lines are lines that programs wait for, and the player types.
type Lines struct {
	questions chan question
	mute      atomic.Bool // nobody is asked
	// glance returns what there is to be seen before the answer.
	glance func() shot
	said   string // of the last answer
}

// NewLines returns lines.
func NewLines() *Lines { return &Lines{questions: make(chan question)} }

// Write implements [io.Writer] for what is said of an answer that nobody understands. It
// stands before the next question.
func (l *Lines) Write(text []byte) (int, error) {
	l.said += string(text)
	return len(text), nil
}

// question is somebody who waits for a line, with what there is to be seen meanwhile.
type question struct {
	reply chan reply
	shot  shot
	said  string
}

// reply is a line, or that there is none.
type reply struct {
	text string
	none bool
}

// errUnanswered is that the player did not want to answer now.
var errUnanswered = errors.New("the program waits for a line")

// Next returns the next line. The error is [io.EOF] if the player says that there is none,
// or that of the context.
func (l *Lines) Next(ctx context.Context) (string, error) {
	switch {
	case l.mute.Load():
		return "", errUnanswered
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	q := question{make(chan reply, 1), l.glance(), l.said}
	l.said = ""
	select {
	case l.questions <- q:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	select {
	case r := <-q.reply:
		if r.none {
			return "", io.EOF
		}
		return r.text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// listen waits for a question.
func (m *model) listen() tea.Msg {
	select {
	case q := <-m.game.Lines.questions:
		return q
	case <-m.ctx.Done():
		return nil
	}
}

// hear puts a question to the player, unless who asked has been interrupted.
func (m *model) hear(q question) tea.Cmd {
	if m.busy == nil {
		return m.listen
	}
	m.see(q.shot)
	label := cmp.Or(clean(q.said), "The program waits for a line") + " (Ctrl-D: there is none; Esc: later):"
	m.question = newPrompt(label, "", func(m *model, text string) tea.Cmd {
		m.question = nil
		q.reply <- reply{text: text}
		return nil
	})
	m.question.keys = map[string]func(*model) tea.Cmd{
		"esc":    (*model).stop,
		"ctrl+c": (*model).stop,
		"ctrl+d": func(m *model) tea.Cmd {
			m.question = nil
			q.reply <- reply{none: true}
			return nil
		},
	}
	return tea.Batch(m.listen, m.replay())
}
