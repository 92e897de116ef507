package workshop

import (
	"errors"

	"github.com/ceptre-graph/ceptre/cmd/workshop/lesson"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/edit"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mostRequest is how large a request may be, in bytes: a text in JSON may be six times as long.
const mostRequest = 8 << 20

// request is what a page asks for. Offsets are in units of UTF-16.
type request struct {
	Text   string     `json:"text"` // the program
	Edit   *edit.Edit `json:"edit"`
	At     string     `json:"at"`     // a path of package outline
	Side   string     `json:"side"`   // `l` or `r`, of a rule
	Offset int        `json:"offset"` // of the cursor
	Name   string     `json:"name"`   // a new name, or that of a file
	Data   string     `json:"data"`   // a file
	// Seen names the text of which the page has the cards; see [packer]. Nil for replies that are not packed.
	Seen   *string `json:"seen"`
	Task   string  `json:"task"`   // of the tour
	Number int     `json:"number"` // how many things could be picked up before
	// Version is that of the file from which the text was made.
	Version string `json:"version"`
	Base    string `json:"base"`   // the text of the file from which the text was made
	Theirs  string `json:"theirs"` // the text of the file now
}

// changed is the reply to a request that changes the text.
type changed struct {
	Text  *string  `json:"text,omitempty"`  // nil for that of the request
	Focus string   `json:"focus,omitempty"` // the path of the part that was made or changed
	Notes []string `json:"notes,omitempty"` // sentences about the change
	Name  string   `json:"name,omitempty"`  // of the program that was imported, as a file
	*view
}

// errNoEdit says that a request lacks its change.
var errNoEdit = errors.New("the request says no change")

// edit answers with the text after a change, or with what to ask first.
func (h *Handler) edit(r *request) (any, error) {
	if r.Edit == nil {
		return nil, errNoEdit
	}
	done, err := edit.Apply(h.sheet(r.Text).Analysis, *r.Edit)
	switch {
	case err != nil:
		return nil, err
	case done.Ask != nil:
		return struct {
			Ask *edit.Ask `json:"ask"`
		}{done.Ask}, nil
	}
	h.last = newSheet(assist.Of(done.After, done.Text).WithHints())
	return h.changed(done.Text, done.Focus), nil
}

// outline answers with the cards of a program.
func (h *Handler) outline(r *request) (any, error) { return &changed{view: h.view(r.Text)}, nil }

// format answers with the text laid out.
func (h *Handler) format(r *request) (any, error) {
	text, notes, errs := syntax.Format(&syntax.Source{Name: defaultName, Text: []byte(r.Text)})
	if len(errs) > 0 {
		return nil, errs
	}
	a := h.changed(string(text), "")
	for _, n := range notes {
		a.Notes = append(a.Notes, n.Msg)
	}
	return a, nil
}

// changed returns the reply that a program has another text.
func (h *Handler) changed(text, focus string) *changed {
	return &changed{Text: &text, Focus: focus, view: h.view(text)}
}

// task answers whether a program does what a task of the tour asks for.
func (h *Handler) task(r *request) (any, error) {
	prog := h.sheet(r.Text).Program
	if prog == nil {
		return &lesson.Answer{Says: "The program has errors: see the messages at its cards."}, nil
	}
	return lesson.Check(h.request, prog, r.Task, r.Number)
}
