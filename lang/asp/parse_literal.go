package asp

import (
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// comparisons are the operators that compare, as they may be written.
var comparisons = map[string]logic.Op{
	"=": logic.Equal, "==": logic.Equal, "!=": logic.NotEqual, "<>": logic.NotEqual, "<": logic.Less,
	"<=": logic.LessOrEqual, ">": logic.Greater, ">=": logic.GreaterOrEqual,
}

// flipped has the operator of each comparison with its sides exchanged.
var flipped = map[logic.Op]logic.Op{
	logic.Equal: logic.Equal, logic.NotEqual: logic.NotEqual, logic.Less: logic.Greater,
	logic.LessOrEqual: logic.GreaterOrEqual, logic.Greater: logic.Less, logic.GreaterOrEqual: logic.LessOrEqual,
}

// opposite has the operator of the negation of each comparison.
var opposite = map[logic.Op]logic.Op{
	logic.Equal: logic.NotEqual, logic.NotEqual: logic.Equal, logic.Less: logic.GreaterOrEqual,
	logic.LessOrEqual: logic.Greater, logic.Greater: logic.LessOrEqual, logic.GreaterOrEqual: logic.Less,
}

// aggregates are the functions of aggregates by their directives.
var aggregates = map[string]logic.Function{
	"count": logic.Count, "sum": logic.Sum, "sum+": logic.Sum, "min": logic.Min, "max": logic.Max,
}

// body reads the literals of a body. Behind a condition, the next literal follows after `;`, for `,` continues the
// condition.
func (p *parser) body() []literal {
	var body []literal
	for !p.is(".") {
		body = append(body, p.bodyLiteral())
		if !p.accept(",") && !p.accept(";") {
			break
		}
		if p.is(".") {
			p.unexpected("a literal")
		}
	}
	return body
}

// bodyLiteral reads a literal, with its condition if it has one, or an aggregate.
func (p *parser) bodyLiteral() literal {
	start := p.tok().Start
	l := p.anyLiteral()
	if _, isAggregate := l.(*aggregate); isAggregate || !p.accept(":") {
		return l
	}
	c := &conditional{literal: l, condition: p.condition()}
	c.Span = p.since(start)
	return c
}

// condition reads the literals of a condition, which are separated by `,`. It can be empty.
func (p *parser) condition() []literal {
	var condition []literal
	for !p.is(";") && !p.is(".") && !p.is("}") {
		from := p.tok()
		l := p.anyLiteral()
		if _, isAggregate := l.(*aggregate); isAggregate {
			p.fail(syntax.UnexpectedToken, p.since(from.Start), "a condition cannot contain an aggregate", syntax.Note{
				Msg: "a condition ends with `;`; or define a predicate by the aggregate, and ask for that"})
		}
		condition = append(condition, l)
		if !p.accept(",") {
			break
		}
	}
	return condition
}

// anyLiteral reads an atom, a comparison or an aggregate, with `not` before it.
func (p *parser) anyLiteral() literal {
	start := p.tok()
	negations := 0
	for ; p.tok().kind == tNot; p.at++ {
		if negations++; negations > 2 {
			p.fail(syntax.UnexpectedToken, p.tok().Span, "there may be two `not` before an atom")
		}
	}
	t := p.tok()
	switch {
	case isTruth(t):
		p.at++
		return &truth{(t.text == "true") == (negations != 1), p.since(start.Start)}
	case p.atAggregate():
		return p.aggregate(start.Start, negations, nil)
	}
	first := p.term()
	if p.atAggregate() {
		return p.aggregate(start.Start, negations, []guard{{logic.GreaterOrEqual, first}})
	}
	terms, ops := []*node{first}, []logic.Op(nil)
	for {
		op, ok := comparisons[p.signText()]
		if !ok {
			break
		}
		p.at++
		if p.atAggregate() && len(ops) == 0 {
			return p.aggregate(start.Start, negations, []guard{{flipped[op], first}})
		}
		terms, ops = append(terms, p.term()), append(ops, op)
	}
	if len(ops) > 0 {
		return p.compare(start.Start, negations, terms, ops)
	}
	p.mustBeAtom(first, "a literal is an atom or a comparison")
	return &atomLiteral{negations, first, p.since(start.Start)}
}

// compare makes a comparison of its parts; a negated one becomes the opposite.
func (p *parser) compare(start syntax.Pos, negations int, terms []*node, ops []logic.Op) literal {
	c := &comparison{terms, ops, p.since(start)}
	if negations == 1 {
		if len(ops) > 1 {
			p.refuse(c.Span, "`not` before several comparisons is not supported")
		}
		ops[0] = opposite[ops[0]]
	}
	return c
}

// atAggregate reports whether an aggregate, or a set of literals, begins here.
func (p *parser) atAggregate() bool {
	t := p.tok()
	return t.isSign("{") || t.kind == tDirective && aggregates[t.text] != ""
}

// aggregate reads an aggregate from its function or brace on.
func (p *parser) aggregate(start syntax.Pos, negations int, guards []guard) literal {
	a := &aggregate{negated: negations == 1, function: logic.Count, guards: guards}
	set := p.is("{")
	if !set {
		t := p.next()
		a.function, a.positive = aggregates[t.text], t.text == "sum+"
	}
	open := p.expect("{")
	for !p.is("}") {
		var e aggregateElement
		if set {
			from := p.tok().Start
			e.literal = p.anyLiteral()
			if _, isAggregate := e.literal.(*aggregate); isAggregate {
				p.fail(syntax.UnexpectedToken, p.since(from), "a set cannot contain an aggregate")
			}
		} else {
			e.tuple = p.tuple()
		}
		if p.accept(":") {
			e.condition = p.condition()
		}
		a.elements = append(a.elements, e)
		if set && p.is(",") {
			p.separateBySemicolon()
		}
		if !p.accept(";") {
			break
		}
	}
	p.closes(open, "}")
	a.guards = append(a.guards, p.rightGuard()...)
	a.Span = p.since(start)
	switch {
	case negations > 1:
		p.refuse(a.Span, "`not not` before an aggregate is not supported")
	case len(a.guards) == 0:
		p.fail(syntax.UnexpectedToken, a.Span, "an aggregate is compared with something",
			syntax.Note{Msg: "write `N = #count { … }` or `#count { … } > 2`"})
	}
	return a
}

// tuple reads the terms of an element of an aggregate; there may be none.
func (p *parser) tuple() []*node {
	var tuple []*node
	for !p.is(":") && !p.is(";") && !p.is("}") {
		tuple = append(tuple, p.term())
		if !p.accept(",") {
			break
		}
	}
	return tuple
}

// rightGuard reads the comparison behind an aggregate or a choice, if there is one. A term alone is the greatest
// value.
func (p *parser) rightGuard() []guard {
	op, compared := comparisons[p.signText()]
	switch t := p.tok(); {
	case compared:
		p.at++
	case t.kind == tNumber, t.kind == tVariable, t.kind == tAnonymous, t.kind == tString,
		t.isSign("("), t.isSign("-"), t.isSign("|"),
		t.kind == tName && t.Start.Line == p.tokens[p.at-1].End.Line:
		op = logic.LessOrEqual
	default:
		return nil
	}
	return []guard{{op, p.term()}}
}
