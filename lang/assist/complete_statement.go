package assist

import (
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
		s.words(Keyword, wordIn)
		return
	case inHead && n == 0:
		s.words(Keyword, wordIn)
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
	s.words(Variable, s.variables()...)
}

// counts suggests continuations of the counts of an invariant.
func (s *suggestions) counts(body []word) {
	n := len(body)
	if n >= 2 && body[n-2].text == wordSum && syntax.IsVariable(body[n-1].text) {
		s.words(Keyword, wordIn)
		return
	}
	slot := slotAfter(body[startOfCount(body):])
	if slot.wantsTerm() {
		s.argument(slot)
		s.words(Variable, s.variables()...)
		return
	}
	s.preds(lang.OfState)
	s.words(Keyword, wordSum)
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
