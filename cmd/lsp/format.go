package lsp

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// format lays the program out as `ceptre fmt` does. A program with syntax errors is left unchanged;
// the editor shows the errors anyway.
func format(d *document, _ documentParams) ([]textEdit, error) {
	bytes, _, errs := syntax.Format(d.File.Source)
	if len(errs) > 0 {
		return []textEdit{}, nil
	}
	laidOut := string(bytes)
	if strings.Contains(d.src, "\r\n") {
		laidOut = strings.ReplaceAll(laidOut, "\n", "\r\n") // how lines end is the editor's affair
	}
	if laidOut == d.src {
		return []textEdit{}, nil
	}
	return []textEdit{d.replacement(laidOut)}, nil
}

// replacement returns the edit that gives the document another text. It leaves
// the lines alone that are the same at the start and at the end, so that marks
// and cursors there stay.
func (d *document) replacement(other string) textEdit {
	before, after := strings.SplitAfter(d.src, "\n"), strings.SplitAfter(other, "\n")
	start, end := 0, 0
	for len(before) > 1 && len(after) > 1 && before[0] == after[0] {
		start += len(before[0])
		before, after = before[1:], after[1:]
	}
	for len(before) > 1 && len(after) > 1 && before[len(before)-1] == after[len(after)-1] {
		end += len(before[len(before)-1])
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	return textEdit{d.between(start, len(d.src)-end), strings.Join(after, "")}
}
