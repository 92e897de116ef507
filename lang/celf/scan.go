package celf

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// kind is a kind of token.
type kind int

const (
	tEOF       kind = iota
	tWord           // a name
	tNumber         // decimal digits
	tDirective      // #query, #trace, #exec or #mode
	tSign           // an operator, a bracket, a separator or a reserved word
	tBad            // reported by the scanner already
)

// token is a word of the text with its place.
type token struct {
	syntax.Span
	kind kind
	text string // as written
}

func (t token) is(sign string) bool { return t.kind == tSign && t.text == sign }

// describe says in a message what the token is.
func (t token) describe() string {
	if t.kind == tEOF {
		return "the end of the file"
	}
	return "`" + t.text + "`"
}

// reserved are the words that are no names. `<` and `>` alone are the brackets of pairs of alternatives.
var reserved = map[string]kind{
	"type": tSign, "Pi": tSign, "PI": tSign, "Exists": tSign, "EXISTS": tSign, "let": tSign, "in": tSign,
	"#1": tSign, "#2": tSign, "_": tSign,
	"-o": tSign, "o-": tSign, "->": tSign, "<-": tSign, "*": tSign, "&": tSign, "=": tSign, "<": tSign, ">": tSign,
	"#query": tDirective, "#trace": tDirective, "#exec": tDirective, "#mode": tDirective,
}

// scanner turns text into tokens, one at a time.
type scanner struct {
	src  *syntax.Source
	text string // that of the source
	pos  syntax.Pos
	errs *syntax.ErrorList
}

// newScanner returns a scanner at the start of a source, which is UTF-8.
func newScanner(src *syntax.Source, errs *syntax.ErrorList) *scanner {
	s := &scanner{src: src, text: string(src.Text), pos: syntax.Pos{Line: 1, Col: 1}, errs: errs}
	if bytes.HasPrefix(src.Text, []byte("\ufeff")) {
		s.pos.Offset = len("\ufeff")
	}
	return s
}

// next returns the next token. The last is tEOF, which comes again and again.
func (s *scanner) next() token {
	for s.pos.Offset < len(s.text) {
		start, r := s.pos, s.peek()
		switch {
		case unicode.IsSpace(r):
			s.take(unicode.IsSpace)
			continue
		case r == '%':
			s.take(func(r rune) bool { return r != '\n' })
			continue
		case strings.HasPrefix(s.text[s.pos.Offset:], "@-"), strings.HasPrefix(s.text[s.pos.Offset:], "-@"):
			s.advance(r)
			s.advance(s.peek())
			return s.token(tSign, start)
		case isWordPart(r):
			return s.word()
		case strings.ContainsRune(signs, r):
			s.advance(r)
			return s.token(tSign, start)
		}
		return s.foreign()
	}
	return s.token(tEOF, s.pos)
}

// signs are the tokens of one character that are no part of words.
const signs = `.:,()[]{}\!@^"`

// word reads the longest run of the characters of words.
func (s *scanner) word() token {
	start := s.pos
	t := token{text: s.take(isWordPart)}
	t.Span = syntax.Span{Start: start, End: s.pos}
	switch k, ok := reserved[t.text]; {
	case ok:
		t.kind = k
	case strings.Trim(t.text, "0123456789") == "":
		t.kind = tNumber
	default:
		t.kind = tWord
		if strings.ContainsAny(t.text, "’′") {
			t.text = strings.NewReplacer("’", "'", "′", "'").Replace(t.text)
		}
	}
	return t
}

// foreign passes over a character that no token begins with, and its repetitions.
func (s *scanner) foreign() token {
	start, r := s.pos, s.peek()
	s.take(func(c rune) bool { return c == r })
	t := s.token(tBad, start)
	e := &syntax.Error{Source: s.src, Span: t.Span, Code: syntax.UnexpectedCharacter,
		Msg: fmt.Sprintf("unexpected character %q", r)}
	if hint := foreignCharacters[r]; hint != "" {
		e.Notes = []syntax.Note{{Msg: hint}}
	}
	*s.errs = append(*s.errs, e)
	return t
}

// foreignCharacters says what to write in the place of characters that texts from elsewhere have.
var foreignCharacters = map[rune]string{
	'−': "a minus is written `-`",
	'–': "the arrow of rules is written `-o`",
	'—': "the arrow of rules is written `-o`",
	'⊸': "the arrow of rules is written `-o`",
	'→': "the arrow of persistent premises is written `->`",
	'←': "the arrow of backward rules is written `<-`",
	'⊗': "parts are joined by `*`",
	'∗': "parts are joined by `*`",
	'“': quotes, '„': quotes, '‘': quotes, '`': quotes,
}

const quotes = "Celf has no quotes: a name stands as it is"

func (s *scanner) token(k kind, start syntax.Pos) token {
	return token{syntax.Span{Start: start, End: s.pos}, k, s.text[start.Offset:s.pos.Offset]}
}

// peek returns the current character. The text is UTF-8, as [Parse] has made sure.
func (s *scanner) peek() rune {
	r, _ := utf8.DecodeRuneInString(s.text[s.pos.Offset:])
	return r
}

// take passes over the characters that are ok and returns them.
func (s *scanner) take(ok func(rune) bool) string {
	start := s.pos.Offset
	for s.pos.Offset < len(s.text) {
		r := s.peek()
		if !ok(r) {
			break
		}
		s.advance(r)
	}
	return s.text[start:s.pos.Offset]
}

func (s *scanner) advance(r rune) {
	s.pos.Offset += utf8.RuneLen(r)
	s.pos.Col++
	if r == '\n' {
		s.pos.Line, s.pos.Col = s.pos.Line+1, 1
	}
}

// isWordPart accepts the characters of words: those of Celf, letters of other alphabets, and the primes of PDFs.
func isWordPart(r rune) bool {
	return strings.ContainsRune("-<>=/|_'*#+&~;$?’′", r) || r >= '0' && r <= '9' || unicode.IsLetter(r) ||
		unicode.IsMark(r)
}

// isVariable reports whether a word is a variable if nothing binds it: it begins with a capital.
func isVariable(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r)
}
