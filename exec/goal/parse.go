package goal

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// ParsePattern reads a pattern as programs write facts. Names are whatever stands between
// spaces and parentheses, with brackets in pairs: other engines have names that programs have
// not. Those that begin with a capital are variables.
func ParsePattern(s string) (Pattern, error) {
	p := patternParser{text: s, rest: s}
	permanent := p.peek() == '!'
	if permanent {
		p.rest = p.rest[1:]
	}
	term, err := p.application()
	if err == nil && p.peek() != atEnd {
		err = p.fail("a closing parenthesis too many")
	}
	if err != nil {
		return Pattern{}, err
	}
	out := Pattern{Term: term, Permanent: permanent}
	for _, arg := range term.Args {
		out.addVars(arg)
	}
	return out, nil
}

// patternError says why a text is no pattern.
type patternError struct {
	text   string
	at     int // offset of the fault
	reason string
}

// Error returns the text and the reason.
func (e *patternError) Error() string { return fmt.Sprintf("%q: %s", e.text, e.reason) }

type patternParser struct {
	text, rest string
	depth      int
	listed     int // within how many lists
}

// fail returns an error with the reason at the parser's position.
func (p *patternParser) fail(reason string) error {
	return &patternError{p.text, len(p.text) - len(p.rest), reason}
}

// atEnd is what peek returns at the end of the text.
const atEnd = -1

// peek skips spaces and returns the next byte, or atEnd.
func (p *patternParser) peek() int {
	p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	if p.rest == "" {
		return atEnd
	}
	return int(p.rest[0])
}

// application reads a name with its arguments.
func (p *patternParser) application() (trace.Term, error) {
	if c := p.peek(); c == atEnd || c == ')' {
		return trace.Term{}, p.fail("a name is missing")
	}
	if p.peek() == '[' {
		return trace.Term{}, p.fail("a list is no name")
	}
	t, err := p.operand()
	if err != nil {
		return t, err
	}
	for c := p.peek(); c != atEnd && c != ')'; c = p.peek() {
		arg, err := p.operand()
		if err != nil {
			return t, err
		}
		t.Args = append(t.Args, arg)
	}
	return t, nil
}

// operand reads a name, a numeral, a literal, or a term in parentheses.
func (p *patternParser) operand() (trace.Term, error) {
	switch p.peek() {
	case '(':
		return p.inParentheses()
	case '"':
		return p.literal()
	case '[':
		return p.list()
	}
	return p.word()
}

// word reads a name or a numeral. It ends at a space, a parenthesis or a quote, and in a list at
// a comma. Brackets within it are in pairs, as in `a[1]`.
func (p *patternParser) word() (trace.Term, error) {
	open, end := 0, len(p.rest)
	for i, r := range p.rest {
		if unicode.IsSpace(r) || strings.ContainsRune(`()"`, r) || open == 0 && (r == ']' || r == ',' && p.listed > 0) {
			end = i
			break
		}
		switch r {
		case '[':
			open++
		case ']':
			open--
		}
	}
	switch {
	case open > 0:
		return trace.Term{}, p.fail("a bracket is not closed")
	case end == 0 && p.listed > 0:
		return trace.Term{}, p.fail("a name is missing")
	case end == 0:
		return trace.Term{}, p.fail("a closing bracket too many")
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	return trace.Atomic(word), nil
}

// list reads terms in brackets, with commas between them.
func (p *patternParser) list() (trace.Term, error) {
	if p.depth++; p.depth > trace.MaxTermDepth {
		return trace.Term{}, p.fail(fmt.Sprintf("nested deeper than %d", trace.MaxTermDepth))
	}
	p.rest = p.rest[1:]
	p.listed++
	t := trace.Term{Head: trace.List}
	for p.peek() != ']' || len(t.Args) > 0 {
		if p.peek() == atEnd {
			return t, p.fail("a list is not closed")
		}
		element, err := p.operand()
		if err != nil {
			return t, err
		}
		t.Args = append(t.Args, element)
		if p.peek() == ']' {
			break
		}
		switch p.peek() {
		case atEnd:
			return t, p.fail("a list is not closed")
		case ',':
		default:
			return t, p.fail("elements of a list stand apart with commas")
		}
		p.rest = p.rest[1:]
	}
	p.rest = p.rest[1:]
	p.listed--
	p.depth--
	return t, nil
}

func (p *patternParser) inParentheses() (trace.Term, error) {
	if p.depth++; p.depth > trace.MaxTermDepth {
		return trace.Term{}, p.fail(fmt.Sprintf("nested deeper than %d", trace.MaxTermDepth))
	}
	open := *p
	p.rest = p.rest[1:]
	t, err := p.application()
	if err == nil && p.peek() != ')' {
		err = open.fail("a parenthesis is not closed")
	}
	if err != nil {
		return t, err
	}
	p.rest = p.rest[1:]
	p.depth--
	return t, nil
}

func (p *patternParser) literal() (trace.Term, error) {
	for i := 1; i < len(p.rest); i++ {
		switch p.rest[i] {
		case '\\':
			i++
		case '"':
			t := trace.Const(trace.Spelled(p.rest[:i+1]))
			p.rest = p.rest[i+1:]
			return t, nil
		}
	}
	return trace.Term{}, p.fail("a string is not closed")
}
