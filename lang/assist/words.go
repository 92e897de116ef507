package assist

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// word is a name, a numeral, a string, a comment, a directive or a symbol.
type word struct {
	start, end int
	text       string
}

// wordForm has the alternatives in the order in which they are tried: comments,
// strings, arrows, names with or without `#`, numerals, comparisons, the rest.
var wordForm = regexp.MustCompile(
	`%[^\n]*|"(?:\\.|[^"\\\n])*"?|[-−]>|<[-−]|−o|#?[\pL/\\-][\pL\pM\p{Nd}_'’′/\\-]*|[0-9]+|[<>=!]=|<>|\S`)

// isName reports whether the word may be the beginning of a name or directive.
func (w word) isName() bool {
	return w.text == "#" || nameForm.MatchString(w.text) && w.text != "->"
}

var nameForm = regexp.MustCompile(`^#?[\pL/\\-]`)

// place is where in a program a cursor stands, as far as its words tell: the
// declaration may be broken, as it is being written.
type place struct {
	start, end int // of the part of the word before the cursor
	// block is the first word of what the cursor stands in the braces of:
	// `stage`, `context` or `#trace`; empty outside.
	block string
	// before and after are the other words of the rule, declaration or fact that
	// the cursor stands in.
	before, after []word
}

// place returns where an offset is; false in comments and strings.
func (t *Text) place(offset int) (place, bool) {
	p := place{start: offset, end: offset}
	found := wordForm.FindAllStringIndex(t.Src, -1)
	for i, at := range found {
		w := word{at[0], at[1], t.Src[at[0]:at[1]]}
		switch {
		case w.start >= offset:
			p.after = t.rest(found[i:])
			return p, true
		case w.hides(offset):
			return p, false
		case w.isName() && w.end >= offset:
			p.start = w.start
		default:
			p.pass(w)
		}
	}
	return p, true
}

// hides reports whether the word is a comment or string that an offset behind its
// start lies in.
func (w word) hides(offset int) bool {
	switch w.text[0] {
	case '%':
		return offset <= w.end
	case '"':
		return offset < w.end || offset == w.end && (len(w.text) == 1 || w.text[len(w.text)-1] != '"')
	}
	return false
}

// pass takes up a word that stands before the cursor.
func (p *place) pass(w word) {
	switch {
	case w.text[0] == '%':
		return
	case w.text == "{":
		p.block = ""
		if len(p.before) > 0 {
			p.block = p.before[0].text
		}
	case w.text == "}":
		p.block = ""
	case w.text == ".", w.text == "," && p.block != "stage":
	default:
		p.before = append(p.before, w)
		return
	}
	p.before = nil
}

// rest returns the words up to the end of the declaration or fact.
func (t *Text) rest(found [][]int) []word {
	var list []word
	for _, at := range found {
		w := word{at[0], at[1], t.Src[at[0]:at[1]]}
		if strings.Contains("{}.,", w.text) {
			break
		}
		if w.text[0] != '%' {
			list = append(list, w)
		}
	}
	return list
}

// first and last return the outer words before the cursor; "" where there are
// none.
func (p place) first() string {
	if len(p.before) == 0 {
		return ""
	}
	return p.before[0].text
}

func (p place) last() string {
	if len(p.before) == 0 {
		return ""
	}
	return p.before[len(p.before)-1].text
}

// all returns the words around the cursor.
func (p place) all() []word { return slices.Concat(p.before, p.after) }

// holds reports whether one of the texts is among words.
func holds(words []word, texts ...string) bool {
	return slices.ContainsFunc(words, func(w word) bool { return slices.Contains(texts, w.text) })
}

// variables returns the variables of the words around the cursor, each once.
func (p place) variables() []string {
	var list []string
	seen := map[string]bool{syntax.Wildcard: true}
	for _, w := range p.all() {
		if syntax.IsVariable(w.text) && !seen[w.text] {
			seen[w.text] = true
			list = append(list, w.text)
		}
	}
	return list
}

// separators end an atom. What follows is a term behind those that are true, and
// a premise behind the others.
var separators = map[string]bool{
	"*": false, "⊗": false, "∗": false, "-o": false, "−o": false, "o-": false, "⊸": false,
	"->": false, "−>": false, "<-": false, "<−": false, "→": false, "←": false,
	",": false, "$": false, "!": false, ":": false, "=": false,
	"==": true, "<>": true, "!=": true, "<": true, "<=": true, ">": true, ">=": true, "+": true,
}

// slot is the kind of text that may follow the words before the cursor.
type slot struct {
	fun  string // the predicate or constructor of which an argument is wanted; empty for a premise
	arg  int    // which argument, from 0
	term bool   // fun is a constructor
	any  bool   // a term of whatever type, as behind `==`
}

// wantsTerm reports whether a term is wanted, and no premise.
func (s slot) wantsTerm() bool { return s.fun != "" || s.any }

// slotAfter returns the slot after some words.
func slotAfter(words []word) slot {
	args, depth := 0, 0
	for i := len(words) - 1; i >= 0; i-- {
		text := words[i].text
		terms, separates := separators[text]
		switch {
		case text == ")":
			depth++
		case text == "(" && depth > 0:
			if depth--; depth == 0 {
				args++
			}
		case depth > 0:
		case text == "(":
			outer := slotAfter(words[:i])
			if args == 0 {
				return outer
			}
			return slot{fun: words[i+1].text, arg: args - 1, term: outer.wantsTerm()} // of the first word behind it
		case separates:
			return slotOf(words[i+1:], args, terms)
		default:
			args++
		}
	}
	return slotOf(words, args, false)
}

// slotOf returns the slot after an atom or term with the given number of arguments so far.
func slotOf(words []word, args int, term bool) slot {
	if args == 0 {
		return slot{any: term}
	}
	return slot{fun: words[0].text, arg: args - 1, term: term}
}
