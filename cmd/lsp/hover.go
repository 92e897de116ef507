package lsp

import (
	"context"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// hover describes the name at a place by its declaration, its counts, and the author's comments. At the first word of
// a statement it describes the statement.
func (s *server) hover(ctx context.Context, params positionParams) (*hoverResult, error) {
	d, err := s.document(ctx, params.address())
	if err != nil {
		return nil, err
	}
	if d != nil {
		h := d.Hover(d.offset(params.Position))
		if h == nil {
			return nil, nil
		}
		return &hoverResult{markdown(h), d.between(h.From, h.To)}, nil
	}
	at, err := s.spotInProse(ctx, params)
	if at == nil || err != nil {
		return nil, err
	}
	return &hoverResult{markdown(at.program.About(at.of, at.spelled)), at.where}, nil
}

// markdown returns a description as Markdown: the lines of comments stay lines, and nothing in them is mark-up.
func markdown(h *assist.Hover) markup {
	text := "```ceptre\n" + h.Declaration + "\n```"
	if h.Count != "" {
		text += "\n\n" + h.Count
	}
	if len(h.Comment) > 0 {
		text += "\n\n" + escape(strings.Join(h.Comment, "  \n"))
	}
	return markup{"markdown", visible.Text(text)}
}

// escape puts a backslash before whatever means something in Markdown.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]()<>#+-.!|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
