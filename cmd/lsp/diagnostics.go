package lsp

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// mostDiagnostics is how many things wrong an editor is told of at a time.
const mostDiagnostics = 1000

// unused are the codes of warnings of names that could go, which editors show in
// a pale colour.
var unused = []syntax.Code{syntax.UnusedPredicate, syntax.UnusedType, syntax.UnusedConstant}

func (d *document) diagnostics() []diagnostic {
	list := make([]diagnostic, 0, len(d.Errors))
	for _, e := range d.Errors[:min(len(d.Errors), mostDiagnostics)] {
		list = append(list, d.diagnostic(e))
	}
	return list
}

// diagnostic converts an error for an editor. Notes without a place of their own become lines of
// its message.
func (d *document) diagnostic(e *syntax.Error) diagnostic {
	out := diagnostic{Range: d.span(e.Span), Severity: severityError, Code: string(e.Code), Source: "ceptre",
		Message: visible.Text(e.Msg)}
	switch {
	case e.Hint:
		out.Severity = severityHint
	case e.Warning:
		out.Severity = severityWarning
	}
	if slices.Contains(unused, e.Code) {
		out.Tags = []int{tagUnused}
	}
	for _, n := range e.Notes {
		if n.Start.IsValid() {
			out.Related = append(out.Related, related{location{d.id.URI, d.span(n.Span)}, visible.Text(n.Msg)})
		} else {
			out.Message += "\n" + visible.Text(n.Msg)
		}
	}
	return out
}
