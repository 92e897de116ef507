package prose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// condition finds the names in a condition of a heading.
func (f *nameFinder) condition(p part, topic Topic) {
	var w when
	if w.add(p.text, p.at) != nil {
		f.unclear(p.at)
		return
	}
	if len(w.times) > 0 {
		f.whose(p, topic)
	}
	for _, c := range w.facts {
		fact, _, _ := cutFact(p.text)
		begins := p.at + len(p.text) - len(fact)
		for i, each := range cutFacts(fact) {
			f.fact(c.Facts[i], part{each.text, begins + each.at}, topic)
		}
	}
}

// whose finds the variables in the "for" part of a condition on times.
func (f *nameFinder) whose(p part, topic Topic) {
	which, whose, _ := strings.Cut(p.text, " for ")
	at := p.at + len(which) + len(" for ")
	for field := range strings.FieldsSeq(whose) {
		next := strings.Index(whose, field)
		f.variable(field, at+next, topic)
		whose = whose[next+len(field):]
		at += next + len(field)
	}
}

// fact finds the names in a fact. Its words are those of the pattern that it was read as;
// where they are not, it is not clear which is which.
func (f *nameFinder) fact(pattern goal.Pattern, p part, topic Topic) {
	fact := strings.TrimPrefix(p.text, "!")
	words, terms := cutWords(part{fact, p.at + len(p.text) - len(fact)}), flat(pattern.Term)
	if !slices.EqualFunc(words, terms, spells) {
		f.unclear(p.at)
		return
	}
	if pattern.Head != trace.StagePred {
		f.names(Naming{Stretch{Start: words[0].at}, OfPredicate, pattern.Head, ""}, words[0].text)
	}
	for i, w := range words[1:] {
		f.word(w, terms[i+1], pattern, topic)
	}
}

// spells reports whether a word of a fact is one of its terms. A literal may have several spellings.
func spells(w part, t trace.Term) bool {
	if _, literal := t.Literal(); literal {
		return w.text[0] == '"'
	}
	return VariableName(w.text) == t.Head
}

// word finds the name in a word of a fact that is not the first.
func (f *nameFinder) word(w part, t trace.Term, pattern goal.Pattern, topic Topic) {
	sense := OfConstant
	if pattern.Head == trace.StagePred {
		sense = OfStage
	}
	switch {
	case t.Head == trace.Open, t.Number, strings.HasPrefix(t.Head, `"`):
	case isVariable(t):
		f.variable(w.text, w.at, topic)
	default:
		f.names(Naming{Stretch{Start: w.at}, sense, t.Head, ""}, w.text)
	}
}

// flat returns a term and those in it, in the order in which they are written.
func flat(t trace.Term) []trace.Term {
	all := []trace.Term{t}
	for _, arg := range t.Args {
		all = append(all, flat(arg)...)
	}
	return all
}

// cutWords returns the words and literals of a fact, as [goal.ParsePattern] reads it.
func cutWords(fact part) []part {
	var words []part
	for rest := fact.text; ; {
		rest = strings.TrimLeftFunc(rest, func(r rune) bool { return r != '"' && separates(r) })
		if rest == "" {
			return words
		}
		n := wordLength(rest)
		words = append(words, part{rest[:n], fact.at + len(fact.text) - len(rest)})
		rest = rest[n:]
	}
}

func separates(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`()"`, r) }

// wordLength returns how long the word or literal is with which a text begins.
func wordLength(s string) int {
	if s[0] != '"' {
		if end := strings.IndexFunc(s, separates); end >= 0 {
			return end
		}
		return len(s)
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}
