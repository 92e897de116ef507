package lsp

import (
	"cmp"
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/creachadair/jrpc2"
)

// document is an open text with what is known of it. It never changes; a change
// of the text makes a new one.
type document struct {
	text
	id documentID
	*lang.Analysis
	// mentions are those of the analysis in the order of the text, one a place.
	mentions []lang.Mention
}

func newDocument(id documentID, t text) *document {
	d := &document{text: t, id: id, Analysis: lang.Analyse(id.URI, []byte(t.src))}
	d.mentions = d.Mentions
	slices.SortStableFunc(d.mentions, func(a, b lang.Mention) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
	d.mentions = slices.CompactFunc(d.mentions, func(a, b lang.Mention) bool { return a.Start == b.Start })
	return d
}

// document returns an open document.
func (s *server) document(uri string) (*document, error) {
	d := s.docs[uri]
	if d == nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", uri)
	}
	return d, nil
}

func (s *server) didOpen(ctx context.Context, params openParams) error {
	d := params.TextDocument
	return s.show(ctx, d.documentID, newText(d.Text, s.client.encoding()))
}

func (s *server) didChange(ctx context.Context, params changeParams) error {
	d, err := s.document(params.address())
	if err != nil {
		return err
	}
	t := d.text
	for _, c := range params.ContentChanges {
		t = newText(t.changed(c), s.client.encoding())
	}
	return s.show(ctx, params.TextDocument, t)
}

// changed returns the text after a change.
func (t text) changed(c contentChange) string {
	if c.Range == nil {
		return c.Text
	}
	start := t.offset(c.Range.Start)
	end := max(start, t.offset(c.Range.End))
	return t.src[:start] + c.Text + t.src[end:]
}

// show takes up a text and tells the editor what is wrong with it.
func (s *server) show(ctx context.Context, id documentID, t text) error {
	d := newDocument(id, t)
	s.docs[id.URI] = d
	return publish(ctx, publishParams{documentID: id, Diagnostics: d.diagnostics()})
}

// didClose forgets a text, and what was wrong with it.
func (s *server) didClose(ctx context.Context, params documentParams) error {
	delete(s.docs, params.address())
	return publish(ctx, publishParams{documentID: params.TextDocument, Diagnostics: []diagnostic{}})
}

func publish(ctx context.Context, params publishParams) error {
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", params)
}
