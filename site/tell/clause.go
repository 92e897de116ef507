package tell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Clause returns an event as a sentence without its full stop: the first that the
// author wrote for it, or one that is made of names.
func (t *Teller) Clause(e causal.Event) string {
	step := t.play.Graph.Step(e)
	if passage := t.passages[e]; passage != nil {
		if text := words.Clean(passage.Opening(t.values(t.terms(step)))); text != "" {
			return strings.TrimSuffix(firstSentence(text), ".")
		}
	}
	return strings.TrimSuffix(t.headline(t.steps.Of(e), step), ".")
}

// firstSentence cuts a text behind the first mark that ends a sentence: with the
// quotation marks that belong to it, and before a word that begins another one.
func firstSentence(text string) string {
	for i, r := range text {
		if !strings.ContainsRune(".!?…", r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		rest := strings.TrimLeft(text[end:], `.!?…”’»")`)
		after, spaced := strings.CutPrefix(rest, " ")
		if rest == "" || spaced && beginsSentence(after) {
			return text[:len(text)-len(rest)]
		}
	}
	return text
}

func beginsSentence(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return !unicode.IsLower(r) && !unicode.IsPunct(r) || strings.ContainsRune(`“‘«"(`, r)
}
