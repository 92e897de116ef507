// Package diagnostic is the JSON of messages about programs and prose.
package diagnostic

import "github.com/ceptre-graph/ceptre/lang/syntax"

// Diagnostic is a message about a file.
type Diagnostic struct {
	File string `json:"file"`
	Range
	Severity string      `json:"severity"`
	Code     syntax.Code `json:"code,omitempty"` // none in prose
	Message  string      `json:"message"`
	Fix      *Fix        `json:"fix,omitempty"`
	Notes    []Note      `json:"notes"`
}

// Range is a part of a file, all zero for none. Lines and columns count from 1, columns in characters;
// the end is behind the last.
type Range struct {
	Line      int `json:"line,omitempty"`
	Column    int `json:"column,omitempty"`
	EndLine   int `json:"endLine,omitempty"`
	EndColumn int `json:"endColumn,omitempty"`
}

// Note is a note of a message.
type Note struct {
	Message string `json:"message"`
	Range
	Fix *Fix `json:"fix,omitempty"`
}

// Fix is a text that a message proposes for the place of a part of the file.
type Fix struct {
	Range
	Text string `json:"text"`
}

// Of returns messages about a program.
func Of(messages syntax.ErrorList) []Diagnostic {
	all := make([]Diagnostic, len(messages))
	for i, e := range messages {
		all[i] = of(e)
	}
	return all
}

func of(e *syntax.Error) Diagnostic {
	d := Diagnostic{File: e.Source.Name, Range: newRange(e.Span), Severity: "error", Code: e.Code, Message: e.Msg,
		Fix: newFix(e.Fix), Notes: []Note{}}
	switch {
	case e.Hint:
		d.Severity = "hint"
	case e.Warning:
		d.Severity = "warning"
	}
	for _, n := range e.Notes {
		d.Notes = append(d.Notes, Note{n.Msg, newRange(n.Span), newFix(n.Fix)})
	}
	return d
}

func newRange(s syntax.Span) Range { return Range{s.Start.Line, s.Start.Col, s.End.Line, s.End.Col} }

func newFix(f *syntax.Fix) *Fix {
	if f == nil {
		return nil
	}
	return &Fix{newRange(f.Span), f.Text}
}
