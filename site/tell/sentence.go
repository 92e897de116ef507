package tell

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Sentence returns an event as a sentence that can stand alone: the author's title for it, the
// author's first sentence about it, or one made of names. The names also follow a title without
// names, which all events of the rule share.
func (t *Teller) Sentence(e causal.Event) string {
	step := t.performance.Graph.Step(e)
	if title := t.Title(e); title != "" {
		if ended(title) == title || t.names(title, step) {
			return ended(title)
		}
		return t.headline(title, t.performance.Step(e), step)
	}
	if passage := t.passage(e); passage != nil {
		if text := words.Clean(passage.Opening(t.values(t.terms(e)))); text != "" {
			return ended(firstSentence(text))
		}
	}
	return t.headline(t.nameOf(e), t.performance.Step(e), step)
}

// names reports whether a title names something that its rule was applied to.
func (t *Teller) names(title string, step *trace.Step) bool {
	return slices.ContainsFunc(t.Names.Labels(step.Args), func(name string) bool {
		return saysName(strings.ToLower(title), strings.ToLower(name))
	})
}

// saysName reports whether a word of a text, both in small letters, begins as a name does: Ann
// is in "ann’s", and not in "planning". Scripts without small letters may have no spaces either.
func saysName(text, name string) bool {
	for i := range text {
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if strings.HasPrefix(text[i:], name) && !unicode.IsLower(before) && !unicode.IsDigit(before) {
			return true
		}
	}
	return false
}

// marks end sentences.
const marks = ".!?…"

// ended returns a sentence with a mark at its end.
func ended(sentence string) string {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(sentence, closing))
	if strings.ContainsRune(marks, last) {
		return sentence
	}
	return sentence + "."
}

// closing are the quotation marks and brackets that may stand behind the mark.
const closing = `”“’»«")`

// quotes are quotation marks with those that close them, in the languages that have them so.
var quotes = map[rune]rune{'“': '”', '„': '“', '«': '»', '»': '«', '"': '"'}

// firstSentence cuts a text behind the first mark that ends a sentence: with the quotation
// marks that belong to it, and before a word that begins another one. Within quotation marks
// nothing ends; nor behind them where the sentence began with them, as it says next who
// speaks.
func firstSentence(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	var closer rune // of the quotation that is open; 0 for none
	for i, r := range text {
		switch {
		case r == closer:
			closer = 0
			continue
		case closer == 0 && quotes[r] != 0:
			closer = quotes[r]
			continue
		case !strings.ContainsRune(marks, r):
			continue
		}
		rest := strings.TrimLeft(text[i+utf8.RuneLen(r):], marks)
		behind := strings.TrimLeft(rest, closing)
		spoken := closer != 0 && (!strings.HasPrefix(rest, string(closer)) || quotes[first] != 0)
		after, spaced := strings.CutPrefix(behind, " ")
		if behind == "" || !spoken && spaced && beginsSentence(after) {
			return text[:len(text)-len(behind)]
		}
	}
	return text
}

func beginsSentence(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return !unicode.IsLower(r) && !unicode.IsPunct(r) || strings.ContainsRune(`“„‘«»"(`, r)
}
