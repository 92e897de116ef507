package celf

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mostNested is how deep an expression may be: how many brackets, prefixes, binders and arrows stand around a word.
// Everything that reads the tree walks it recursively.
const mostNested = 10_000

// nest enters a level of nesting; the caller leaves it by p.depth--. Too many levels are an error.
func (p *parser) nest() {
	if p.depth++; p.depth > mostNested {
		p.fail(syntax.NestedTooDeeply, p.tok().Span, fmt.Sprintf("nested too deeply: %d levels are allowed", mostNested))
	}
}

// arrows are the signs of arrows. Arrows to the left bind looser than arrows to the right.
var arrows = map[string]struct {
	mode     Mode
	reversed bool
}{
	"-o": {Linear, false}, "-@": {Affine, false}, "->": {Persistent, false},
	"o-": {Linear, true}, "@-": {Affine, true}, "<-": {Persistent, true},
}

// expr reads an expression: forward arrows joined by arrows that point back, from left to right.
func (p *parser) expr() Expr {
	start, depth := p.tok().Start, p.depth
	x := p.forward()
	for {
		op := p.tok()
		arrow, ok := arrows[op.text]
		if op.kind != tSign || !ok { // a forward arrow has been read by p.forward
			p.depth = depth
			return x
		}
		p.nest()
		p.next()
		from := p.forward()
		x = &Arrow{p.since(start), op.Span, arrow.mode, from, x, true}
	}
}

// forward reads joins with forward arrows between them, which associate to the right: `a -o b -o c` is `a -o (b -o
// c)`. It collects them first, so that long chains do not nest calls.
func (p *parser) forward() Expr {
	depth := p.depth
	var from []Expr
	var ops []token
	x := p.join()
	for p.tok().kind == tSign {
		arrow, ok := arrows[p.tok().text]
		if !ok || arrow.reversed {
			break
		}
		p.nest()
		from, ops = append(from, x), append(ops, p.next())
		x = p.join()
	}
	for i := len(from) - 1; i >= 0; i-- {
		span := syntax.Span{Start: from[i].Range().Start, End: p.last.End}
		x = &Arrow{span, ops[i].Span, arrows[ops[i].text].mode, from[i], x, false}
	}
	p.depth = depth
	return x
}

// join reads parts with `*` or `&` between them. Both associate to the right and bind alike, so `a * b & c` is
// `a * (b & c)`. Joins within joins are flattened.
func (p *parser) join() Expr {
	depth := p.depth
	groups := [][]Expr{{p.part()}} // joined by `*`, with `&` between them
	for {
		switch {
		case p.accept("*"):
			last := &groups[len(groups)-1]
			*last = append(*last, p.part())
			continue
		case p.is("&"):
			p.nest()
			p.next()
			groups = append(groups, []Expr{p.part()})
			continue
		}
		break
	}
	p.depth = depth
	var x Expr
	for i := len(groups) - 1; i >= 0; i-- {
		parts := groups[i]
		if x != nil { // `a * b & c` is `a * (b & c)`
			last := parts[len(parts)-1]
			parts[len(parts)-1] = &Choice{syntax.Span{Start: last.Range().Start, End: x.Range().End}, last, x}
		}
		x = p.joined(parts)
	}
	return x
}

// joined returns the parts as one expression: a part alone, or a flat join.
func (p *parser) joined(parts []Expr) Expr {
	if len(parts) == 1 {
		return parts[0]
	}
	flat := make([]Expr, 0, len(parts))
	for _, x := range parts {
		if inner, ok := x.(*Join); ok {
			flat = append(flat, inner.Parts...)
		} else {
			flat = append(flat, x)
		}
	}
	return &Join{syntax.Span{Start: parts[0].Range().Start, End: p.last.End}, flat}
}

