package asp

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// foreignSigns are signs and words of Prolog and other languages, with their forms here. A form that is not empty is
// proposed in their place.
var foreignSigns = map[string]struct{ form, hint string }{
	`\+`:  {"not ", "absence is written `not p(X)`"},
	`~`:   {"not ", "absence is written `not p(X)`"},
	`=\=`: {"!=", "terms that differ are written `X != Y`"},
	`\==`: {"!=", "terms that differ are written `X != Y`"},
	`\=`:  {"!=", "terms that differ are written `X != Y`"},
	`!`:   {"", "there is no cut: all rules hold together; absence is written `not p(X)`"},
	`=:=`: {"=", "values that are equal are written `X = Y+1`"},
	`=<`:  {"<=", "less or equal is `<=`"},
	`=>`:  {"", "greater or equal is `>=`; a rule has its conclusion first: `p(X) :- q(X).`"},
	`->`:  {"", "there is no if-then-else: write a rule for each case"},
	`&&`:  {",", "literals are joined by `,`"},
	`&`:   {",", "literals are joined by `,`"},
	`|`:   {"", "there is no “or” between literals: write a rule for each"},
	`[`:   {"", "there are no lists: `cons(X,nil)` is a term, `(X,Y)` a tuple, and `p(1;2)` is two atoms"},
	`)`:   {"", "there is one `)` too many, or a `(` is missing"},
	`}`:   {"", "there is one `}` too many, or a `{` is missing"},
	`?`:   {"", "there are no queries: the answer is all that is derived"},
	"is":  {"=", "a value is given by `X = Y+1`"},
	"mod": {`\`, "the remainder is written `X \\ Y`"},
	"and": {",", "literals are joined by `,`"},
	"or":  {"", "there is no “or” between literals: write a rule for each"},
	"if":  {":-", "a rule is written `p(X) :- q(X).`"},
}

// foreignCharacters are characters that no token begins with, and what to write for them.
var foreignCharacters = map[rune]string{
	'¬': "absence is written `not p(X)`",
	'≤': "less or equal is `<=`",
	'≥': "greater or equal is `>=`",
	'≠': "terms that differ are written `X != Y`",
	'←': "the arrow of rules is `:-`",
	'→': "the arrow of rules is `:-`, with the conclusion before it",
	'−': "a minus is written `-`",
	'–': "a minus is written `-`",
	'“': "strings are in straight double quotes",
	'”': "strings are in straight double quotes",
	'„': "strings are in straight double quotes",
	'‘': "strings are in straight double quotes",
	'…': "an interval is written `1..3`",
	'∧': "literals are joined by `,`",
	'∨': "there is no “or” between literals: write a rule for each",
	'`': "strings are in straight double quotes",
}

// hint says what the author may have meant by the current, misplaced token; nil if there is nothing to suggest.
func (p *parser) hint() *syntax.Note {
	t, last := p.tok(), p.tokens[max(p.at-1, 0)]
	if foreign := p.foreign(); foreign != nil {
		return foreign
	}
	switch {
	case p.at == p.start:
	case t.isSign(":-"):
		return &syntax.Note{Msg: "a rule has one `:-`; is a `.` missing before its head?"}
	case t.kind == tSign && t.text != "(" && t.text != "{", t.kind == tEOF, t.kind == tNumber:
	case last.kind == tName && strings.EqualFold(last.text, "no"):
		return &syntax.Note{Msg: "absence is written `not p(X)`"}
	case last.kind == tName || last.kind == tVariable || last.isSign(")") || last.kind == tNumber:
		missing := "`,`"
		if t.Start.Line > last.End.Line {
			missing = "`.` or a `,`"
		}
		return &syntax.Note{Msg: "is a " + missing + " missing before " + t.describe() + "?"}
	}
	return nil
}

// foreign recognizes signs and words of other languages.
func (p *parser) foreign() *syntax.Note {
	t := p.tok()
	if t.kind != tSign && t.kind != tName {
		return nil
	}
	if arrow := p.arrow(); arrow != nil {
		return arrow
	}
	f, ok := foreignSigns[t.text]
	if !ok {
		return nil
	}
	note := &syntax.Note{Msg: f.hint}
	if f.form != "" {
		note.Fix = &syntax.Fix{Span: t.Span, Text: f.form}
	}
	return note
}

// arrow recognizes the arrow of rules as it is written in other languages: `<-`, `<=`, `:=` and `?-`.
func (p *parser) arrow() *syntax.Note {
	t, next := p.tok(), p.ahead()
	span := t.Span
	switch {
	case (t.isSign("<") && next.isSign("-") || t.isSign(":") && next.isSign("=")) && t.End == next.Start:
		span.End = next.End
	case !t.isSign("<="):
		return nil
	}
	return &syntax.Note{Msg: "the arrow of rules is `:-`", Fix: &syntax.Fix{Span: span, Text: ":-"}}
}

// capital gives up at a variable with arguments.
func (p *parser) capital(t token) {
	if strings.HasPrefix(t.text, "RANDINT") {
		p.fail(syntax.UnexpectedToken, t.Span, "no random integer is drawn here", syntax.Note{
			Msg: "`RANDINT(1,6)`, without blanks, is replaced where levels are generated, in strategies and in nature"})
	}
	bare := strings.TrimLeft(t.text, "_'")
	small := t.text[:len(t.text)-len(bare)] + strings.ToLower(bare[:1]) + bare[1:]
	e := p.report(syntax.UnexpectedToken, t.Span,
		"`"+t.text+"` begins with a capital, as variables do, and has arguments")
	e.Notes = []syntax.Note{{Msg: "names of predicates and functions begin with a small letter",
		Fix: &syntax.Fix{Span: t.Span, Text: small}}}
	panic(bailout{})
}
