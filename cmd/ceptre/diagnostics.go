package main

import (
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// diagnostic is a message as data.
type diagnostic struct {
	File string `json:"file"`
	stretch
	Severity string      `json:"severity"`
	Code     syntax.Code `json:"code,omitempty"` // none in prose
	Message  string      `json:"message"`
	Fix      *fix        `json:"fix,omitempty"`
	Notes    []remark    `json:"notes"`
}

// stretch is a part of a file, all zero for none.
type stretch struct {
	Line      int `json:"line,omitempty"`
	Column    int `json:"column,omitempty"`
	EndLine   int `json:"endLine,omitempty"`
	EndColumn int `json:"endColumn,omitempty"`
}

// remark is a note of a message.
type remark struct {
	Message string `json:"message"`
	stretch
	Fix *fix `json:"fix,omitempty"`
}

// fix is a text that is proposed for the place of a part of the file.
type fix struct {
	stretch
	Text string `json:"text"`
}

func newStretch(s syntax.Span) stretch {
	return stretch{s.Start.Line, s.Start.Col, s.End.Line, s.End.Col}
}

func newDiagnostic(e *syntax.Error) diagnostic {
	d := diagnostic{
		File:     e.Source.Name,
		stretch:  newStretch(e.Span),
		Severity: "error",
		Code:     e.Code,
		Message:  e.Msg,
		Fix:      newFix(e.Fix),
		Notes:    []remark{},
	}
	switch {
	case e.Hint:
		d.Severity = "hint"
	case e.Warning:
		d.Severity = "warning"
	}
	for _, n := range e.Notes {
		d.Notes = append(d.Notes, remark{n.Msg, newStretch(n.Span), newFix(n.Fix)})
	}
	return d
}

func newFix(f *syntax.Fix) *fix {
	if f == nil {
		return nil
	}
	return &fix{newStretch(f.Span), f.Text}
}

// checkJSON writes the messages of all files as one list.
func checkJSON(s cli.Streams, files []*checked) error {
	all := []diagnostic{}
	for _, f := range files {
		found, err := f.diagnostics(s)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if err := writeJSON(s.Out, all); err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(d diagnostic) bool { return d.Severity == "error" }) {
		return cli.ErrReported
	}
	return nil
}

// diagnostics returns the messages of a program and, where it can be read, of its prose.
func (f *checked) diagnostics(s cli.Streams) ([]diagnostic, error) {
	name, text, err := s.ReadFile(f.program)
	if err != nil {
		return nil, err
	}
	prog, errs := lang.Load(name, text)
	all := each(errs, newDiagnostic)
	if prog == nil {
		return all, nil
	}
	all = append(all, each(prog.Hints(), newDiagnostic)...)
	for _, file := range f.prose {
		more, err := proseDiagnostics(s, prog, file)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}