// part reads an application behind any number of marks, or a binder.
func (p *parser) part() Expr {
	t := p.tok()
	switch {
	case t.is("@"), t.is("!"):
		p.nest()
		p.next()
		mode := Affine
		if t.text == "!" {
			mode = Persistent
		}
		x := p.part()
		p.depth--
		return &Marked{p.since(t.Start), mode, x}
	case t.is("Pi"), t.is("PI"), t.is("Exists"), t.is("EXISTS"), t.is(`\`):
		return p.binders()
	}
	return p.application()
}

// binders reads one or more binders, and their body.
func (p *parser) binders() Expr {
	depth := p.depth
	var all []*Binder
	for {
		t := p.tok()
		if !t.is("Pi") && !t.is("PI") && !t.is("Exists") && !t.is("EXISTS") && !t.is(`\`) {
			break
		}
		p.nest()
		p.next()
		b := &Binder{Word: &Name{t.Span, t.text}, Name: p.name()}
		all = append(all, b)
		if p.accept(":") {
			b.Type = p.expr()
		}
		if !p.is(".") {
			p.unexpected("`.`", syntax.Note{Span: t.Span, Msg: "`" + t.text + "` binds one name, and a `.` stands behind it"})
		}
		p.next()
	}
	body := p.expr()
	p.depth = depth
	for i := len(all) - 1; i >= 0; i-- {
		all[i].Body, all[i].Span = body, p.since(all[i].Word.Start)
		body = all[i]
	}
	return body
}

// application reads a name with its arguments, or an expression in brackets.
func (p *parser) application() Expr {
	start := p.tok().Start
	head := p.primary()
	var args []Expr
	for p.startsArgument() {
		args = append(args, p.primary())
	}
	if len(args) == 0 {
		return head
	}
	switch head := head.(type) {
	case *Name:
		return &Apply{p.since(start), head, args}
	case *Apply:
		return &Apply{p.since(start), head.Fun, append(head.Args, args...)}
	}
	p.fail(syntax.UnexpectedToken, args[0].Range(), "a `*` or an arrow is missing before this",
		syntax.Note{Msg: "only a name has arguments"})
	return nil
}

// startsArgument reports whether an argument follows. A word with a colon behind it starts a declaration instead.
func (p *parser) startsArgument() bool {
	t := p.tok()
	switch {
	case t.kind == tWord:
		return !p.ahead[1].is(":")
	case t.kind == tNumber, t.is("("), t.is("{"), t.is("_"), t.is("type"):
		return true
	}
	return false
}

// primary reads a word or an expression in brackets.
func (p *parser) primary() Expr {
	t := p.tok()
	switch {
	case t.kind == tWord, t.is("_"):
		p.next()
		return &Name{t.Span, t.text}
	case t.is("type"):
		p.next()
		return &Kind{t.Span}
	case t.kind == tNumber && t.text == "1":
		p.next()
		return &Unit{t.Span}
	case t.kind == tNumber:
		p.fail(syntax.NotSupported, t.Span, "Celf has no numbers but those of directives",
			syntax.Note{Msg: "a number is a term such as `s (s z)`, of a type with the constants `z` and `s`"})
	case t.is("("):
		p.nest()
		p.next()
		x := p.expr()
		p.close(t, ")")
		return x
	case t.is("{"):
		p.nest()
		p.next()
		if p.is("}") {
			p.fail(syntax.UnexpectedToken, syntax.Span{Start: t.Start, End: p.tok().End}, "nothing stands between these braces",
				syntax.Note{Msg: "a rule that makes nothing ends in `{1}`"})
		}
		x := p.expr()
		p.close(t, "}")
		return &Braces{p.since(t.Start), x}
	}
	p.unexpected("a name")
	return nil
}

// close reads the bracket that closes an open one.
func (p *parser) close(open token, sign string) {
	if !p.is(sign) {
		p.unexpected("`"+sign+"`", syntax.Note{Span: open.Span, Msg: "`" + open.text + "` is opened here"})
	}
	p.next()
	p.depth--
}
