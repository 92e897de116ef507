package main

import (
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// diagnostic is a message as data.
type diagnostic struct {
	File string `json:"file"`
	stretch
	Severity string      `json:"severity"`
	Code     syntax.Code `json:"code"`
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
	if e.Warning {
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
func checkJSON(s cli.Streams, files []string) error {
	all := []diagnostic{}
	var failed error
	for _, file := range files {
		name, text, err := s.ReadFile(file)
		if err != nil {
			return err
		}
		prog, errs := lang.Load(name, text)
		if prog == nil {
			failed = cli.ErrReported
		}
		for _, e := range errs {
			all = append(all, newDiagnostic(e))
		}
	}
	if err := writeJSON(s.Out, all); err != nil {
		return err
	}
	return failed
}
