package workshop

import (
	"unicode/utf16"

	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/grammar"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/units"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// mostMessages is how many messages a page is told at a time.
const mostMessages = 1000

// sheet is a text with what is known of it.
type sheet struct {
	*assist.Text
	*units.Index
	shown *view // nil before it is asked for
}

// sheet returns the sheet of a text. Several requests about one text analyse it once.
func (h *Handler) sheet(text string) *sheet {
	if h.last == nil || h.last.Src != text {
		h.last = &sheet{Text: assist.New(defaultName, text), Index: units.NewIndex(text)}
	}
	return h.last
}

// view is a program as the page shows it.
type view struct {
	Outline  *outline.Outline `json:"outline"`
	Messages []message        `json:"messages"`
	Colours  [][2]any         `json:"colours"` // lengths and classes
}

// message is something that is wrong with the program, or may be.
type message struct {
	From    int    `json:"from"`
	To      int    `json:"to"`
	Line    int    `json:"line"` // from 1
	Col     int    `json:"col"`  // from 1, in characters
	Code    string `json:"code"`
	Text    string `json:"text"` // lines
	Warning bool   `json:"warning"`
	Hint    bool   `json:"hint,omitempty"` // of warnings: a better form of something that is right
	Fix     *fix   `json:"fix"`            // nil where none is proposed
}

// fix is a change that a message proposes.
type fix struct {
	Label string        `json:"label"`
	Edits []replacement `json:"edits"`
}

// replacement is a text in the place of a part of another.
type replacement struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// view returns the sheet as the page shows it.
func (s *sheet) view() *view {
	if s.shown == nil {
		s.shown = &view{Outline: outline.Of(s.Analysis), Messages: s.messages(), Colours: colours(s.Src)}
	}
	return s.shown
}

// messages returns what is wrong with the program, hints included.
func (s *sheet) messages() []message {
	out := make([]message, 0, len(s.Errors))
	for _, e := range s.Errors[:min(len(s.Errors), mostMessages)] {
		out = append(out, s.message(e))
	}
	return out
}

// message returns a message for the page. Its notes become lines.
func (s *sheet) message(e *syntax.Error) message {
	m := message{From: s.Units(e.Start.Offset), To: s.Units(e.End.Offset), Line: e.Start.Line, Col: e.Start.Col,
		Code: string(e.Code), Text: visible.Text(e.Msg), Warning: e.Warning || e.Hint, Hint: e.Hint}
	for _, n := range e.Notes {
		m.Text += "\n" + visible.Text(n.Msg)
	}
	if fixes := e.Fixes(); len(fixes) > 0 {
		f := fixes[0]
		m.Fix = &fix{visible.Line(f.String()), []replacement{{s.Units(f.Start.Offset), s.Units(f.End.Offset), f.Text}}}
	}
	return m
}

// colours returns the lengths of the tokens of a text with their classes. Neighbours of one class are one.
func colours(text string) [][2]any {
	out := [][2]any{}
	length, class := 0, ""
	put := func() {
		if length > 0 {
			out = append(out, [2]any{length, class})
		}
	}
	for _, t := range grammar.Tokens(text) {
		if c := t.Class(); c != class {
			put()
			length, class = 0, c
		}
		for _, r := range t.Text {
			length += utf16.RuneLen(r)
		}
	}
	put()
	return out
}
