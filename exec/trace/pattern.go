package trace

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Open is the term that matches any other in a [Pattern].
const Open = "_"

// Pattern is a fact, or a rule with its arguments, as somebody asks for it:
// `at romeo _`. Where `_` stands anything may, and arguments may be left out from
// behind.
type Pattern struct {
	Term
	// Permanent asks for facts that are permanent, with a `!`. Without it these are meant,
	// too: a question need not know what is permanent.
	Permanent bool
}

// ParsePattern reads a pattern as programs write facts. Names are whatever
// stands between spaces and parentheses: other engines have names that programs
// have not.
func ParsePattern(s string) (Pattern, error) {
	text, permanent := strings.CutPrefix(strings.TrimSpace(s), "!")
	p := patternParser{rest: text}
	term, err := p.application()
	if err == nil && p.peek() != 0 {
		err = errors.New("a closing parenthesis too many")
	}
	if err != nil {
		return Pattern{}, fmt.Errorf("%q: %w", s, err)
	}
	return Pattern{term, permanent}, nil
}

// String returns the pattern as [ParsePattern] reads it.
func (p Pattern) String() string {
	if p.Permanent {
		return "!" + p.Term.String()
	}
	return p.Term.String()
}

// Matches reports whether the pattern stands for a rule, or what else is no fact of the
// state, with these arguments. Nothing of the kind is permanent.
func (p Pattern) Matches(head string, args []Term) bool {
	return !p.Permanent && p.fits(head, args)
}

// MatchesFact reports whether the pattern stands for a fact of the state.
func (p Pattern) MatchesFact(pred string, args []Term, permanent bool) bool {
	return (permanent || !p.Permanent) && p.fits(pred, args)
}

func (p Pattern) fits(head string, args []Term) bool {
	return (p.Head == head || p.Head == Open) && len(p.Args) <= len(args) &&
		slices.EqualFunc(p.Args, args[:len(p.Args)], matches)
}

// matches goes by what is written: `2` matches the number and the name.
func matches(pattern, t Term) bool {
	if pattern.Head == Open && len(pattern.Args) == 0 {
		return true
	}
	return pattern.Head == t.Head && slices.EqualFunc(pattern.Args, t.Args, matches)
}

type patternParser struct {
	rest  string
	depth int
}

// peek skips spaces and returns the next byte, 0 at the end.
func (p *patternParser) peek() byte {
	p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	if p.rest == "" {
		return 0
	}
	return p.rest[0]
}

// application reads a name with its arguments.
func (p *patternParser) application() (Term, error) {
	if c := p.peek(); c == 0 || c == ')' {
		return Term{}, errors.New("a name is missing")
	}
	t, err := p.operand()
	if err != nil {
		return t, err
	}
	for c := p.peek(); c != 0 && c != ')'; c = p.peek() {
		arg, err := p.operand()
		if err != nil {
			return t, err
		}
		t.Args = append(t.Args, arg)
	}
	return t, nil
}

// operand reads a name, a numeral, a literal, or a term in parentheses.
func (p *patternParser) operand() (Term, error) {
	switch p.peek() {
	case '(':
		return p.inParentheses()
	case '"':
		return p.literal()
	}
	end := strings.IndexFunc(p.rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`()"`, r) })
	if end < 0 {
		end = len(p.rest)
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	return Atomic(word), nil
}

func (p *patternParser) inParentheses() (Term, error) {
	if p.depth++; p.depth > maxTermDepth {
		return Term{}, fmt.Errorf("nested deeper than %d", maxTermDepth)
	}
	p.rest = p.rest[1:]
	t, err := p.application()
	if err == nil && p.peek() != ')' {
		err = errors.New("a parenthesis is not closed")
	}
	if err != nil {
		return t, err
	}
	p.rest = p.rest[1:]
	p.depth--
	return t, nil
}

func (p *patternParser) literal() (Term, error) {
	for i := 1; i < len(p.rest); i++ {
		switch p.rest[i] {
		case '\\':
			i++
		case '"':
			t := Const(p.rest[:i+1])
			p.rest = p.rest[i+1:]
			return t, nil
		}
	}
	return Term{}, errors.New("a string is not closed")
}
