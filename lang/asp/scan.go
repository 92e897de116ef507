package asp

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// scanner turns text into tokens.
type scanner struct {
	*file
	text   []byte
	pos    syntax.Pos
	tokens []token
}

// scan reads all of the text, which is UTF-8. The last token is tEOF.
func scan(f *file) []token {
	s := &scanner{file: f, text: f.source.Text, pos: syntax.Pos{Line: 1, Col: 1}}
	if s.has("\ufeff") {
		s.pos.Offset = len("\ufeff")
	}
	for s.pos.Offset < len(s.text) {
		s.next()
	}
	s.emit(tEOF, s.pos, "")
	return s.tokens
}

// next reads one token, comment or stretch of white space.
func (s *scanner) next() {
	start, r := s.pos, s.peek()
	switch {
	case unicode.IsSpace(r):
		s.take(unicode.IsSpace)
	case s.has("%*"):
		s.block("%*", "*%")
	case r == '%':
		s.line()
	case s.has("/*"):
		s.block("/*", "*/")
		s.foreignComment(syntax.Span{Start: start, End: s.pos})
	case s.has("//"), r == '#' && !s.atDirective():
		s.line()
		s.foreignComment(syntax.Span{Start: start, End: s.pos})
	case r == '#':
		s.directive()
	case r == '"':
		s.str()
	case isDigit(r):
		s.emit(tNumber, start, s.number())
	case isNamePart(r):
		s.name()
	default:
		s.sign(r)
	}
}

// line passes over the rest of the line.
func (s *scanner) line() { s.take(func(r rune) bool { return r != '\n' }) }

// block passes over a comment, and those within it.
func (s *scanner) block(open, end string) {
	start, depth := s.pos, 0
	for s.pos.Offset < len(s.text) {
		switch {
		case s.has(open):
			depth++
			s.skip(len(open))
		case s.has(end):
			depth--
			s.skip(len(end))
		default:
			s.advance(s.peek())
		}
		if depth == 0 {
			return
		}
	}
	opened := syntax.Span{Start: start, End: start}
	opened.End.Offset, opened.End.Col = start.Offset+len(open), start.Col+len(open)
	s.report(syntax.UnexpectedToken, opened, "this comment is not closed",
		syntax.Note{Msg: "it ends with `" + end + "`"})
}

func (s *scanner) foreignComment(span syntax.Span) {
	s.report(syntax.UnexpectedToken, span, "a statement cannot start like this",
		syntax.Note{Msg: "comments start with `%`; those of several lines are between `%*` and `*%`"})
}

// atDirective reports whether a word follows the current `#`.
func (s *scanner) atDirective() bool {
	r, _ := utf8.DecodeRune(s.text[s.pos.Offset+1:])
	return isNamePart(r) && !isDigit(r)
}

// directive reads `#` with the word behind it. The script behind #script is passed over, for it is in another
// language.
func (s *scanner) directive() {
	start := s.pos
	s.advance('#')
	word := s.take(isNamePart)
	if word == "sum" && s.has("+") {
		s.advance('+')
		word = "sum+"
	}
	s.emit(tDirective, start, word)
	if word == "script" {
		end := bytes.Index(s.text[s.pos.Offset:], []byte("#end"))
		if end < 0 {
			end = len(s.text) - s.pos.Offset
		}
		for end += s.pos.Offset; s.pos.Offset < end; {
			s.advance(s.peek())
		}
	}
}

// number reads a numeral, which is decimal or begins with 0x, 0o or 0b.
func (s *scanner) number() string {
	for prefix, digits := range map[string]string{"0x": "0123456789abcdefABCDEF", "0o": "01234567", "0b": "01"} {
		if rest := s.text[s.pos.Offset:]; s.has(prefix) && len(rest) > 2 && strings.IndexByte(digits, rest[2]) >= 0 {
			s.skip(len(prefix))
			return prefix + s.take(func(r rune) bool { return strings.ContainsRune(digits, r) })
		}
	}
	return s.take(isDigit)
}

