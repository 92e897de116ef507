package workshop

import (
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/edit"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/units"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// mostMessages is how many messages a page is told at a time.
const mostMessages = 1000

// sheet is a text with its analysis.
type sheet struct {
	*assist.Text
	*units.Index
	shown *view // nil before it is asked for
}

func newSheet(t *assist.Text) *sheet { return &sheet{Text: t, Index: units.NewIndex(t.Src)} }

// sheet returns the sheet of a text. Several requests about one text analyse it once.
func (h *Handler) sheet(text string) *sheet {
	if h.last == nil || h.last.Src != text {
		h.last = newSheet(assist.New(defaultName, text))
	}
	return h.last
}

// view is a program as the page shows it.
type view struct {
	Outline  *outline.Outline `json:"outline"`
	Messages []message        `json:"messages"`
	Colours  []run            `json:"colours"`
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
	Fixes   []fix  `json:"fixes"`          // proposed changes, of which one is enough
}

// fix is a change that a message proposes.
type fix struct {
	Label string        `json:"label"`
	Edits []replacement `json:"edits,omitempty"`
	Edit  *edit.Edit    `json:"edit,omitempty"` // in the place of Edits, where the change reaches many places
}

// replacement is a text in the place of a part of another.
type replacement struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// view returns a text as the page shows it.
func (h *Handler) view(text string) *view {
	s := h.sheet(text)
	if s.shown == nil {
		s.shown = &view{Outline: outline.Of(s.Analysis), Messages: s.messages(), Colours: h.palette.colours(text)}
	}
	return s.shown
}

// messages returns all messages about the program, hints included.
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
		Code: string(e.Code), Text: visible.Text(e.Msg), Warning: e.Warning || e.Hint, Hint: e.Hint, Fixes: []fix{}}
	for _, n := range e.Notes {
		m.Text += "\n" + visible.Text(n.Msg)
	}
	for _, f := range e.Fixes() {
		m.Fixes = append(m.Fixes, fix{Label: visible.Line(f.String()),
			Edits: []replacement{{s.Units(f.Start.Offset), s.Units(f.End.Offset), f.Text}}})
	}
	if label, more, ok := edit.Proposed(s.Analysis, e); ok {
		m.Fixes = append(m.Fixes, fix{Label: visible.Line(label), Edit: &more})
	}
	return m
}
