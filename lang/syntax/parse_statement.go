package syntax

import (
	"slices"
	"strings"
)

// The words of statements, which are names elsewhere: `sum` is one before a variable and `in`, and `in` is one before
// the name of a stage or behind that variable.
const (
	invariant = "invariant"
	never     = "never"
	wordSum   = "sum"
	wordIn    = "in"
)

// statement reads `#invariant …` or `#never …`.
func (p *parser) statement() *Statement {
	t := p.next()
	s := &Statement{Word: t.Span}
	p.statementHead(s)
	if t.text == never {
		p.together(s)
	} else {
		s.Left = p.counts()
		s.Op = p.countComparison()
		s.Right = p.counts()
		if comparisons[p.tok().kind] != "" || p.is(tEqual) {
			p.fail(ChainedComparison, p.tok().Span, "an invariant has one comparison: write two invariants")
		}
	}
	p.end()
	s.Span = p.since(t.Start)
	return s
}

// together reads the facts of a `#never`.
func (p *parser) together(s *Statement) {
	const example = "`#never at C L * dead C`"
	if p.is(tDot) {
		p.unexpected("facts that must not be there together", Note{Msg: "for example " + example})
	}
	s.Premises = p.join()
	switch t := p.tok(); t.kind {
	case tEqual:
		p.fail(UnexpectedToken, t.Span, "a `#never` compares terms with `==`",
			Note{Msg: "numbers of facts are compared in an `#invariant`: `#invariant dead C = 0`"})
	case tComma:
		p.fail(UnexpectedToken, t.Span, "expected `.`, found `,`", Note{Msg: "facts are joined with `*`: " + example})
	case tLolli:
		notes := p.dotBefore()
		if notes == nil {
			notes = []Note{{Msg: "a statement makes nothing, so it has no arrow"}}
		}
		p.fail(UnexpectedToken, t.Span, "expected `.`, found `-o`", notes...)
	}
}

// misplacedStatement passes over a statement within a stage, and reports it.
func (p *parser) misplacedStatement(stage string) {
	from, t := p.at, p.next()
	p.report(UnexpectedToken, t.Span, "a statement stands outside of stages",
		Note{Msg: "one about this stage begins with `#" + t.text + " in " + stage + " :`"})
	p.skip(from, true)
}

// likeInvariant are words that other languages have for invariants.
var likeInvariant = []string{"always", "assert", "check", "constraint", "ensure", "require"}

// likeStatement returns the word of a statement that a directive seems to be, "" if it is like none.
func likeStatement(directive string) string {
	switch d := strings.ToLower(directive); {
	case strings.HasPrefix(d, "inv"), slices.Contains(likeInvariant, d):
		return invariant
	case strings.HasPrefix(d, "nev"), d == "forbid":
		return never
	}
	return ""
}

// statementHead reads the name of a statement and its stage, each of which may be left out, and the colon behind them.
func (p *parser) statementHead(s *Statement) {
	names := p.at
	for p.tokens[names].kind == tName {
		names++
	}
	if p.tokens[names].kind != tColon {
		p.refuseStageWord()
		return
	}
	head := p.tokens[p.at:names]
	n := len(head)
	switch {
	case n == 0:
		colon := p.tok().Span
		p.fail(UnexpectedToken, colon, "expected a name before `:`", Note{Msg: "without a name, the colon goes, too",
			Fix: &Fix{Span: colon}})
	case n == 1:
		s.Name = p.name("")
	case n <= 3 && head[n-2].text == wordIn:
		if n == 3 {
			s.Name = p.name("")
		}
		p.next()
		s.Stage = p.name("")
	default:
		note := "a name has no spaces; it may hold `-`, `/` and `_`"
		if IsVariable(head[n-1].text) { // forall C
			note = "variables are not declared: `at C _ = 1` is about each C"
		}
		p.fail(UnexpectedToken, Span{head[0].Start, head[n-1].End}, "expected a name, `in` and a stage before `:`",
			Note{Msg: note})
	}
	p.next()
}

// refuseStageWord gives up a statement that has `stage` before the name of its stage.
func (p *parser) refuseStageWord() {
	for i := p.at; i < p.at+2 && p.tokens[i].kind == tName; i++ {
		if next := p.tokens[i+1]; p.tokens[i].text == wordIn && next.kind == tStage {
			drop := Span{next.Start, p.tokens[i+2].Start}
			p.fail(UnexpectedToken, next.Span, "the name of the stage follows `in` at once",
				Note{Msg: "leave `stage` out", Fix: &Fix{Span: drop}})
		}
	}
}

