package workshop

import (
	"errors"

	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/edit"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// completion is something that may be typed at a place.
type completion struct {
	Label  string `json:"label"`
	Insert string `json:"insert"`
	Kind   string `json:"kind"` // an [assist.Kind]
	Note   string `json:"note,omitempty"`
}

// complete answers with what may be typed at a place, all of which replaces the same part of the text.
func (h *Handler) complete(r *request) (any, error) {
	s := h.sheet(r.Text)
	at := s.Offset(r.Offset)
	out := struct {
		From  int          `json:"from"`
		To    int          `json:"to"`
		Items []completion `json:"items"`
	}{r.Offset, r.Offset, []completion{}}
	for _, c := range s.Complete(at) {
		out.From, out.To = s.Units(c.From), s.Units(c.To)
		out.Items = append(out.Items, completion{visible.Line(c.Label), c.Label, string(c.Kind), visible.Line(c.Detail)})
	}
	return out, nil
}

// options answers with what fits an argument, a side of a rule or a context, or with the kinds of a predicate.
func (h *Handler) options(r *request) (any, error) {
	a := h.sheet(r.Text).Analysis
	out := struct {
		Options []outline.Option `json:"options"`
	}{outline.Options(a, r.At, r.Side)}
	if kinds := edit.Kinds(a, r.At); len(kinds) > 0 {
		out.Options = kinds
	}
	for i, o := range out.Options {
		out.Options[i].Label, out.Options[i].Note = visible.Line(o.Label), visible.Line(o.Note)
	}
	return out, nil
}

// hover answers with a description of the name at a place, or with nothing if there is no name.
func (h *Handler) hover(r *request) (any, error) {
	s := h.sheet(r.Text)
	about := s.Hover(s.Offset(r.Offset))
	if about == nil {
		return struct{}{}, nil
	}
	return struct {
		From  int    `json:"from"`
		To    int    `json:"to"`
		Hover string `json:"hover"` // paragraphs
	}{s.Units(about.From), s.Units(about.To), visible.Text(about.String())}, nil
}

// renameAt answers with the text after the thing at a place was renamed.
func (h *Handler) renameAt(r *request) (any, error) {
	s := h.sheet(r.Text)
	m := s.At(s.Offset(r.Offset))
	if m == nil {
		return nil, errors.New("there is no name here")
	}
	done, err := s.Rename(m.Of, assist.Plain(r.Name))
	if err != nil {
		return nil, err
	}
	return h.changed(done.Text.Src, ""), nil
}
