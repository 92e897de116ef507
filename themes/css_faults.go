package themes

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
)

// checkCSS finds constructs that a stylesheet opens and does not close. Browsers do not report
// them: they take all that follows for a part of the open construct, and drop it. Nor do they
// report an ignored import, which may stand only before all rules, where the pages have rules of
// their own. Only the first fault is returned, as others may follow from it.
func checkCSS(file string, css []byte) error {
	s := &cssScan{css: css}
	for s.fault == nil && s.at < len(css) {
		s.next()
	}
	if s.fault == nil && len(s.open) > 0 {
		s.fail(s.open[len(s.open)-1], "`%c` opens here and is not closed: it takes in all that follows",
			css[s.open[len(s.open)-1]])
	}
	if s.fault == nil {
		return nil
	}
	return fmt.Errorf("%s:%s: %s", file, position(css, s.fault.at), s.fault.message)
}

// A cssScan tokenizes a stylesheet by CSS Syntax 3, section 4, as far as it matters for open
// constructs.
type cssScan struct {
	css   []byte
	at    int   // offset of what comes next
	open  []int // offsets of the brackets that are not closed yet
	fault *fault
}

// fail records a fault at an offset.
func (s *cssScan) fail(at int, format string, args ...any) {
	s.fault = &fault{at, fmt.Sprintf(format, args...)}
}

// next goes over one thing: a comment, a string, an address, an escape, or a byte.
func (s *cssScan) next() {
	rest := s.css[s.at:]
	switch c := rest[0]; {
	case bytes.HasPrefix(rest, []byte("/*")):
		length := bytes.Index(rest[2:], []byte("*/"))
		if length < 0 {
			s.fail(s.at, "the comment `/*` opens here and is not closed: it takes in all that follows")
			return
		}
		s.at += length + 4
	case c == '"' || c == '\'':
		s.text(c)
	case c == '\\':
		s.at += min(2, len(rest))
	case c == '@' && importWord.Match(rest):
		s.fail(s.at, "`@import` has no effect here: rules of the pages come before it; "+
			"copy the other file into this one")
	case slices.Contains([]byte("{[("), c):
		s.open = append(s.open, s.at)
		s.at++
		s.address()
	case slices.Contains([]byte("}])"), c):
		s.close(c)
	default:
		s.at++
	}
}

// importWord is the name of the at-rule that brings in another stylesheet.
var importWord = regexp.MustCompile(`^(?i:@import)(?:[^\w-]|$)`)

// text goes over a string, which ends in the line that it begins in, unless the end of
// the line is escaped.
func (s *cssScan) text(quote byte) {
	for i := s.at + 1; i < len(s.css); i++ {
		switch s.css[i] {
		case quote:
			s.at = i + 1
			return
		case '\\':
			if i++; bytes.HasPrefix(s.css[min(i, len(s.css)):], []byte("\r\n")) {
				i++
			}
		case '\n', '\r', '\f':
			s.fail(s.at, "the string opens here and is not closed in its line")
			return
		}
	}
	s.fail(s.at, "the string opens here and is not closed")
}

// address goes to the end of an address without quotes, `url(a{/*b.png)`, in which
// nothing has a meaning but that end.
func (s *cssScan) address() {
	before, rest := s.css[:s.at], s.css[s.at:]
	inside := bytes.TrimLeft(rest, " \t\r\n\f")
	if len(before) < 4 || !bytes.EqualFold(before[len(before)-4:], []byte("url(")) ||
		len(inside) == 0 || inside[0] == '"' || inside[0] == '\'' {
		return
	}
	if end := bytes.IndexByte(rest, ')'); end >= 0 {
		s.at += end
	} else {
		s.at = len(s.css)
	}
}

// close closes the bracket that was opened last, if it is of the same kind.
func (s *cssScan) close(c byte) {
	if len(s.open) == 0 {
		s.fail(s.at, "`%c` closes nothing: what follows it is lost", c)
		return
	}
	last := s.open[len(s.open)-1]
	if partner := map[byte]byte{'{': '}', '[': ']', '(': ')'}[s.css[last]]; partner != c {
		s.fail(last, "`%c` opens here and is not closed before the `%c` in %s", s.css[last], c, position(s.css, s.at))
		return
	}
	s.open = s.open[:len(s.open)-1]
	s.at++
}
