package foreign

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner takes a text apart. Methods that take something skip the white space
// before it.
type scanner struct {
	file  *file
	text  string
	pos   int    // in text
	base  int    // the offset of text in the file
	whole bool   // text stands there with escapes: errors are at base
	stops string // characters that end a word, beside white space
}

const (
	// brackets end words in texts of many facts.
	brackets = "()[]{},;\""
	// parens end words where a text is a single fact.
	parens = "()\""
)

// at returns the offset of the next byte in the file.
func (s *scanner) at() int {
	if s.whole {
		return s.base
	}
	return s.base + s.pos
}

func (s *scanner) space() {
	rest := s.text[s.pos:]
	s.pos += len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
}

// next returns the next byte that is not white space, 0 at the end.
func (s *scanner) next() byte {
	s.space()
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

func (s *scanner) atEnd() bool {
	s.space()
	return s.pos == len(s.text)
}

// eat takes that text, if it is next.
func (s *scanner) eat(token string) bool {
	s.space()
	if !strings.HasPrefix(s.text[s.pos:], token) {
		return false
	}
	s.pos += len(token)
	return true
}

func (s *scanner) want(token string) error {
	if !s.eat(token) {
		return s.unexpected(strconv.Quote(token))
	}
	return nil
}

// keyword takes that word, if it is next.
func (s *scanner) keyword(word string) bool {
	s.space()
	start := s.pos
	if s.word() == word {
		return true
	}
	s.pos = start
	return false
}

// word takes what stands there up to white space or a stop; "" where one is next.
func (s *scanner) word() string {
	s.space()
	rest := s.text[s.pos:]
	n := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(s.stops, r) })
	if n < 0 {
		n = len(rest)
	}
	s.pos += n
	return rest[:n]
}

// name takes a word, which there has to be; what says of what.
func (s *scanner) name(what string) (string, error) {
	word := s.word()
	if word == "" {
		return "", s.unexpected(what)
	}
	return word, nil
}

// unexpected returns the error for input other than the wanted one.
func (s *scanner) unexpected(want string) error {
	s.space()
	return s.file.errorf(s.at(), "want %s, found %s", want, s.found())
}

// found describes the next token.
func (s *scanner) found() string {
	if s.pos == len(s.text) {
		return "the end of the text"
	}
	start := s.pos
	word := s.word()
	s.pos = start
	if word == "" {
		r, _ := utf8.DecodeRuneInString(s.text[start:])
		return strconv.QuoteRune(r)
	}
	if chars := []rune(word[:min(len(word), 200)]); len(chars) > 40 {
		word = string(chars[:40]) + "…"
	}
	return strconv.Quote(word)
}

// separated takes items with commas between, and brackets around them.
func (s *scanner) separated(open, end string, item func() error) error {
	if err := s.want(open); err != nil {
		return err
	}
	for more := !s.eat(end); more; {
		if err := item(); err != nil {
			return err
		}
		if more = !s.eat(end); more && !s.eat(",") {
			return s.unexpected(fmt.Sprintf("%q or %q", ",", end))
		}
	}
	return nil
}
