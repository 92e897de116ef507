package syntax

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Comment is a `%` comment, without the end of its line.
type Comment struct {
	Span
	Text string
}

// scanner turns text into tokens.
type scanner struct {
	src      *Source
	pos      Pos
	tokens   []token
	open     []int // indexes of parentheses not yet closed
	comments []Comment
	last     complaint
	errs     *ErrorList
}

// perToken is how many bytes of text there are for a token, in dense programs. With room
// for them all, those of a large program are not copied over and over as they come.
const perToken = 3

// scan reads all of the text; the last token is tEOF.
func scan(src *Source, errs *ErrorList) ([]token, []Comment) {
	s := &scanner{src: src, pos: Pos{0, 1, 1}, errs: errs}
	s.tokens = make([]token, 0, len(src.Text)/perToken)
	if bytes.HasPrefix(src.Text, []byte("\ufeff")) {
		s.pos.Offset = len("\ufeff")
	}
	for s.next() {
	}
	return s.tokens, s.comments
}

// next reads one token, comment or stretch of white space.
func (s *scanner) next() bool {
	r := s.peek()
	switch {
	case s.pos.Offset >= len(s.src.Text):
		s.emit(tEOF, s.pos, "")
		return false
	case unicode.IsSpace(r):
		s.take(unicode.IsSpace)
	case r == '%':
		start := s.pos
		text := s.take(func(r rune) bool { return r != '\n' })
		s.comments = append(s.comments, Comment{Span{start, s.pos}, strings.TrimRight(text, "\r")})
	case r == '#':
		s.directive()
	case r == '"':
		s.str()
	case r == '_':
		start := s.pos
		s.advance(r)
		s.emit(tName, start, "_")
	case isDigit(r):
		start := s.pos
		digits := s.take(isDigit)
		if rest := s.src.Text[s.pos.Offset:]; len(rest) > 1 && rest[0] == '.' && isDigit(rune(rest[1])) {
			s.advance('.')
			s.take(isDigit)
			s.fail(UnexpectedCharacter, Span{start, s.pos}, "numbers are whole: 0, 1, 2 and so on")
			s.emit(tBad, start, digits)
			break
		}
		s.emit(tNumber, start, cmp.Or(strings.TrimLeft(digits, "0"), "0"))
	case isNameStart(r) && !bytes.HasPrefix(s.src.Text[s.pos.Offset:], []byte("->")):
		s.name()
	default:
		s.symbol(r)
	}
	return true
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func (s *scanner) name() {
	start := s.pos
	text := strings.Map(func(r rune) rune {
		if isPrime(r) {
			return '\''
		}
		return r
	}, s.take(isNamePart))
	if k, ok := reserved[text]; ok {
		s.emit(k, start, text)
		return
	}
	s.emit(tName, start, text)
}

func (s *scanner) directive() {
	start := s.pos
	s.advance('#')
	text := s.take(isNamePart)
	if text == "" {
		s.fail(UnknownDirective, Span{start, s.pos}, "`#` needs the name of a directive: #trace, #interactive, …",
			commentNote(&Fix{Span{start, s.pos}, "%"}))
		s.emit(tBad, start, "#")
		return
	}
	s.emit(tDirective, start, text)
}

// str reads a string literal: in double quotes, on one line, with the escapes of [Quote].
func (s *scanner) str() {
	start := s.pos
	s.advance('"')
	var b strings.Builder
	for s.pos.Offset < len(s.src.Text) {
		r := s.peek()
		switch {
		case r == '\n':
			s.fail(BadString, Span{start, s.pos}, "string is not closed on its line",
				Note{Msg: "write a line break in a string as `\\n`"})
			s.emit(tBad, start, "string")
			return
		case r == '"':
			s.advance(r)
			s.emit(tString, start, b.String())
			return
		case r == '\\':
			s.escape(&b)
		default:
			b.WriteRune(r)
			s.advance(r)
		}
	}
	s.fail(BadString, Span{start, s.pos}, "string is not closed")
	s.emit(tBad, start, "string")
}

// longestEscape is the length of `\U0001F600`.
const longestEscape = 10

// escape reads one of the escapes that string literals have in Go, except for bytes that are no
// character of their own: a program is text.
func (s *scanner) escape(b *strings.Builder) {
	start := s.pos
	rest := s.src.Text[start.Offset:]
	text := string(rest[:min(len(rest), longestEscape)])
	r, isRune, tail, err := strconv.UnquoteChar(text, '"')
	if err != nil || !isRune && r >= utf8.RuneSelf {
		s.advance('\\')
		s.fail(BadString, Span{start, s.pos},
			"unknown escape in a string: there are \\n, \\t, \\\", \\\\, and \\u with four hexadecimal digits")
		return
	}
	for _, c := range text[:len(text)-len(tail)] {
		s.advance(c)
	}
	b.WriteRune(r)
}

func (s *scanner) symbol(r rune) {
	start := s.pos
	for _, sym := range symbols {
		if bytes.HasPrefix(s.src.Text[s.pos.Offset:], []byte(sym.text)) {
			for _, c := range sym.text {
				s.advance(c)
			}
			s.emit(sym.kind, start, sym.text)
			return
		}
	}
	s.foreign(r)
}

// foreign passes over a character that no form begins with, and others like it.
func (s *scanner) foreign(r rune) {
	start := s.pos
	s.take(func(c rune) bool { return c == r })
	if strings.ContainsRune("“„«", r) {
		s.take(func(r rune) bool { return r != '\n' && !strings.ContainsRune("“”»", r) })
		if s.pos.Offset < len(s.src.Text) && s.peek() != '\n' {
			s.advance(s.peek())
		}
	}
	span := Span{start, s.pos}
	s.emit(tBad, start, s.src.Slice(span))
	if hint := foreignSigns[r]; hint == "" {
		s.fail(UnexpectedCharacter, span, fmt.Sprintf("unexpected character %q", r))
	} else if said := (complaint{start.Line, hint}); said != s.last {
		s.fail(UnexpectedCharacter, span, fmt.Sprintf("unexpected character %q", r), Note{Msg: hint})
		s.last = said
	}
}

// complaint is a hint that was given for a line: once, as brackets come in pairs.
type complaint struct {
	line int
	hint string
}

// foreignSigns maps signs of other languages to their forms here.
var foreignSigns = map[rune]string{
	'&':  JoinHint,
	'|':  JoinHint,
	'~':  NoNegation,
	'¬':  NoNegation,
	'[':  noBrackets,
	']':  noBrackets,
	'`':  straightQuotes,
	'\'': straightQuotes,
	'‘':  straightQuotes,
	'“':  straightQuotes,
	'„':  straightQuotes,
	'«':  straightQuotes,
	'−':  "a minus is written `-`",
	'≤':  asciiComparison,
	'≥':  asciiComparison,
	'≠':  asciiComparison,
	'×':  "a multiplication is written with `*`",
	'–':  "the arrow of rules is written `-o`",
	'—':  "the arrow of rules is written `-o`",
	';':  "declarations end with `.`; the facts of a context are separated by `,`",
}

const (
	// NoNegation shows how to say that a fact is absent.
	NoNegation = "no premise asks for the absence of a fact: one stage marks where the fact is present, and the next " +
		"takes the rest: `stage count = { expected G * $here G -o seen G. }  qui * stage count -o stage wait.  " +
		"stage wait = { expected G -o late G. }`"
	noBrackets = "arguments follow the name, separated by spaces; nested terms are in parentheses, stages and contexts " +
		"in braces"
	asciiComparison = "write comparisons as `<`, `<=`, `>`, `>=`, `==`, `<>`"
	straightQuotes  = "strings are in straight double quotes: \"…\""
)

// emit appends the token from start to here, and pairs parentheses.
func (s *scanner) emit(k kind, start Pos, text string) {
	switch k {
	case tOpen:
		s.open = append(s.open, len(s.tokens))
	case tClose:
		if n := len(s.open); n > 0 {
			s.tokens[s.open[n-1]].mate = len(s.tokens)
			s.open = s.open[:n-1]
		}
	case tDot:
		s.open = s.open[:0] // no parenthesis reaches over the end of a declaration
	}
	s.tokens = append(s.tokens, token{Span: Span{start, s.pos}, kind: k, text: text})
}

func (s *scanner) fail(code Code, span Span, msg string, notes ...Note) {
	*s.errs = append(*s.errs, &Error{Source: s.src, Span: span, Code: code, Msg: msg, Notes: notes})
}

// peek returns the next character; 0 at the end.
func (s *scanner) peek() rune {
	if s.pos.Offset >= len(s.src.Text) {
		return 0
	}
	r, _ := utf8.DecodeRune(s.src.Text[s.pos.Offset:])
	return r
}

// take passes over the characters that are ok and returns them.
func (s *scanner) take(ok func(rune) bool) string {
	start := s.pos.Offset
	for s.pos.Offset < len(s.src.Text) {
		r := s.peek()
		if !ok(r) {
			break
		}
		s.advance(r)
	}
	return string(s.src.Text[start:s.pos.Offset])
}

// advance passes over a character. The text is UTF-8, as [Parse] has made sure.
func (s *scanner) advance(r rune) {
	s.pos.Offset += utf8.RuneLen(r)
	s.pos.Col++
	if r == '\n' {
		s.pos.Line++
		s.pos.Col = 1
	}
}

func isNameStart(r rune) bool {
	return unicode.IsLetter(r) || r == '\\' || r == '/' || r == '-'
}

func isNamePart(r rune) bool {
	return isNameStart(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || isPrime(r)
}

// isPrime accepts the primes that PDFs hold in place of the ASCII one.
func isPrime(r rune) bool { return r == '\'' || r == '’' || r == '′' }
