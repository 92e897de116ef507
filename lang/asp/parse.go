package asp

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// parser holds the remaining tokens of a source. Its methods read one construct each and panic with bailout if they
// cannot; only [parser.statement] recovers from it.
type parser struct {
	*file
	tokens    []token
	at        int
	start     int             // of the statement
	depth     int             // of brackets and prefixes around the current token
	names     map[string]bool // of variables of the statement
	constants constants
}

type bailout struct{}

func (p *parser) tok() token { return p.tokens[p.at] }

// ahead returns the token behind the current one.
func (p *parser) ahead() token { return p.tokens[min(p.at+1, len(p.tokens)-1)] }

// next returns the current token and moves on; the end stays.
func (p *parser) next() token {
	t := p.tok()
	if t.kind != tEOF {
		p.at++
	}
	return t
}

func (t token) isSign(text string) bool { return t.kind == tSign && t.text == text }

func (p *parser) is(sign string) bool { return p.tok().isSign(sign) }

func (p *parser) accept(sign string) bool {
	if p.is(sign) {
		p.at++
		return true
	}
	return false
}

// expect reads a sign.
func (p *parser) expect(sign string) token {
	if !p.is(sign) {
		p.unexpected("`" + sign + "`")
	}
	return p.next()
}

// closes reads the bracket that closes an open one.
func (p *parser) closes(open token, sign string) {
	if !p.is(sign) {
		p.unexpected("`"+sign+"`", syntax.Note{Span: open.Span, Msg: "`" + open.text + "` is opened here"})
	}
	p.at++
}

// since returns the span from a place to the end of the last token read.
func (p *parser) since(start syntax.Pos) syntax.Span {
	return syntax.Span{Start: start, End: p.tokens[max(p.at-1, 0)].End}
}

// fail gives up the statement.
func (p *parser) fail(code syntax.Code, span syntax.Span, msg string, notes ...syntax.Note) {
	p.report(code, span, msg, notes...)
	panic(bailout{})
}

// refuse gives up a statement of which clingo knows what it means, and the evaluator does not.
func (p *parser) refuse(span syntax.Span, msg string, notes ...syntax.Note) {
	p.fail(syntax.NotSupported, span, msg, notes...)
}

// unexpected gives up at the current token. Nothing is said if the scanner has reported it. The notes are for where
// there is no hint.
func (p *parser) unexpected(want string, notes ...syntax.Note) {
	t := p.tok()
	if t.kind == tBad {
		panic(bailout{})
	}
	if hint := p.hint(); hint != nil {
		notes = []syntax.Note{*hint}
	}
	p.fail(syntax.UnexpectedToken, t.Span, "expected "+want+", found "+t.describe(), notes...)
}

// mostNested is how deep brackets may be nested, and mostOperators how many operators may be in a term without
// brackets. Together they bound the depth of terms, which all that follows walks recursively.
const (
	mostNested    = 500
	mostOperators = 1000
)

// nest enters a bracket or prefix; the caller leaves it by p.depth--.
func (p *parser) nest() {
	if p.depth++; p.depth > mostNested {
		p.fail(syntax.NestedTooDeeply, p.tok().Span, "terms are nested too deeply: 500 levels are allowed")
	}
}

// statement reads a statement, or reports what is wrong with it and goes on behind its end.
func (p *parser) statement() {
	p.start, p.depth, p.names = p.at, 0, make(map[string]bool)
	defer func() {
		if e := recover(); e != nil {
			if _, mine := e.(bailout); !mine {
				panic(e)
			}
			p.recover()
		}
	}()
	switch t := p.tok(); {
	case t.kind == tDirective && aggregates[t.text] == "" && !isTruth(t):
		p.directive()
	case t.isSign(":~"):
		p.refuse(t.Span, "weak constraints are not supported: the evaluator does not optimize")
	default:
		p.rule()
	}
}

// recover passes over the rest of a statement: to behind the next `.` and what stands in brackets behind it.
func (p *parser) recover() {
	for p.tok().kind != tEOF && !p.accept(".") {
		p.at++
	}
	if p.is("[") {
		for p.tok().kind != tEOF && !p.accept("]") {
			p.at++
		}
	}
}

// rule reads a rule, a fact or a constraint.
func (p *parser) rule() {
	s := &statement{file: p.file, names: p.names}
	if !p.is(":-") {
		s.head = p.head()
	}
	if p.accept(":-") {
		s.body = p.body()
	}
	p.end()
	s.Span = p.since(p.tokens[p.start].Start)
	p.statements = append(p.statements, s)
}

// end reads the `.` behind a statement. If it is missing at the end of a line or of the text, the statement is taken
// as ended all the same.
func (p *parser) end() {
	if p.accept(".") {
		return
	}
	last := p.tokens[max(p.at-1, 0)]
	t := p.tok()
	starts := t.kind == tName || t.kind == tDirective || t.isSign(":-") || t.isSign("{") || t.kind == tNumber
	if t.kind != tEOF && !(starts && t.Start.Line > last.End.Line) || p.at == p.start {
		p.unexpected("`.`")
	}
	e := p.report(syntax.MissingDot, last.End.Span(), "a `.` is missing here")
	e.Fix = &syntax.Fix{Span: last.End.Span(), Text: "."}
}

