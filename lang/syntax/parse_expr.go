package syntax

import "fmt"

// maxDepth bounds how deeply parentheses nest, so that no text can exhaust the
// stack of whoever walks the tree.
const maxDepth = 5000

// join reads premises or results joined by `*`.
func (p *parser) join() Expr {
	x := p.premise()
	for p.accept(tStar) {
		y := p.premise()
		x = &Binary{x.Range().to(y.Range()), Star, x, y}
	}
	return x
}

// premise reads one operand of a join.
func (p *parser) premise() Expr {
	switch t := p.tok(); t.kind {
	case tDollar, tBang:
		p.next()
		op := Keep
		if t.kind == tBang {
			op = Bang
		}
		p.deeper()
		x := p.premise()
		p.depth--
		return &Prefix{p.since(t.Start), op, x}
	case tStage:
		p.next()
		name := p.name("the name of the stage")
		return &StageRef{p.since(t.Start), name}
	case tOpen:
		if !p.opensTerm() {
			return p.group()
		}
	}
	return p.comparison()
}

// opensTerm reports whether the parenthesis here belongs to a calculation, as
// in `(N * 2) < M`, and does not group premises: an operator follows it.
func (p *parser) opensTerm() bool {
	mate := p.tok().mate
	if mate == 0 {
		return false
	}
	after := p.tokens[mate+1]
	if after.kind == tStar {
		_, ok := p.factor(p.at)
		return ok
	}
	return comparisons[after.kind] != "" || isArithmetic(after)
}

// group reads `()` or a join in parentheses.
func (p *parser) group() Expr {
	open := p.next()
	if p.accept(tClose) {
		return &Unit{p.since(open.Start)}
	}
	p.deeper()
	x := p.join()
	p.close(open)
	p.depth--
	return x
}

var comparisons = map[kind]Op{
	tSame: Same, tDiffers: Differs, tLess: Less, tLessEq: LessEq, tMore: More, tMoreEq: MoreEq,
}

// comparison reads an atom, or two terms and a comparison between them.
func (p *parser) comparison() Expr {
	x := p.sum(p.starsBefore())
	op := comparisons[p.tok().kind]
	if op == "" {
		return x
	}
	p.next()
	y := p.sum(starsAsk)
	if comparisons[p.tok().kind] != "" {
		p.fail(ChainedComparison, p.tok().Span, "comparisons do not chain: join two with `*`")
	}
	return &Binary{x.Range().to(y.Range()), op, x, y}
}

// sum reads a calculation.
func (p *parser) sum(m stars) Expr {
	x := p.product(m)
	for {
		op := sumOp(p.tok())
		if op == "" {
			return x
		}
		p.next()
		y := p.product(m)
		x = &Binary{x.Range().to(y.Range()), op, x, y}
	}
}

func (p *parser) product(m stars) Expr {
	x := p.application()
	for {
		op := productOp(p.tok())
		if op == "" && p.is(tStar) && (m == starsMultiply || m == starsAsk && p.multiplies()) {
			op = Star
		}
		if op == "" {
			return x
		}
		p.next()
		y := p.application()
		x = &Binary{x.Range().to(y.Range()), op, x, y}
	}
}

// sumOp and productOp return the operator that a token is between two terms.
// `-`, `/` and `mod` are names elsewhere.
func sumOp(t token) Op {
	switch {
	case t.kind == tPlus:
		return Plus
	case t.kind == tName && t.text == "-":
		return Minus
	}
	return ""
}

func productOp(t token) Op {
	if t.kind == tName && (t.text == "/" || t.text == "mod") {
		return Op(t.text)
	}
	return ""
}

// application reads a name with its arguments, or a single argument. A name
// takes everything that can be an argument, so after one `-`, `/` and `mod` are
// constants; after a variable, a numeral or a parenthesis they are operators.
func (p *parser) application() Expr {
	start := p.tok()
	x := p.argument()
	fun, ok := x.(*Name)
	if !ok || start.kind != tName || !p.startsArgument() {
		return x
	}
	if IsVariable(fun.Text) && (sumOp(p.tok()) != "" || productOp(p.tok()) != "") {
		return x
	}
	a := &Apply{Fun: fun}
	for p.startsArgument() {
		a.Args = append(a.Args, p.argument())
	}
	a.Span = p.since(fun.Start)
	return a
}

// startsArgument reports whether an argument stands here. A name on a new line
// with a colon behind it is none: there the `.` before it is missing.
func (p *parser) startsArgument() bool {
	switch t := p.tok(); t.kind {
	case tName:
		return p.tokens[p.at+1].kind != tColon || t.Start.Line == p.tokens[p.at-1].Start.Line
	case tNumber, tString, tOpen:
		return true
	}
	return false
}

func (p *parser) argument() Expr {
	switch t := p.tok(); t.kind {
	case tName:
		p.next()
		return &Name{t.Span, t.text}
	case tNumber:
		p.next()
		return &Number{t.Span, t.text}
	case tString:
		p.next()
		return &String{t.Span, t.text}
	case tOpen:
		p.next()
		p.deeper()
		x := p.sum(starsMultiply)
		p.close(t)
		p.depth--
		return x
	}
	p.unexpected("a name, a number, a string or `(`")
	return nil
}

func (p *parser) deeper() {
	if p.depth++; p.depth > maxDepth {
		p.fail(NestedTooDeeply, p.tok().Span, fmt.Sprintf("nested too deeply: %d levels are allowed", maxDepth))
	}
}
