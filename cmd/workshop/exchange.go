package workshop

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/lang/webeditor"
)

// importFile answers with the program that a file holds: one of the older web editor, a world in Celf, or a program as
// text.
func (h *Handler) importFile(r *request) (any, error) {
	text, notes := plainText(r.Data), []string(nil)
	if webeditor.Is([]byte(r.Data)) {
		read, errs := webeditor.Read(visible.Line(r.Name), []byte(r.Data))
		if read == nil {
			return nil, errs
		}
		text, notes = string(read), notesOf(errs)
	} else if celf.Is(r.Name) {
		read, errs := celf.Ceptre(visible.Line(r.Name), []byte(text))
		if errs.Failed() {
			return nil, errs
		}
		text, notes = string(read), notesOf(errs)
	} else if e := (&syntax.Source{Text: []byte(text)}).NotText(); e != nil || strings.Contains(text, "\x00") {
		return nil, errors.New("this file is neither a program nor one of the web editor")
	}
	if len(text) > MostText {
		return nil, tooLarge()
	}
	a := h.changed(text, "")
	a.Notes = notes
	if base := path.Base(strings.ReplaceAll(r.Name, `\`, "/")); r.Name != "" {
		a.Name = strings.TrimSuffix(base, path.Ext(base)) + ".cep"
	}
	return a, nil
}

// plainText returns a file as fields of pages have it: without a byte order mark, and with line feeds alone.
func plainText(data string) string {
	return strings.ReplaceAll(strings.TrimPrefix(data, "\ufeff"), "\r\n", "\n")
}

// notesOf returns messages as sentences for people, without places.
func notesOf(errs syntax.ErrorList) []string {
	var notes []string
	for _, e := range errs {
		notes = append(notes, visible.Text(e.Msg))
	}
	return notes
}

// reason is why a program cannot be said in another form, and the card that it is about.
type reason struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// export answers with the file of the web editor that holds a program, or the reasons why there is none.
func (h *Handler) export(r *request) (any, error) {
	s := h.sheet(r.Text)
	if s.Program == nil {
		return nil, errors.New("first put right what is wrong with the program")
	}
	data, errs := webeditor.Write(s.Program)
	if data != nil {
		return struct {
			Data  string   `json:"data"`
			Notes []string `json:"notes,omitempty"`
		}{string(data), notesOf(errs)}, nil
	}
	out := struct {
		Error   string   `json:"error"`
		Reasons []reason `json:"reasons"`
	}{Error: "The web editor has no place for some parts of this program."}
	for _, e := range errs {
		if !e.Warning {
			out.Reasons = append(out.Reasons, reason{s.card(e.Span), visible.Text(e.Msg)})
		}
	}
	return out, nil
}

// card returns the path of the smallest declaration, rule or fact that a span lies in; "" for none.
func (s *sheet) card(at syntax.Span) string {
	n, _ := outline.Locate(s.File, "")
	for {
		var in *outline.Node
		for _, part := range n.Parts("") {
			if part.Expr == nil && part.Start.Offset <= at.Start.Offset && at.End.Offset <= part.End.Offset {
				in = part
			}
		}
		if in == nil {
			return n.Path
		}
		n = in
	}
}

// tooLarge is the error for programs of more than MostText bytes.
func tooLarge() error { return fmt.Errorf("the program is too large: it may have %d bytes", MostText) }
