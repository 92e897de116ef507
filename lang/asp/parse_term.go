package asp

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// precedence of the operators between two terms; a higher one binds tighter. All but `**` are left-associative.
var precedence = map[string]int{"..": 1, "+": 2, "-": 2, "*": 3, "/": 3, `\`: 3, "**": 4}

// term reads a term with its operators.
func (p *parser) term() *node { return p.operations(1) }

// operations reads a term whose operators outside of brackets have at least a precedence, by precedence climbing
// (Richards, 1979).
func (p *parser) operations(least int) *node {
	left := p.operand()
	for count := 0; ; count++ {
		op := p.signText()
		switch op {
		case "^", "?", "&", "~":
			p.refuse(p.tok().Span, "operators on bits are not supported")
		}
		level := precedence[op]
		if level < least || level == 0 {
			return left
		}
		if count == mostOperators {
			p.fail(syntax.NestedTooDeeply, p.tok().Span, "a term has too many operators: 1000 are allowed")
		}
		p.at++
		kind := nCalculation
		if op == ".." {
			kind = nInterval
		}
		next := level + 1
		if op == "**" {
			next = level
		}
		p.nest()
		right := p.operations(next)
		p.depth--
		left = &node{kind: kind, text: op, args: []*node{left, right}, Span: p.since(left.Start)}
	}
}

// operand reads a term up to its first operator. Unary minus binds tighter than all operators between two terms.
func (p *parser) operand() *node {
	p.nest()
	defer func() { p.depth-- }()
	t := p.tok()
	switch {
	case t.kind == tVariable && p.ahead().isSign("(") && t.End == p.ahead().Start:
		p.capital(t)
	case t.kind == tVariable, t.kind == tAnonymous:
		p.at++
		p.names[t.text] = true
		return &node{kind: nVariable, text: t.text, Span: t.Span}
	case t.kind == tNumber:
		p.at++
		return &node{kind: nInteger, value: wrapped(t.text), Span: t.Span}
	case t.kind == tString:
		p.at++
		return &node{kind: nString, text: t.text, Span: t.Span}
	case t.kind == tName:
		p.at++
		if p.is("(") {
			return p.arguments(t)
		}
		return &node{kind: nCompound, text: t.text, Span: t.Span}
	case t.isSign("("):
		return p.parentheses()
	case t.isSign("-"):
		p.at++
		x := p.operand()
		return &node{kind: nCalculation, text: "-", args: []*node{x}, Span: p.since(t.Start)}
	case t.isSign("|"):
		return p.absolute()
	case t.isSign("~"):
		p.unexpected("a term")
	case t.isSign("@"):
		p.refuse(t.Span, "functions of scripts are not supported")
	case t.isSign("&"):
		p.refuse(t.Span, "theory atoms are not supported")
	case t.kind == tDirective && (t.text == "inf" || t.text == "infimum" || t.text == "sup" || t.text == "supremum"):
		p.refuse(t.Span, t.describe()+" is not supported")
	}
	p.unexpected("a term")
	panic("unreachable")
}

// wrapped returns the value of a numeral. Numerals beyond 32 bits wrap around.
func wrapped(text string) int32 {
	base := uint32(10)
	if len(text) > 2 && text[0] == '0' {
		switch text[1] {
		case 'x':
			base, text = 16, text[2:]
		case 'o':
			base, text = 8, text[2:]
		case 'b':
			base, text = 2, text[2:]
		}
	}
	var n uint32
	for i := range len(text) {
		digit, err := strconv.ParseUint(text[i:i+1], 16, 8)
		if err != nil {
			panic(err) // the scanner takes digits only
		}
		n = n*base + uint32(digit)
	}
	return int32(n)
}

// arguments reads the arguments of a name, from the bracket on.
func (p *parser) arguments(name token) *node {
	open := p.next()
	var pool []*node
	for {
		n := &node{kind: nCompound, text: name.text}
		for !p.is(";") && !p.is(")") {
			n.args = append(n.args, p.term())
			if !p.accept(",") {
				break
			}
			if p.is(";") || p.is(")") {
				p.unexpected("a term")
			}
		}
		n.Span = p.since(name.Start)
		pool = append(pool, n)
		if !p.accept(";") {
			break
		}
	}
	p.closes(open, ")")
	span := p.since(name.Start)
	if len(pool) == 1 {
		pool[0].Span = span
		return pool[0]
	}
	return &node{kind: nPool, text: name.text, args: pool, Span: span}
}

// parentheses reads a term in parentheses, a tuple, or a pool of both. `(a)` is a, `(a,)` is a tuple.
func (p *parser) parentheses() *node {
	open := p.next()
	var pool []*node
	for {
		start := p.tok().Start
		n := &node{kind: nCompound}
		comma := p.accept(",") // `(,)` is the empty tuple
		for !comma && !p.is(";") && !p.is(")") {
			n.args = append(n.args, p.term())
			if !p.accept(",") {
				break
			}
			comma = p.is(";") || p.is(")")
		}
		n.Span = p.since(start)
		if len(n.args) == 1 && !comma {
			n = n.args[0]
		}
		pool = append(pool, n)
		if !p.accept(";") {
			break
		}
	}
	p.closes(open, ")")
	span := p.since(open.Start)
	if len(pool) > 1 {
		return &node{kind: nPool, args: pool, Span: span}
	}
	n := *pool[0]
	n.Span = span
	if n.isAtom() { // `(p)` is a term, but not an atom
		return &node{kind: nPool, args: pool, Span: span}
	}
	return &n
}

// absolute reads `|term|`.
func (p *parser) absolute() *node {
	open := p.next()
	var pool []*node
	for {
		x := p.term()
		pool = append(pool, x)
		if !p.accept(";") {
			break
		}
	}
	p.closes(open, "|")
	span := p.since(open.Start)
	x := pool[0]
	if len(pool) > 1 {
		x = &node{kind: nPool, args: pool, Span: span}
	}
	return &node{kind: nCalculation, text: "|", args: []*node{x}, Span: span}
}
