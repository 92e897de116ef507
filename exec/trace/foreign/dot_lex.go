package foreign

import (
	"html"
	"strings"
	"unicode"
)

// This file takes DOT apart into words, names in quotes and punctuation.

// comments passes over white space and comments.
func (s *scanner) comments() {
	for {
		s.space()
		rest := s.text[s.pos:]
		switch {
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#"):
			s.skipTo(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			s.skipTo(rest, "*/")
		default:
			return
		}
	}
}

// skipTo goes on behind the next end, or to the end of the text.
func (s *scanner) skipTo(rest, end string) {
	if n := strings.Index(rest, end); n >= 0 {
		s.pos += n + len(end)
		return
	}
	s.pos = len(s.text)
}

// mark takes that punctuation, if it is next.
func (s *scanner) mark(token string) bool {
	s.comments()
	return s.eat(token)
}

// dotName takes a name and returns where it stands.
func (s *scanner) dotName(what string) (name string, at int, err error) {
	s.comments()
	at = s.at()
	if s.next() == '"' {
		name, err = s.quoted()
		return name, at, err
	}
	name = s.bare()
	if name == "" {
		err = s.unexpected(what)
	}
	return name, at, err
}

// bare takes a name without quotes, or a number.
func (s *scanner) bare() string {
	rest := s.text[s.pos:]
	end := len(rest)
	for i, r := range rest {
		sign := r == '-' && i == 0 && !strings.HasPrefix(rest, "->") && !strings.HasPrefix(rest, "--")
		if r != '_' && r != '.' && !sign && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end = i
			break
		}
	}
	s.pos += end
	return rest[:end]
}

// quoted takes texts in quotes, with + between. Only a quote is escaped in DOT;
// other escapes belong to labels.
func (s *scanner) quoted() (string, error) {
	var b strings.Builder
	for {
		part, err := s.literal()
		if err != nil {
			return "", err
		}
		inside := part.Head[1 : len(part.Head)-1]
		b.WriteString(unquote.Replace(inside))
		if !s.mark("+") {
			return b.String(), nil
		}
		if s.comments(); s.next() != '"' {
			return "", s.unexpected("a text in quotes")
		}
	}
}

var unquote = strings.NewReplacer(`\\`, `\\`, `\"`, `"`, "\\\r\n", "", "\\\n", "")

// labelLines returns the first line of a label and the rest.
func labelLines(label string) (first, rest string) {
	first, rest, _ = strings.Cut(breaks.Replace(label), "\n")
	return html.UnescapeString(first), html.UnescapeString(strings.ReplaceAll(rest, "\n", " "))
}

// breaks resolves the escapes of labels: a line ends with \n, \l or \r, in two
// characters. A backslash that escapes nothing is itself, for the older Ceptre
// escapes none.
var breaks = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\l`, "\n", `\r`, "\n")
