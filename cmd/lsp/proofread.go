package lsp

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// proof is prose as it was held against the program beside it.
type proof struct {
	src string
	// against is that program where it is open, and nil where it is a file or there is none.
	against *document
	isProse bool // there is one
}

// proofread checks the open prose against the programs beside it if either has changed, and sends
// the diagnostics to the editor. Markdown without a program beside it is not prose, and has no
// diagnostics.
func (s *server) proofread(ctx context.Context) error {
	for _, uri := range slices.Sorted(maps.Keys(s.texts)) {
		if !isProse(uri) {
			continue
		}
		was, known := s.proofs[uri]
		if known && was.src == s.texts[uri].src && was.against == s.docs[beside(uri, programForm)] {
			continue
		}
		if err := s.prove(ctx, s.texts[uri]); err != nil {
			return err
		}
	}
	return nil
}

// prove holds one text against its program. A program that cannot be read is as good as none
// here: whoever asks for something of it is told.
func (s *server) prove(ctx context.Context, o openText) error {
	d, err := s.programOf(ctx, o.id.URI)
	now := proof{o.src, s.docs[beside(o.id.URI, programForm)], d != nil && err == nil}
	was := s.proofs[o.id.URI]
	s.proofs[o.id.URI] = now
	switch {
	case now.isProse:
		return publish(ctx, publishParams{documentID: o.id, Diagnostics: (&manuscript{o.text, o.id.URI}).diagnostics(d)})
	case was.isProse:
		return publish(ctx, publishParams{documentID: o.id, Diagnostics: []diagnostic{}})
	}
	return nil
}

// diagnostics returns the faults of prose. The names of a program with errors are not known for
// certain, so beside one only the faults of the prose itself are reported.
func (m *manuscript) diagnostics(of *document) []diagnostic {
	var program *trace.Program
	if of.Program != nil {
		program = exec.Describe(of.Program)
	}
	text, err := prose.Parse(fileName(m.uri), []byte(m.src), prose.Options{Program: program})
	if err == nil && program != nil {
		err = text.Check(program)
	}
	list := []diagnostic{}
	if wrong, ok := errors.AsType[prose.Errors](err); ok {
		list = m.report(list, severityError, wrong)
	}
	list = m.report(list, severityWarning, text.Notes())
	return list[:min(len(list), mostDiagnostics)]
}

// report appends messages about prose.
func (m *manuscript) report(list []diagnostic, severity int, messages prose.Errors) []diagnostic {
	for _, e := range messages {
		start := min(m.absolute(e.Offset), len(m.src))
		blamed := m.between(start, start+len(blamedForm.FindString(m.src[start:])))
		list = append(list, diagnostic{Range: blamed, Severity: severity, Source: "ceptre", Message: visible.Text(e.Message)})
	}
	return list
}

// blamedForm matches the text that an editor underlines: braces, a tag, or else a word or an
// address; if none begins here, the rest of the line.
var blamedForm = regexp.MustCompile(`^(?:\{[^{}\n]*\}|<[^<>\n]*>|[^\s(){}\[\],;:"]+|[^\r\n]*)`)
