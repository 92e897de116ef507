package syntax

import "strings"

// hint says what somebody may have meant who wrote the current token where it
// cannot stand; "" where there is nothing to say.
func (p *parser) hint() string {
	first := p.tokens[p.start]
	for _, t := range p.tokens[p.start : p.at+1] {
		if t.kind == tName && HoldsArrow(t.text) {
			return arrowHint
		}
	}
	switch t := p.tok(); {
	case t.kind == tComma:
		return p.commaHint()
	case t.kind == tArrow:
		return "`->` stands in clauses; rules have `-o`"
	case t.kind == tEqual:
		return p.equalHint()
	case t.kind == tOpenBrace && first.kind == tName && p.at == p.start+2:
		return stageHint
	case t.kind == tColon && t.Start.Line > first.Start.Line:
		return "is a `.` missing further up?"
	case t.kind == tColon && p.at > p.start+1:
		return "each declaration ends with `.`; is one missing before `" + p.tokens[p.at-1].text + "`?"
	case t.kind == tName && first.kind == tNumber && p.at == p.start+1:
		return "names start with a letter"
	case t.kind == tLolli && p.at == p.start:
		return "what a rule needs stands before its arrow; one that needs nothing is written `() -o …`"
	case t.kind == tLolli && p.tokens[p.at-1].kind == tStar:
		return "a `*` stands between two premises"
	}
	return ""
}

const stageHint = "stages and contexts are declared so: `stage day = { … }`, `context town = { … }`"

// equalHint says what a `=` may have been meant for.
func (p *parser) equalHint() string {
	switch next := p.tokens[p.at+1]; {
	case next.kind == tMore:
		return "rules have `-o`"
	case next.kind == tLess:
		return "less or equal is `<=`"
	case next.kind == tOpenBrace:
		return stageHint
	case p.at == p.start+1:
		return "names are declared with a colon: `character : type`"
	}
	return "terms are compared with `==`"
}

const arrowHint = "an arrow has a space before and behind it: `a -o b`"

// HoldsArrow reports whether a name looks like an arrow that ran into a name:
// `tok-o`, `-otok`, `--o`.
func HoldsArrow(name string) bool {
	return strings.HasSuffix(name, "-o") || strings.HasPrefix(name, "-o") || name == "-0"
}

func (p *parser) commaHint() string {
	if p.depth > 0 {
		return "arguments stand behind the name with spaces between: `at romeo town`"
	}
	if p.at == p.start+1 {
		return "each name is declared by itself"
	}
	return "premises and results are joined with `*`; commas stand in contexts only"
}

// looksLikeComment reports whether a declaration starts as comments do in other
// languages.
func (p *parser) looksLikeComment() bool {
	first := p.tokens[p.start]
	return first.kind == tName && (strings.HasPrefix(first.text, "//") ||
		strings.HasPrefix(first.text, "/") && p.tokens[p.start+1].kind == tStar)
}
