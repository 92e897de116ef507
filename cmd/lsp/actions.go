package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/edit"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// quickFix is the kind of all actions.
const quickFix = "quickfix"

// actions returns the quick fixes for the diagnostics in a range.
func (s *server) actions(ctx context.Context, params actionParams) ([]codeAction, error) {
	d, err := s.document(ctx, params.address())
	switch {
	case err != nil:
		return nil, err
	case !params.Context.wants(quickFix):
		return []codeAction{}, nil
	case d == nil:
		return s.actionsInProse(ctx, params)
	}
	list := []codeAction{}
	start, end := d.offset(params.Range.Start), d.offset(params.Range.End)
	for _, e := range d.Errors {
		if end < e.Start.Offset || e.End.Offset < start {
			continue
		}
		fixes := e.Fixes()
		for _, f := range fixes {
			title := visible.Line(f.String())
			list = append(list, codeAction{
				Title: strings.ToUpper(title[:1]) + title[1:], Kind: quickFix,
				Diagnostics: []diagnostic{d.diagnostic(e)}, Preferred: len(fixes) == 1,
				Edit: s.edit([]documentEdit{{s.versioned(d.id.URI), []textEdit{{d.span(f.Span), f.Text}}}}),
			})
		}
		if a := s.proposed(d, e); a != nil {
			list = append(list, *a)
		}
	}
	return list, nil
}

// proposed returns the quick fix that reaches many places of the document, nil where a diagnostic proposes none.
func (s *server) proposed(d *document, e *syntax.Error) *codeAction {
	label, change, ok := edit.Proposed(d.Analysis, e)
	if !ok {
		return nil
	}
	done, err := edit.Apply(d.Analysis, change)
	if err != nil || done.Ask != nil {
		return nil
	}
	title := visible.Line(label)
	return &codeAction{Title: strings.ToUpper(title[:1]) + title[1:], Kind: quickFix,
		Diagnostics: []diagnostic{d.diagnostic(e)}, Preferred: len(e.Fixes()) == 0,
		Edit: s.edit([]documentEdit{{s.versioned(d.id.URI), []textEdit{d.replacement(done.Text)}}})}
}

// wants reports whether an editor asks for a kind of actions, or for all.
func (c actionContext) wants(kind string) bool {
	return len(c.Only) == 0 || slices.Contains(c.Only, kind)
}
