package syntax

import "strings"

// commentNote says how comments are written, and how to make one.
func commentNote(fix *Fix) Note { return Note{Msg: "comments start with `%`", Fix: fix} }

// foreignComment passes over a comment as other languages have it, `/* … */`, where a declaration may begin,
// and reports it.
func (p *parser) foreignComment() bool {
	if !p.adjacent(p.at, "/", "*") {
		return false
	}
	last := p.at + 2
	for !p.adjacent(last, "*", "/") {
		if last++; last >= len(p.tokens) {
			return false
		}
	}
	open, end := p.tokens[p.at], p.tokens[last+1]
	whole := Span{open.Start, end.End}
	var fix *Fix
	if text := p.src.Slice(whole); p.tokens[last+2].Start.Line > end.End.Line && !strings.Contains(text, "\n") {
		fix = &Fix{whole, "% " + strings.Trim(text, "/* ")}
	}
	p.report(UnexpectedToken, Span{open.Start, p.tokens[p.at+1].End}, "a declaration cannot start like this",
		commentNote(fix))
	p.at = last + 2
	return true
}

// adjacent reports whether two tokens, of which the first has the number at, stand side by side.
func (p *parser) adjacent(at int, first, second string) bool {
	if at+1 >= len(p.tokens) {
		return false
	}
	a, b := p.tokens[at], p.tokens[at+1]
	return a.text == first && b.text == second && a.End == b.Start
}

// refuseForeign gives up a declaration that begins like a comment of another language, or holds an arrow
// with a blank in it.
func (p *parser) refuseForeign() {
	first := p.tokens[p.start]
	switch {
	case first.kind == tName && strings.HasPrefix(first.text, "//"):
		slashes := first.Span
		slashes.End = slashes.Start
		slashes.End.Offset += len("//")
		slashes.End.Col += len("//")
		p.fail(UnexpectedToken, first.Span, "a declaration cannot start like this", commentNote(&Fix{slashes, "%"}))
	case first.kind == tName && strings.HasPrefix(first.text, "/") && p.tokens[p.start+1].kind == tStar:
		p.fail(UnexpectedToken, first.Span, "a declaration cannot start like this", commentNote(nil))
	}
	p.refuseBrokenArrow()
}

// refuseBrokenArrow gives up a declaration that holds `- o` between blanks, unless `-` is a name that is declared.
func (p *parser) refuseBrokenArrow() {
	for i := p.start; i < p.at; i++ {
		dash, o := p.tokens[i], p.tokens[i+1]
		if dash.kind != tName || dash.text != "-" || o.kind != tName || o.text != "o" || dash.Start.Line != o.Start.Line {
			continue
		}
		if p.declaresDash() {
			return
		}
		arrow := Span{dash.Start, o.End}
		p.fail(UnexpectedToken, arrow, "an arrow has no space in it", Note{Msg: "did you mean `-o`?", Fix: &Fix{arrow, "-o"}})
	}
}

// declaresDash reports whether the program declares the name `-`.
func (p *parser) declaresDash() bool {
	for i, t := range p.tokens[:len(p.tokens)-1] {
		if t.kind == tName && t.text == "-" && p.tokens[i+1].kind == tColon {
			return true
		}
	}
	return false
}