// name reads a name, whose first letter says whether it is a variable. Primes and underscores may precede the letter.
func (s *scanner) name() {
	start := s.pos
	text := strings.NewReplacer("’", "'", "′", "'").Replace(s.take(isNamePart))
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, "_'"))
	switch {
	case strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }):
		s.emit(tBad, start, text)
		s.report(syntax.UnexpectedCharacter, syntax.Span{Start: start, End: s.pos},
			"the letters of names are a to z: `"+text+"` has others")
	case text == "not":
		s.emit(tNot, start, text)
	case text == "_":
		s.emit(tAnonymous, start, text)
	case first >= 'a' && first <= 'z':
		s.emit(tName, start, text)
	case first >= 'A' && first <= 'Z':
		s.emit(tVariable, start, text)
	default:
		s.emit(tBad, start, text)
		s.report(syntax.UnexpectedCharacter, syntax.Span{Start: start, End: s.pos}, "`"+text+"` is no name",
			syntax.Note{Msg: "names begin with a letter, before which `_` and `'` may stand"})
	}
}

// str reads a string, which ends on its line and has the escapes \n, \" and \\.
func (s *scanner) str() {
	start := s.pos
	s.advance('"')
	var b strings.Builder
	k := tString
	for s.pos.Offset < len(s.text) {
		r := s.peek()
		switch {
		case r == '"':
			s.advance(r)
			s.emit(k, start, b.String())
			return
		case r == '\n':
			s.emit(tBad, start, "string")
			s.report(syntax.BadString, syntax.Span{Start: start, End: s.pos}, "string is not closed on its line",
				syntax.Note{Msg: "write a line break in a string as `\\n`"})
			return
		case s.has(`\n`), s.has(`\"`), s.has(`\\`):
			c := s.text[s.pos.Offset+1]
			if c == 'n' {
				c = '\n'
			}
			b.WriteByte(c)
			s.skip(2)
		case r == '\\':
			at := s.pos
			s.advance(r)
			k = tBad
			s.report(syntax.BadString, syntax.Span{Start: at, End: s.pos},
				"unknown escape in a string: there are \\n, \\\" and \\\\")
		default:
			b.WriteRune(r)
			s.advance(r)
		}
	}
	s.emit(tBad, start, "string")
	s.report(syntax.BadString, syntax.Span{Start: start, End: s.pos}, "string is not closed")
}

// sign reads an operator, a bracket or a separator.
func (s *scanner) sign(r rune) {
	start := s.pos
	for _, sign := range signs {
		if s.has(sign) {
			s.skip(len(sign))
			s.emit(tSign, start, sign)
			return
		}
	}
	s.take(func(c rune) bool { return c == r })
	span := syntax.Span{Start: start, End: s.pos}
	s.emit(tBad, start, s.source.Slice(span))
	e := s.report(syntax.UnexpectedCharacter, span, fmt.Sprintf("unexpected character %q", r))
	if hint := foreignCharacters[r]; hint != "" {
		e.Notes = []syntax.Note{{Msg: hint}}
	}
}

func (s *scanner) emit(k kind, start syntax.Pos, text string) {
	s.tokens = append(s.tokens, token{syntax.Span{Start: start, End: s.pos}, k, text})
}

func (s *scanner) has(prefix string) bool {
	return bytes.HasPrefix(s.text[s.pos.Offset:], []byte(prefix))
}

func (s *scanner) peek() rune {
	r, _ := utf8.DecodeRune(s.text[s.pos.Offset:])
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
	return string(s.text[start:s.pos.Offset])
}

// skip passes over characters of one byte.
func (s *scanner) skip(n int) { s.pos.Offset, s.pos.Col = s.pos.Offset+n, s.pos.Col+n }

func (s *scanner) advance(r rune) {
	s.pos.Offset += utf8.RuneLen(r)
	s.pos.Col++
	if r == '\n' {
		s.pos.Line, s.pos.Col = s.pos.Line+1, 1
	}
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isNamePart accepts what names consist of, and what the authors of names in other languages expect. The primes are
// also those of PDFs.
func isNamePart(r rune) bool {
	return unicode.IsLetter(r) || isDigit(r) || r == '_' || r == '\'' || r == '’' || r == '′'
}
