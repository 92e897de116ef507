package gdl

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// rule reads `head, … :- body ==> effect and …`, the body and the effects in either order. Heads are read as
// formulas, as `a and b ==> c` has none.
func (p *parser) rule() {
	start := p.tok().Start
	r := &ruleNode{}
	for {
		r.heads = append(r.heads, p.alternatives(false))
		if !p.take(",") {
			break
		}
	}
	// The body and the effects may come in either order, each once.
	for {
		switch {
		case r.body == nil && (p.take(":-") || p.instead("<-", ":-")):
			r.body = p.formula()
			continue
		case r.effects == nil && (p.take("==>") || p.instead("=>", "==>")):
			r.effects = p.effects()
			continue
		}
		break
	}
	if next := p.tok(); next.text == ":-" || next.text == "==>" {
		var notes []string
		if next.first {
			notes = append(notes, "a line that begins with `"+next.text+"` continues the statement before")
		}
		p.fail(syntax.SeveralArrows, next.Span, "a statement has one `"+next.text+"`", notes...)
	}
	r.Span = p.since(start)
	p.tree.rules = append(p.tree.rules, r)
}

// formula reads a body, in which a comma is `and`, and `=` means `==`. In front of `:-`, a comma joins heads.
func (p *parser) formula() node {
	before := p.body
	p.body = true
	n := p.alternatives(true)
	p.body = before
	return n
}

// alternatives reads formulas that are joined by `or`, which binds least.
func (p *parser) alternatives(commas bool) node {
	start := p.tok().Start
	parts := []node{p.conjunction(commas)}
	for p.take("or", "|") {
		parts = append(parts, p.conjunction(commas))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &orNode{p.since(start), parts}
}

// conjunction reads formulas that are joined by `and`.
func (p *parser) conjunction(commas bool) node {
	start := p.tok().Start
	parts := []node{p.primary()}
	for p.take("and") || commas && p.take(",") {
		parts = append(parts, p.primary())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &andNode{p.since(start), parts}
}

// primary reads a negation, a formula in brackets, a relation, a comparison, a move or a goal. `not` binds to the one
// that follows: `not a and b` is `(not a) and b`.
func (p *parser) primary() node {
	start := p.tok().Start
	if p.take("not") {
		if p.depth++; p.depth > mostNested {
			p.fail(syntax.NestedTooDeeply, p.last().Span, "too many negations are nested")
		}
		of := p.primary()
		p.depth--
		return &notNode{p.since(start), of}
	}
	if p.opens("(", false) {
		of := p.formula()
		p.close(")")
		return of
	}
	// `goal` is followed by a role, and as the name of a relation by a bracket.
	if t := p.tok(); t.text == "goal" && (p.peek().isName() || p.peek().isVariable()) {
		p.at++
		who := p.term()
		if !p.take("=", ":=", "==", "$=") {
			p.unexpected("`=` and the value of the goal")
		}
		return &goalNode{role: who, value: p.term(), Span: p.since(start)}
	}
	left := p.term()
	negated := p.tok().text == "not" && p.peek().text == "in" && p.take("not")
	// `goal(?p) = 100` looks like a comparison, and is a goal.
	isGoal := left.kind == symbol && left.name == Goal.Name && len(left.args) == 1
	switch op := p.tok().text; {
	case p.take("==", "=/=", "in", "<<", "<<<"), p.body && !isGoal && p.instead("=", "=="):
		if op == "=" {
			op = "=="
		}
		n := &compareNode{op: op, left: left, right: p.term()}
		n.Span = p.since(start)
		if negated {
			return &notNode{n.Span, n}
		}
		return n
	case p.take("->"):
		action := p.term()
		return &moveNode{p.since(start), left, action}
	case op == "$=" && p.take(op), op == "=" && isGoal && p.take(op):
		if op == "=" {
			left = left.args[0]
		}
		value := p.term()
		return &goalNode{p.since(start), left, value}
	}
	// A field or a variable alone says nothing that could be true or false.
	if left.kind != symbol {
		p.unexpected("a comparison, such as `==`,")
	}
	return &relationNode{left}
}

// term reads a variable, a name with arguments, a field or a list. The dot of a field has no spaces around it; others
// end statements.
func (p *parser) term() *term {
	t := p.tok()
	var out *term
	switch {
	case t.isVariable():
		p.at++
		out = &term{Span: t.Span, kind: variable, name: t.text}
		if t.text == "?" {
			p.at--
			p.unexpected("a variable")
		}
	case p.opens("[", false):
		out = p.list()
	case t.isName():
		p.at++
		out = &term{kind: symbol, name: t.text, args: p.args()}
	default:
		p.unexpected("a name or a variable")
	}
	out.Span = p.since(t.Start)
	for p.tok().text == "." && p.tok().tight && p.peek().tight && p.peek().isName() {
		p.at += 2
		if out.name == "_" { // any owner; its own name lets it range over the owners
			out.name = "?_" + strconv.Itoa(out.Start.Offset)
		}
		out = &term{kind: field, owner: out, name: p.last().text, args: p.args()}
		out.Span = p.since(t.Start)
	}
	return out
}

// args reads arguments in brackets, if there are some. On the next line, a bracket begins a statement.
func (p *parser) args() []*term {
	if p.tok().first || !p.opens("(", true) {
		return nil
	}
	var args []*term
	for p.tok().text != ")" {
		if args = append(args, p.term()); !p.take(",") {
			break
		}
	}
	p.close(")")
	return args
}

// list reads the rest of `[a, b | rest]`.
func (p *parser) list() *term {
	out := &term{kind: list}
	for p.tok().text != "]" {
		if out.args = append(out.args, p.term()); !p.take(",") {
			break
		}
	}
	if p.take("|") {
		out.rest = p.term()
	}
	p.close("]")
	return out
}