// countComparison reads the comparison of an invariant.
func (p *parser) countComparison() Op {
	t := p.tok()
	second := p.tokens[min(p.at+1, len(p.tokens)-1)]
	before := &Name{p.tokens[p.at-1].Span, p.tokens[p.at-1].text}
	turned := t.kind == tEqual && second.Start == t.End && (second.kind == tLess || second.kind == tMore)
	switch {
	case turned:
		whole := Span{t.Start, second.End}
		op := second.text + "="
		p.fail(UnexpectedToken, whole, "there is no `="+second.text+"`",
			Note{Msg: "did you mean `" + op + "`?", Fix: &Fix{whole, op}})
	case t.kind == tStar && second.kind == tNumber:
		p.fail(UnexpectedToken, t.Span, "a factor stands before its count: `2 * at C _`")
	case t.kind == tStar && before.BelowZero():
		p.fail(UnexpectedToken, before.Span, "factors are natural numbers, and `"+before.Text+"` is none",
			Note{Msg: "subtract the count: `at C _ - 2 * dead C`"})
	case t.kind == tStar:
		p.fail(UnexpectedToken, t.Span, "an invariant counts the facts of one pattern at a time",
			Note{Msg: "facts that must not be there together are written `#never at C L * dead C`"})
	case t.kind == tDiffers:
		p.fail(UnexpectedToken, t.Span, "an invariant compares with `=`, `<`, `<=`, `>` or `>=`")
	case t.kind == tEqual:
		p.next()
		return Same
	case comparisons[t.kind] == "":
		p.unexpected("`=`, `<`, `<=`, `>` or `>=`",
			Note{Msg: "an invariant compares numbers of facts: `at C _ + dead C = 1`"})
	}
	p.next()
	return comparisons[t.kind]
}

// BelowZero reports whether the name looks like a number below 0, such as `-1`.
func (n *Name) BelowZero() bool {
	digits, ok := strings.CutPrefix(n.Text, "-")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// counts reads the summands on one side of an invariant.
func (p *parser) counts() []*Count {
	out := []*Count{p.count()}
	for {
		op := sumOp(p.tok())
		if op == "" {
			return out
		}
		p.next()
		c := p.count()
		c.Minus = op == Minus
		out = append(out, c)
	}
}

// count reads a summand of an invariant: a number, or a pattern with a factor and the variable that is added up, if
// there are any.
func (p *parser) count() *Count {
	start := p.tok().Start
	c := &Count{}
	if t := p.tok(); t.kind == tNumber {
		p.next()
		c.Times = &Number{t.Span, t.text}
		switch {
		case p.is(tName) && p.tok().text == "and":
			p.fail(UnexpectedToken, p.tok().Span, "expected `.`, found `and`", Note{Msg: "write two invariants"})
		case p.is(tName) && sumOp(p.tok()) == "" && p.tok().Start.Line == t.End.Line:
			p.fail(UnexpectedToken, p.tok().Span, "expected `*` behind the factor",
				Note{Msg: "write `" + t.text + " * " + p.tok().text + "`", Fix: &Fix{t.End.Span(), " *"}})
		case !p.accept(tStar):
			c.Span = p.since(start)
			return c
		}
	}
	if v := p.tokens[min(p.at+1, len(p.tokens)-1)]; p.addsUp() {
		p.at += 3
		c.Sum = &Name{v.Span, v.text}
	}
	c.Of = p.pattern()
	c.Span = p.since(start)
	return c
}

// addsUp reports whether `sum N in` stands here with a pattern behind it.
func (p *parser) addsUp() bool {
	if len(p.tokens)-p.at <= 3 || !p.is(tName) {
		return false
	}
	v, in, of := p.tokens[p.at+1], p.tokens[p.at+2], p.tokens[p.at+3]
	return p.tok().text == wordSum && v.kind == tName && IsVariable(v.text) && in.kind == tName && in.text == wordIn &&
		(of.kind == tName && sumOp(of) == "" || of.kind == tBang || of.kind == tDollar || of.kind == tOpen)
}

// pattern reads the facts that are counted: a predicate with its arguments, perhaps behind `!`. A `-` that stands
// alone ends it, so that the constant of this name needs parentheses.
func (p *parser) pattern() Expr {
	switch t := p.tok(); t.kind {
	case tBang, tDollar:
		p.next()
		op := Bang
		if t.kind == tDollar {
			op = Keep
		}
		if !p.is(tName) {
			p.unexpected("a predicate")
		}
		x := p.pattern()
		return &Prefix{p.since(t.Start), op, x}
	case tOpen:
		p.fail(UnexpectedToken, t.Span, "parentheses stand around arguments only, not around counts",
			Note{Msg: "a factor stands before each count: `2 * at C _ + 2 * dead C`"})
	}
	fun := p.name("a number, or facts to count such as `at C _`")
	a := &Apply{Fun: fun}
	for p.startsArgument() && sumOp(p.tok()) == "" {
		a.Args = append(a.Args, p.argument())
	}
	if len(a.Args) == 0 {
		return fun
	}
	a.Span = p.since(fun.Start)
	return a
}
