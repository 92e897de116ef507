package webeditor

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// expr is an expression of the editor: a number, a variable, or two expressions with an operator between them. The
// editor's are those of math.js; of its grammar, sums, differences and products of numbers and variables are known.
type expr struct {
	op       syntax.Op // of two; else empty
	x, y     *expr
	number   string // decimal digits without leading zeros
	variable string // as in the file
}

// maxLength is how long an expression may be, in bytes. So it nests no deeper than the language allows, and its
// constant parts are quickly evaluated.
const maxLength = 1000

// parseExpr reads an expression. The error is part of a sentence that begins with the expression.
func parseExpr(text string) (*expr, error) {
	if len(text) > maxLength {
		return nil, fmt.Errorf("is longer than %d bytes", maxLength)
	}
	p := &exprParser{rest: text}
	x, err := p.sum()
	if err == nil && p.peek() != 0 {
		err = p.unexpected()
	}
	if err == nil {
		_, err = x.constant()
	}
	return x, err
}

// exprParser holds the text that is still to be read.
type exprParser struct{ rest string }

// peek returns the next character that is no blank, or 0 at the end.
func (p *exprParser) peek() rune {
	p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	if p.rest == "" {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(p.rest)
	return r
}

// take returns the characters at the beginning that are ok.
func (p *exprParser) take(ok func(rune) bool) string {
	end := strings.IndexFunc(p.rest, func(r rune) bool { return !ok(r) })
	if end < 0 {
		end = len(p.rest)
	}
	text := p.rest[:end]
	p.rest = p.rest[end:]
	return text
}

func (p *exprParser) unexpected() error {
	switch r := p.peek(); {
	case r == 0:
		return fmt.Errorf("ends too early")
	case r == '/' || r == '%' || r == '^':
		return fmt.Errorf("has the operator `%c`; only `+`, `-` and `*` are taken over", r)
	case r == '.':
		return fmt.Errorf("has a number that is not whole")
	default:
		return fmt.Errorf("goes on with `%c` where an operator or its end should be", r)
	}
}

func (p *exprParser) sum() (*expr, error) {
	x, err := p.product()
	for err == nil && (p.peek() == '+' || p.peek() == '-') {
		op := syntax.Op(p.rest[:1])
		p.rest = p.rest[1:]
		var y *expr
		y, err = p.product()
		x = &expr{op: op, x: x, y: y}
	}
	return x, err
}

func (p *exprParser) product() (*expr, error) {
	x, err := p.operand()
	for err == nil && p.peek() == '*' {
		p.rest = p.rest[1:]
		var y *expr
		y, err = p.operand()
		x = &expr{op: syntax.Star, x: x, y: y}
	}
	return x, err
}

// operand reads a number, a variable or an expression in parentheses. A variable has a name of math.js: letters,
// digits, `_` and `$`.
func (p *exprParser) operand() (*expr, error) {
	switch r := p.peek(); {
	case r == '(':
		p.rest = p.rest[1:]
		x, err := p.sum()
		if err == nil && p.peek() != ')' {
			err = fmt.Errorf("lacks a `)`")
		}
		if err == nil {
			p.rest = p.rest[1:]
		}
		return x, err
	case '0' <= r && r <= '9':
		digits := p.take(func(r rune) bool { return '0' <= r && r <= '9' })
		if next, _ := utf8.DecodeRuneInString(p.rest); next == '.' || unicode.IsLetter(next) {
			if next == '.' || next == 'e' || next == 'E' {
				return nil, fmt.Errorf("has a number that is not whole")
			}
			return nil, fmt.Errorf("has a product without `*`")
		}
		return &expr{number: natural(digits)}, nil
	case isSymbol(r):
		name := p.take(func(r rune) bool { return isSymbol(r) || unicode.IsDigit(r) })
		if p.peek() == '(' {
			return nil, fmt.Errorf("calls the function `%s`; only `+`, `-` and `*` are taken over", name)
		}
		return &expr{variable: name}, nil
	case r == '-' || r == '+':
		return nil, fmt.Errorf("has a sign before an operand; numbers start at 0")
	case r == 0:
		return nil, fmt.Errorf("ends too early")
	default:
		return nil, fmt.Errorf("has `%c` where a number or a variable should be", r)
	}
}

// isSymbol reports whether names of math.js may begin with a character.
func isSymbol(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) }

