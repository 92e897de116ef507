package site

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal"
)

// Teller tells the events of a run in plain text, for use outside of pages.
type Teller struct{ b *builder }

// NewTeller returns a teller of a run in the author's words, or where there are
// none in the program's. The error is that of [Build].
func NewTeller(g *causal.Graph, o Options) (*Teller, error) {
	b := &builder{graph: g, prose: o.Prose, theme: o.Theme, by: o.By, site: &Site{}}
	if err := b.prepare(); err != nil {
		return nil, err
	}
	return &Teller{b}, nil
}

// Clause returns an event as a sentence without its full stop: the first that the
// author wrote for it, or one that is made of names.
func (t *Teller) Clause(e causal.Event) string {
	b, step := t.b, t.b.graph.Step(e)
	if section := b.prose.text(step.Rule); section != nil {
		if text := clean(section.opening(b.prose.src, b.values(step))); text != "" {
			return strings.TrimSuffix(firstSentence(text), ".")
		}
	}
	return strings.TrimSuffix(b.tell.headline(b.scenes[e], step), ".")
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
