package gdl

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// fail reports a mistake and gives up the statement.
func (p *parser) fail(code syntax.Code, at syntax.Span, msg string, notes ...string) {
	e := p.report(code, at, "%s", msg)
	for _, n := range notes {
		note(e, syntax.Span{}, "%s", n)
	}
	panic(failed{})
}

// unexpected reports that something else was expected at the current token, or that a bracket is missing before it.
// It does not return.
func (p *parser) unexpected(want string) {
	t := p.tok()
	// A bracket is missing where something stands in it that only continues the statement around it, or begins
	// another.
	if n := len(p.open); n > 0 {
		open := p.open[n-1]
		around := t.text == ":-" || t.text == "==>" || open.call && slices.Contains(unfinished, t.text) ||
			slices.Contains([]string{")", "]", "}"}, t.text) && t.text != closing[open.text]
		if t.text == "" || around || t.first && p.begins() {
			p.missingBracket(open)
		}
	}
	// The end of a line is reported there, and not at the beginning of the next.
	at, msg := t.Span, want+" was expected, not "+t.describe()
	if t.first && t.text != "" {
		at, msg = p.last().End.Span(), want+" was expected here, before the line ends"
	}
	var notes []string
	if hint := p.hint(t); hint != "" {
		notes = append(notes, hint)
	}
	p.fail(syntax.UnexpectedToken, at, msg, notes...)
}

// closing has the bracket that closes each bracket.
var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

// missingBracket reports that a bracket is not closed, where it has to be at the latest.
func (p *parser) missingBracket(open bracket) {
	missing := closing[open.text]
	e := p.report(syntax.UnexpectedToken, p.last().End.Span(), "a `%s` is missing here", missing)
	e.Fix = &syntax.Fix{Span: p.last().End.Span(), Text: missing}
	note(e, open.Span, "it closes this bracket")
	panic(failed{})
}

// hints say what is written in GGDL where other languages have these signs.
var hints = map[string]string{
	"<=": arithmetic + "; bodies stand behind `:-`",
	"=":  "fields get values behind `==>`, as in `==> ?p.score = 1`",
	":=": "fields get values behind `==>`, as in `==> ?p.score = 1`, and in `init ?p.score := 0`",
	"\"": "names are written without quotes", "'": "names are written without quotes",
	"`": "names are written without quotes", "@": "names are made of letters, digits and `_`",
	";": "alternatives are joined by `or`", "|": "alternatives are joined by `or`",
	"?": "variables have a name: `?x`",
}

// arithmetic says what there is in its place.
const arithmetic = "there is no arithmetic; for an order of values, write `data Level = low << high` and ask " +
	"`?x <<< ?y`"

// hint suggests what may have been meant by a token.
func (p *parser) hint(t token) string {
	switch {
	case hints[t.text] != "":
		return hints[t.text]
	case slices.Contains(strings.Fields("< > >= =< + - * / ^"), t.text) || strings.HasPrefix(t.text, "-"):
		return arithmetic
	case t.text == ")" || t.text == "]" || t.text == "}":
		return "there is one `" + t.text + "` too many, or the bracket that it closes is missing"
	case p.last().text == "?":
		return hints["?"]
	}
	return ""
}
