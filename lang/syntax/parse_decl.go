package syntax

import "bytes"

// declaration reads one declaration, or returns nil behind one that it cannot
// read.
func (p *parser) declaration() (d Decl) {
	if p.is(tCloseBrace) {
		// It closes nothing, or a stage that was taken as ended before.
		t := p.next()
		p.accept(tDot)
		if p.unclosed > 0 {
			p.unclosed--
		} else {
			p.report(UnexpectedToken, t.Span, "this `}` closes nothing")
		}
		return nil
	}
	if p.foreignComment() {
		return nil
	}
	from := p.at
	ok := p.attempt(func() {
		switch p.tok().kind {
		case tStage:
			switch p.behindName() {
			case tStar, tLolli, tRevLolli: // a link may begin with a stage
				d = p.plain()
			default:
				d = p.stage()
			}
		case tContext:
			d = p.context()
		case tDirective:
			d = p.directive()
		default:
			d = p.plain()
		}
	})
	if !ok {
		p.skip(from, false)
		return nil
	}
	return d
}

// plain reads a signature, a clause or a rule.
func (p *parser) plain() Decl {
	start := p.tok().Start
	x := p.join()
	if !p.accept(tColon) {
		return p.arrow(start, nil, x)
	}
	if p.is(tPred) {
		t := p.next()
		return p.signature(start, x, &Name{t.Span, t.text})
	}
	y := p.join()
	if result, ok := y.(*Name); ok && p.isEnd() {
		return p.signature(start, x, result)
	}
	return p.arrow(start, p.nameOf(x), y)
}

// isEnd reports whether a declaration ends here: at its `.` or, where that is
// missing, at a line that cannot go on with it.
func (p *parser) isEnd() bool {
	switch t := p.tok(); t.kind {
	case tDot, tEOF:
		return true
	case tLolli, tRevLolli, tArrow, tRevArrow, tStar, tColon, tComma:
		return false
	default:
		return t.Start.Line > p.tokens[p.at-1].End.Line
	}
}

func (p *parser) signature(start Pos, head Expr, result *Name) Decl {
	s := &Signature{Result: result}
	switch head := head.(type) {
	case *Name:
		s.Name = head
	case *Apply:
		s.Name, s.Args = head.Fun, head.Args
	default:
		p.refuseForeign()
		p.fail(UnexpectedToken, head.Range(), "expected a name and its argument types before `:`")
	}
	p.end()
	s.Span = p.since(start)
	return s
}

func (p *parser) nameOf(x Expr) *Name {
	if name, ok := x.(*Name); ok {
		return name
	}
	p.refuseForeign()
	var notes []Note
	if bytes.HasPrefix(bytes.TrimLeft(p.src.Text[x.Range().End.Offset:], " "), []byte(":-")) {
		notes = append(notes, Note{Msg: "clauses are written `head <- premise`"})
	} else if first := p.tokens[p.start]; first.text == invariant || first.text == never {
		notes = append(notes, Note{Msg: "did you mean `#" + first.text + "`?", Fix: &Fix{first.Start.Span(), "#"}})
	} else if _, ok := x.(*Apply); ok {
		notes = append(notes, Note{Msg: "a name has no spaces; it may hold `-`, `/` and `_`"})
	}
	p.fail(UnexpectedToken, x.Range(), "expected one name before `:`", notes...)
	return nil
}

// arrow reads what follows the first side of a rule or the first atom of a
// clause.
func (p *parser) arrow(start Pos, name *Name, first Expr) Decl {
	switch p.tok().kind {
	case tLolli, tRevLolli:
		return p.rule(start, name, first)
	case tArrow, tRevArrow, tDot:
		return p.clause(start, name, first)
	}
	p.unexpected("`-o`, `<-`, `:` or `.`")
	return nil
}

func (p *parser) rule(start Pos, name *Name, first Expr) *Rule {
	r := &Rule{Name: name, Left: first, Reversed: p.next().kind == tRevLolli}
	if r.Reversed {
		r.Left, r.Right = p.join(), first
	} else if !p.is(tDot) {
		r.Right = p.join()
	}
	if p.is(tLolli) || p.is(tRevLolli) {
		p.fail(SeveralArrows, p.tok().Span, "a rule has only one arrow", p.dotBefore()...)
	}
	p.end()
	r.Span = p.since(start)
	return r
}

// dotBefore says where a `.` may be missing: before the first token of this
// line, if the declaration began further up.
func (p *parser) dotBefore() []Note {
	i := p.at
	for i > p.start && p.tokens[i-1].Start.Line == p.tok().Start.Line {
		i--
	}
	if i == p.start {
		return nil
	}
	return []Note{{p.tokens[i].Span, "is a `.` missing before this?", p.dot(i)}}
}