// head reads what a rule derives.
func (p *parser) head() head {
	start := p.tok()
	switch {
	case isTruth(start) && start.text == "false":
		p.at++
		return nil
	case start.kind == tNot:
		p.fail(syntax.UnexpectedToken, start.Span, "a rule derives an atom, not its absence",
			syntax.Note{Msg: "what must not hold is a constraint: `:- p(X), q(X).`"})
	case start.kind == tDirective && aggregates[start.text] != "":
		p.refuse(start.Span, "aggregates in heads are not supported",
			syntax.Note{Msg: "`{ p(X) : q(X) } 2` chooses up to two; a constraint excludes the rest"})
	case start.isSign("{"):
		return p.choice(start.Start, nil)
	}
	t := p.term()
	switch op, compared := comparisons[p.signText()]; {
	case p.is("{"):
		return p.choice(start.Start, []guard{{logic.GreaterOrEqual, t}})
	case compared && p.ahead().isSign("{"):
		p.at++
		return p.choice(start.Start, []guard{{flipped[op], t}})
	case compared && t.isAtom():
		p.unexpected("`:-` or `.`")
	case compared:
		p.fail(syntax.UnexpectedToken, p.tok().Span, "a rule derives an atom, not a comparison",
			syntax.Note{Msg: "what has to hold is a constraint of the opposite: `:- p(X), X > 3.`"})
	}
	p.mustBeAtom(t, "a rule derives an atom")
	if p.arrow() != nil {
		p.unexpected("`:-` or `.`")
	}
	switch p.signText() {
	case ",":
		p.fail(syntax.UnexpectedToken, p.tok().Span, "a rule derives one atom",
			syntax.Note{Msg: "to derive several, write a rule for each"})
	case ";", "|":
		p.refuse(p.tok().Span, "disjunctions are not supported",
			syntax.Note{Msg: "`1 { p; q } 1 :- r.` chooses one of two; to derive both, write a rule for each"})
	case ":":
		p.refuse(p.tok().Span, "disjunctions, and conditions in heads, are not supported", syntax.Note{
			Msg: "the body of a rule stands behind `:-`, and a choice in braces: `{ p(X) : q(X) }`"})
	}
	return t
}

// mustBeAtom gives up at a term that is not an atom. The message begins with a sentence on what must be an atom.
func (p *parser) mustBeAtom(t *node, sentence string) {
	if t.isAtom() {
		return
	}
	switch {
	case p.foreign() != nil:
		p.unexpected("a comparison")
	case t.kind == nVariable && t.text != "_":
		p.fail(syntax.UnexpectedToken, t.Span, sentence+", and `"+t.text+"` is a variable",
			syntax.Note{Msg: "names of predicates begin with a small letter"})
	case t.kind == nCalculation && t.text == "-" && len(t.args) == 1 && t.args[0].kind == nCompound:
		p.refuse(t.Span, "classical negation is not supported", syntax.Note{
			Msg: "`not` before an atom says that it does not hold; for a fact that is false, use a predicate of its own"})
	}
	p.fail(syntax.UnexpectedToken, t.Span, sentence+", and this is none",
		syntax.Note{Msg: "an atom is a name with arguments: `at(R,C,player)`"})
}

// choice reads the rest of a choice from its brace on.
func (p *parser) choice(start syntax.Pos, guards []guard) *choice {
	c := &choice{guards: guards}
	open := p.expect("{")
	for !p.is("}") {
		from := p.tok().Start
		t := p.term()
		p.mustBeAtom(t, "a choice has atoms")
		e := conditional{literal: &atomLiteral{0, t, t.Span}}
		if p.accept(":") {
			e.condition = p.condition()
		}
		e.Span = p.since(from)
		c.elements = append(c.elements, e)
		if p.is(",") {
			p.separateBySemicolon()
		}
		if !p.accept(";") {
			break
		}
	}
	p.closes(open, "}")
	c.guards = append(c.guards, p.rightGuard()...)
	c.Span = p.since(start)
	p.checkBounds(c)
	return c
}

// separateBySemicolon gives up at a comma between elements.
func (p *parser) separateBySemicolon() {
	comma := p.tok().Span
	e := p.report(syntax.UnexpectedToken, comma, "the elements between `{` and `}` are separated by `;`")
	e.Fix = &syntax.Fix{Span: comma, Text: ";"}
	panic(bailout{})
}

// checkBounds refuses the bounds of a choice that are not an interval.
func (p *parser) checkBounds(c *choice) {
	var bounds []logic.Op
	for _, g := range c.guards {
		switch g.op {
		case logic.NotEqual:
			p.refuse(c.Span, "a choice with `!=` is not supported",
				syntax.Note{Msg: "exclude the number by a constraint: `:- { p(X) : q(X) } = 2.`"})
		case logic.Equal:
			bounds = append(bounds, logic.Less, logic.Greater)
		case logic.Less, logic.LessOrEqual:
			bounds = append(bounds, logic.Less)
		default:
			bounds = append(bounds, logic.Greater)
		}
	}
	slices.Sort(bounds)
	if len(slices.Compact(slices.Clone(bounds))) < len(bounds) {
		p.fail(syntax.UnexpectedToken, c.Span, "a choice has one lower and one upper bound: `1 { … } 3` or `{ … } = 2`")
	}
}

// isTruth reports whether a token is `#true` or `#false`.
func isTruth(t token) bool { return t.kind == tDirective && (t.text == "true" || t.text == "false") }

// signText returns the current sign, and "" if it is none.
func (p *parser) signText() string {
	if t := p.tok(); t.kind == tSign {
		return t.text
	}
	return ""
}
