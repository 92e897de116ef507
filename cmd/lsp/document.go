package lsp

import (
	"context"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/creachadair/jrpc2"
)

// document is an open text with the results of its analysis. It is immutable; a change of the text
// makes a new document.
type document struct {
	text
	id documentID
	*assist.Text
}

func newDocument(id documentID, t text) *document { return &document{t, id, assist.New(id.URI, t.src)} }

// openText is a text as the editor has it: a program, or the prose of one.
type openText struct {
	text
	id documentID
}

// inCelf is the only thing that editors are told of a world in Celf, which is not kept.
var inCelf = diagnostic{Severity: severityWarning, Source: "ceptre",
	Message: "This world is in Celf: `ceptre check` lists its mistakes, and `ceptre convert` makes a program of it."}

// open returns a text that is open.
func (s *server) open(uri string) (openText, error) {
	o, ok := s.texts[uri]
	if !ok {
		return o, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", uri)
	}
	return o, nil
}

// document returns an open program, or nil where the text is prose. One that has changed
// since it was looked at is looked at now, though more changes are to come.
func (s *server) document(ctx context.Context, uri string) (*document, error) {
	o, err := s.open(uri)
	if err != nil {
		return nil, err
	}
	if s.isUnchecked(uri) {
		err = s.check(ctx, o)
	}
	return s.docs[uri], err
}

func (s *server) didOpen(ctx context.Context, params openParams) error {
	d := params.TextDocument
	if celf.Is(d.URI) {
		return publish(ctx, publishParams{documentID: d.documentID, Diagnostics: []diagnostic{inCelf}})
	}
	s.take(openText{newText(d.Text, s.client.encoding()), d.documentID})
	return nil
}

func (s *server) didChange(_ context.Context, params changeParams) error {
	if celf.Is(params.address()) {
		return nil
	}
	o, err := s.open(params.address())
	if err != nil {
		return err
	}
	for _, c := range params.ContentChanges {
		o.text = newText(o.changed(c), s.client.encoding())
	}
	o.id = params.TextDocument
	s.take(o)
	return nil
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

// take takes up a text. It is looked at when no other change waits: see [server.unlessMore].
func (s *server) take(o openText) {
	s.texts[o.id.URI] = o
	delete(s.docs, o.id.URI)
}

// isUnchecked reports whether a program has changed since it was looked at.
func (s *server) isUnchecked(uri string) bool { return s.docs[uri] == nil && !isProse(uri) }

// check analyses a program and sends its diagnostics to the editor.
func (s *server) check(ctx context.Context, o openText) error {
	d := newDocument(o.id, o.text)
	s.docs[o.id.URI] = d
	return publish(ctx, publishParams{documentID: o.id, Diagnostics: d.diagnostics()})
}

// checkAll checks the texts that have changed.
func (s *server) checkAll(ctx context.Context) error {
	for _, uri := range slices.Sorted(maps.Keys(s.texts)) {
		if !s.isUnchecked(uri) {
			continue
		}
		if err := s.check(ctx, s.texts[uri]); err != nil {
			return err
		}
	}
	return s.proofread(ctx)
}

// didClose forgets a text and clears its diagnostics.
func (s *server) didClose(ctx context.Context, params documentParams) error {
	delete(s.texts, params.address())
	delete(s.docs, params.address())
	delete(s.proofs, params.address())
	return publish(ctx, publishParams{documentID: params.TextDocument, Diagnostics: []diagnostic{}})
}

func publish(ctx context.Context, params publishParams) error {
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", params)
}
