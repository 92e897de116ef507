package lsp

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// The words of statements.
const (
	invariant = "#invariant"
	never     = "#never"
	wordSum   = "sum"
	wordIn    = "in"
)

// statement suggests continuations of `#invariant` or `#never`, which may have a name and a stage before a colon.
func (s *suggestions) statement() {
	body := s.before[1:]
	colon := slices.IndexFunc(body, func(w word) bool { return w.text == ":" })
	inHead := colon < 0
	body = body[colon+1:]
	n := len(body)
	switch {
	case inHead && n > 0 && n <= 2 && body[n-1].text == wordIn:
		s.stages()
		return
	case inHead && n == 1 && !s.isPred(body[0].text):
		s.words(completeKeyword, wordIn)
		return
	case inHead && n == 0:
		s.words(completeKeyword, wordIn)
	}
	if s.first() == invariant {
		s.counts(body)
		return
	}
	slot := slotAfter(body)
	if !slot.wantsTerm() {
		s.preds(lang.OfState, lang.Backward)
		return
	}
	s.argument(slot)
	s.words(completeVariable, s.variables()...)
}

// counts suggests continuations of the counts of an invariant.
func (s *suggestions) counts(body []word) {
	n := len(body)
	if n >= 2 && body[n-2].text == wordSum && syntax.IsVariable(body[n-1].text) {
		s.words(completeKeyword, wordIn)
		return
	}
	slot := slotAfter(body[startOfCount(body):])
	if slot.wantsTerm() {
		s.argument(slot)
		s.words(completeVariable, s.variables()...)
		return
	}
	s.preds(lang.OfState)
	s.words(completeKeyword, wordSum)
}

// startOfCount returns the index of the word that the last pattern of some counts starts with.
func startOfCount(words []word) int {
	for i := len(words) - 1; i >= 0; i-- {
		switch words[i].text {
		case "+", "-", "*", "⊗", "∗", "=", "==", "<", "<=", ">", ">=":
			return i + 1
		case wordIn:
			if i >= 2 && words[i-2].text == wordSum {
				return i + 1
			}
		}
	}
	return 0
}

// statementAt returns the statement with its first word at a place, or nil.
func (s *server) statementAt(ctx context.Context, params positionParams) (*spot, error) {
	d, err := s.document(ctx, params.address())
	if d == nil || err != nil {
		return nil, err
	}
	offset := d.offset(params.Position)
	for _, decl := range d.File.Decls {
		written, ok := decl.(*syntax.Statement)
		if ok && written.Word.Start.Offset <= offset && offset <= written.Word.End.Offset {
			if st := d.statement(written); st != nil {
				return &spot{program: d, number: -1, of: st, where: d.span(written.Word)}, nil
			}
		}
	}
	return nil, nil
}

// statement returns the statement that a declaration is, or nil if it has mistakes.
func (d *document) statement(written *syntax.Statement) *lang.Statement {
	for _, st := range d.Known.Statements {
		if st.Start == written.Start {
			return st
		}
	}
	return nil
}