// natural returns decimal digits without leading zeros.
func natural(digits string) string {
	if d := strings.TrimLeft(digits, "0"); d != "" {
		return d
	}
	return "0"
}

// isNatural reports whether a text is a natural number in decimal digits, at most maxLength of them.
func isNatural(text string) bool {
	return text != "" && len(text) <= maxLength && strings.Trim(text, "0123456789") == ""
}

// unnatural says why a text is no natural number.
func unnatural(text string) string {
	if len(text) > maxLength {
		return fmt.Sprintf("is longer than %d digits", maxLength)
	}
	return "is no natural number"
}

// constant returns the value of an expression without variables, and nil of one with some. The error says that a part
// is below zero.
func (e *expr) constant() (*big.Int, error) {
	switch {
	case e.variable != "":
		return nil, nil
	case e.number != "":
		n, _ := new(big.Int).SetString(e.number, 10)
		return n, nil
	}
	x, err := e.x.constant()
	if err != nil {
		return nil, err
	}
	y, err := e.y.constant()
	if x == nil || y == nil || err != nil {
		return nil, err
	}
	switch e.op {
	case syntax.Plus:
		return x.Add(x, y), nil
	case syntax.Star:
		return x.Mul(x, y), nil
	}
	if x.Sub(x, y).Sign() < 0 {
		return nil, fmt.Errorf("is below zero; numbers start at 0")
	}
	return x, nil
}

// variables calls f with each variable.
func (e *expr) variables(f func(string)) {
	switch {
	case e.op != "":
		e.x.variables(f)
		e.y.variables(f)
	case e.variable != "":
		f(e.variable)
	}
}

// differences calls f with each difference that has variables, so that it may be below zero.
func (e *expr) differences(f func(*expr)) {
	if e.op == "" {
		return
	}
	if n, _ := e.constant(); e.op == syntax.Minus && n == nil {
		f(e)
	}
	e.x.differences(f)
	e.y.differences(f)
}

// comparison is a number test of a rule.
type comparison struct {
	op   syntax.Op
	x, y *expr
}

// excludes reports whether, where the comparison holds, a difference is not below zero: it says that the first operand
// is at least the second, or a number that is large enough.
func (c comparison) excludes(d *expr) bool {
	switch c.op {
	case syntax.Less, syntax.LessEq:
		swapped := map[syntax.Op]syntax.Op{syntax.Less: syntax.More, syntax.LessEq: syntax.MoreEq}
		return comparison{swapped[c.op], c.y, c.x}.excludes(d)
	case syntax.Same:
		return comparison{syntax.MoreEq, c.x, c.y}.excludes(d) || comparison{syntax.MoreEq, c.y, c.x}.excludes(d)
	}
	if !c.x.equal(d.x) {
		return false
	}
	n, _ := c.y.constant()
	m, _ := d.y.constant()
	if n == nil || m == nil {
		return c.y.equal(d.y)
	}
	if c.op == syntax.More {
		n.Add(n, big.NewInt(1))
	}
	return n.Cmp(m) >= 0
}

// equal reports whether two expressions are written alike.
func (e *expr) equal(f *expr) bool {
	if e.op != f.op || e.number != f.number || e.variable != f.variable {
		return false
	}
	return e.op == "" || e.x.equal(f.x) && e.y.equal(f.y)
}

// print returns the expression with as few parentheses as it needs, with a name for each variable.
func (e *expr) print(name func(string) string) string {
	switch {
	case e.variable != "":
		return name(e.variable)
	case e.op == "":
		return e.number
	}
	x, y := e.x.print(name), e.y.print(name)
	if e.op == syntax.Star && e.x.isSum() {
		x = "(" + x + ")"
	}
	if e.y.op != "" && (e.op != syntax.Plus || e.y.isSum()) && (e.op == syntax.Star || e.y.isSum()) {
		y = "(" + y + ")"
	}
	return x + " " + string(e.op) + " " + y
}

func (e *expr) isSum() bool { return e.op == syntax.Plus || e.op == syntax.Minus }
