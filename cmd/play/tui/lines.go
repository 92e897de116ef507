package tui

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
	mute      atomic.Bool // questions are not asked
	// glance returns the contents of the screen before the answer.
	glance func() shot
	said   string // about the last answer
}

// NewLines returns lines.
func NewLines() *Lines { return &Lines{questions: make(chan question)} }

// Write implements [io.Writer] for messages about invalid answers. The text is shown before the
// next question.
func (l *Lines) Write(text []byte) (int, error) {
	l.said += string(text)
	return len(text), nil
}

// question is a pending request for a line, with the text to show meanwhile.
type question struct {
	reply chan reply
	shot  shot
	said  string
}

// reply is the answer to a question: a line, or none.
type reply struct {
	text string
	none bool
}

// errUnanswered is the error of a question that the player put off.
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
	case q := <-m.o.Lines.questions:
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
