package syntax

import (
	"slices"
	"strings"
)

// hint suggests what the author may have meant by the current, misplaced token; "" for no
// suggestion.
func (p *parser) hint() string {
	if hint := p.arrowsWithin(); hint != "" {
		return hint
	}
	first, before := p.tokens[p.start], p.tokens[max(p.start, p.at-1)]
	switch t := p.tok(); {
	case p.namesReserved():
		return "`" + first.text + "` cannot be a name: `pred`, `stage` and `context` are words of the language"
	case first.kind == tDirective && first.text == "trace" && p.opened(p.start) == 0:
		return "a run has a bound, a stage and a context: `#trace 40 day start` or `#trace _ day { at romeo }`"
	case t.kind == tColon && p.at == p.start && strings.HasPrefix(p.tokens[p.at+1].text, "-"):
		return "facts that must not be there together are written `#never at C L * dead C`"
	case t.kind == tPred:
		return "arguments go before the colon: `at character location : pred`"
	case t.kind == tBang || t.kind == tDollar:
		return "`" + t.text + "` goes before the fact that it marks: `" + t.text + "p X`"
	case t.kind == tClose:
		return "there is one `)` too many, or a `(` is missing"
	case t.kind == tStage && before.kind == tName:
		return "is a `*` missing before `stage`?"
	case comparisons[t.kind] != "" && p.depth > 0:
		return "a comparison is a premise, not an argument; if two terms must differ, write `X <> Y`"
	case t.kind == tComma && p.depth > 0:
		return "arguments follow the name, separated by spaces: `at romeo town`"
	case t.kind == tComma && p.at == p.start+1 && p.declares():
		return "declare each name separately: `ann : guest.  bob : guest.`"
	case t.kind == tComma:
		return "join premises and results with `*`; only contexts have commas"
	case t.kind == tArrow:
		return "clauses have `->`; rules have `-o`"
	case t.kind == tEqual:
		return p.equalHint()
	case t.kind == tOpenBrace && first.kind == tName && p.at == p.start+2:
		return stageHint
	case t.kind == tName && (t.text == "and" || t.text == "or"):
		return JoinHint
	case t.kind == tName && before.kind == tNumber && before.End == t.Start:
		return "names start with a letter"
	case t.kind == tName && before.kind == tNumber && p.declares():
		return "a name has no spaces, and starts with a letter"
	case t.kind == tName && before.kind == tNumber:
		return "if a fact is needed or made twice, write it twice: `" + t.text + " * " + t.text + "`"
	case t.kind == tLolli && p.at == p.start:
		return "a rule starts with the facts that it needs; if it needs none, write `() -o …`"
	case t.kind == tLolli && before.kind == tStar:
		return "a `*` goes between two premises"
	}
	return ""
}

// namesReserved reports whether the declaration is of a name that is reserved.
func (p *parser) namesReserved() bool {
	switch p.tokens[p.start].kind {
	case tPred, tStage, tContext:
		return p.tokens[p.start+1].kind == tColon
	}
	return false
}

// missingDot says where a `.` is missing of a declaration that goes on with a colon: this
// belongs to the next.
func (p *parser) missingDot() []Note {
	first, before, t := p.tokens[p.start], p.tokens[max(p.start, p.at-1)], p.tok()
	switch {
	case t.kind != tColon:
		return nil
	case t.Start.Line > first.Start.Line:
		return p.dotBefore()
	case p.at > p.start+1 && before.kind == tName:
		return []Note{p.dotBetween()}
	}
	return nil
}

// dotBetween says where a `.` is missing between two declarations on a line, of which the
// second goes on with a colon. What the first is ends one name behind its colon.
func (p *parser) dotBetween() Note {
	at, missing := p.at-1, func(at int) string {
		return "each declaration ends with `.`; is one missing before `" + p.tokens[at].text + "`?"
	}
	names := p.tokens[p.start:p.at]
	colon := slices.IndexFunc(names, func(t token) bool { return t.kind == tColon })
	next := p.start + colon + 2
	if colon < 0 || next > at || slices.ContainsFunc(names[colon+1:], func(t token) bool { return t.kind != tName }) {
		return Note{Msg: missing(at)}
	}
	return Note{Msg: missing(next), Fix: p.dot(next)}
}

// dot returns how to end a declaration before a token.
func (p *parser) dot(at int) *Fix { return &Fix{p.tokens[at-1].End.Span(), "."} }

// arrowsWithin reports an arrow that was read as part of a name.
func (p *parser) arrowsWithin() string {
	for i, t := range p.tokens[p.start : p.at+1] {
		switch {
		case t.kind != tName:
		case HoldsArrow(t.text):
			return arrowHint
		case strings.Trim(t.text, "-") == "" && p.tokens[p.start+i+1].kind == tMore:
			return ruleHint
		}
	}
	return ""
}

// declares reports whether a colon comes before anything that ends a declaration
// or makes a rule of it.
func (p *parser) declares() bool {
	for _, t := range p.tokens[p.at:] {
		switch t.kind {
		case tColon:
			return true
		case tDot, tEOF, tLolli, tRevLolli, tArrow, tRevArrow, tOpenBrace, tCloseBrace:
			return false
		}
	}
	return false
}

// ruleHint and JoinHint say how rules are written that look like those of other
// languages.
const (
	ruleHint = "rules have `-o`"
	JoinHint = "join premises and results with `*`; for an alternative, write two rules"
)

const stageHint = "declare stages and contexts like this: `stage day = { … }`, `context town = { … }`"

// equalHint says what a `=` may have been meant for.
func (p *parser) equalHint() string {
	first := p.tokens[p.start]
	switch next := p.tokens[p.at+1]; {
	case first.kind == tDirective:
		return ""
	case first.kind == tName && first.text == invariant:
		return "did you mean `#invariant`?"
	case next.kind == tMore:
		return ruleHint
	case next.kind == tLess:
		return "less or equal is `<=`"
	case next.kind == tOpenBrace:
		return stageHint
	case p.at == p.start:
		return ""
	case p.tokens[p.at-1].kind == tColon:
		return "write `:` alone after a name"
	case p.at == p.start+1:
		return "names are declared with a colon: `character : type`"
	}
	return "terms are compared with `==`"
}

const arrowHint = "an arrow has a space before and after it: `a -o b`"

// HoldsArrow reports whether a name looks like an arrow that ran into a name:
// `tok-o`, `-otok`, `--o`, or like one with another sign in the place of its `o`.
func HoldsArrow(name string) bool {
	return strings.HasSuffix(name, "-o") || strings.HasPrefix(name, "-o") || name == "-0" || name == "-O"
}