// clause reads `head <- p <- q` or `p -> q -> head`.
func (p *parser) clause(start Pos, name *Name, first Expr) *Clause {
	parts, arrow := []Expr{first}, p.tok().kind
	if arrow == tDot {
		p.refuseBrokenArrow()
	}
	for p.is(tArrow) || p.is(tRevArrow) {
		if !p.accept(arrow) {
			p.fail(SeveralArrows, p.tok().Span, "the arrows of a clause point in one direction")
		}
		parts = append(parts, p.join())
	}
	c := &Clause{Name: name, Head: parts[0], Premises: parts[1:]}
	if last := len(parts) - 1; arrow == tArrow {
		c.Head, c.Premises = parts[last], parts[:last]
	}
	p.end()
	c.Span = p.since(start)
	return c
}

// behindName returns the kind of the token behind the next, which is a name in a declaration.
func (p *parser) behindName() kind { return p.tokens[min(p.at+2, len(p.tokens)-1)].kind }

func (p *parser) stage() *Stage {
	start := p.next().Start
	s := &Stage{Name: p.name("the name of the stage")}
	p.accept(tEqual)
	open := p.expect(tOpenBrace, "`{`")
	p.inStage = true
	defer func() { p.inStage = false }()
	for !p.accept(tCloseBrace) {
		behind := p.behindName()
		opens := p.is(tStage) && (behind == tEqual || behind == tOpenBrace)
		if t := p.tok(); t.kind == tDirective && (t.text == invariant || t.text == never) {
			p.misplacedStatement(s.Name.Text)
			continue
		}
		if p.is(tEOF) || p.is(tContext) || p.is(tDirective) || opens {
			p.unclosed++
			p.report(UnclosedStage, open.Span, "stage "+s.Name.Text+" is not closed by `}`")
			break
		}
		if r := p.stageRule(); r != nil {
			s.Rules = append(s.Rules, r)
		}
	}
	p.accept(tDot)
	s.Span = p.since(start)
	return s
}

// stageRule reads a rule in a stage, or returns nil behind one that it cannot
// read.
func (p *parser) stageRule() (r *Rule) {
	if p.foreignComment() {
		return nil
	}
	from := p.at
	ok := p.attempt(func() {
		start := p.tok().Start
		x := p.join()
		var name *Name
		if p.accept(tColon) {
			if p.is(tPred) || p.is(tName) && p.tokens[p.at+1].kind == tDot { // a declaration
				p.fail(UnexpectedToken, x.Range(), "a stage contains rules; put declarations outside")
			}
			name = p.nameOf(x)
			x = p.join()
		}
		if !p.is(tLolli) && !p.is(tRevLolli) {
			p.unexpected("`-o`, because a stage contains rules")
		}
		r = p.rule(start, name, x)
	})
	if !ok {
		p.skip(from, true)
		return nil
	}
	return r
}

func (p *parser) context() *Context {
	start := p.next().Start
	name := p.name("the name of the context")
	p.accept(tEqual)
	c := p.facts()
	p.accept(tDot)
	c.Name, c.Span = name, p.since(start)
	return c
}

// facts reads `{ fact, fact }`.
func (p *parser) facts() *Context {
	start := p.expect(tOpenBrace, "`{`").Start
	c := &Context{}
	for !p.accept(tCloseBrace) {
		c.Facts = append(c.Facts, p.premise())
		if !p.accept(tComma) {
			if !p.is(tCloseBrace) && !p.is(tBad) {
				p.fail(UnexpectedToken, p.tok().Span, "expected `,` or `}`, found "+p.tok().describe(), Note{
					Msg: "the facts of a context are separated by `,`",
					Fix: &Fix{p.tokens[p.at-1].End.Span(), ","},
				})
			}
			p.expect(tCloseBrace, "`,` or `}`")
			break
		}
	}
	c.Span = p.since(start)
	return c
}

func (p *parser) directive() Decl {
	t := p.tok()
	switch t.text {
	case "trace":
		return p.trace()
	case invariant, never:
		return p.statement()
	}
	p.next()
	d := &Directive{Name: t.text, Word: t.Span}
	for p.startsArgument() {
		d.Args = append(d.Args, p.argument())
	}
	if like := likeStatement(t.text); like != "" {
		p.fail(UnknownDirective, t.Span, "unknown directive `#"+t.text+"`",
			Note{Msg: "did you mean `#" + like + "`?", Fix: &Fix{t.Span, "#" + like}})
	}
	if p.is(tOpenBrace) {
		p.fail(UnknownDirective, t.Span, "`#"+t.text+"` does not take facts",
			Note{Msg: "did you mean `#trace`?", Fix: &Fix{t.Span, "#trace"}})
	}
	p.end()
	d.Span = p.since(t.Start)
	return d
}

func (p *parser) trace() *Trace {
	start := p.next().Start
	if t := p.tok(); t.kind != tNumber && (t.kind != tName || t.text != "_") {
		p.unexpected("the greatest number of steps, or `_`")
	}
	t := &Trace{Bound: p.argument(), Stage: p.name("the name of the stage to start in")}
	if p.is(tOpenBrace) {
		t.Inline = p.facts()
	} else {
		t.Context = p.name("a context")
	}
	p.end()
	t.Span = p.since(start)
	return t
}

func (p *parser) name(want string) *Name {
	t := p.expect(tName, want)
	return &Name{t.Span, t.text}
}
