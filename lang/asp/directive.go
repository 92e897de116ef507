package asp

import (
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// refused are the directives that are known and not supported, with the reason.
var refused = map[string]string{
	"minimize": optimization, "minimise": optimization, "maximize": optimization, "maximise": optimization,
	"external": "atoms from outside are not supported: a game says which facts its programs are given",
	"include":  "other files are not included: a program is read alone",
	"script":   "scripts are not supported: they would run programs of another language",
	"theory":   "theories are not supported",
	"edge":     "`#edge` is not supported",
	"project":  "`#project` is not supported",
}

const optimization = "optimization is not supported: the evaluator returns any answer, and not the best one"

// known are the directives that are read.
var known = []string{"const", "defined", "heuristic", "program", "show"}

// directive reads a statement that begins with `#`.
func (p *parser) directive() {
	t := p.next()
	switch t.text {
	case "const":
		p.constant()
	case "show":
		p.show()
	case "defined":
		p.signature()
		p.end()
	case "heuristic": // advice to the solver of clingo, which changes no model
		p.mustBeAtom(p.term(), "a heuristic is about an atom")
		if p.accept(":") {
			p.body()
		}
		p.end()
		p.modifiers()
	case "program":
		if name := p.tok(); name.text != "base" || !p.ahead().isSign(".") {
			p.refuse(t.Span, "parts of programs are not supported, but for `#program base.`")
		}
		p.at += 2
	default:
		if reason, ok := refused[t.text]; ok {
			p.refuse(t.Span, reason)
		}
		p.report(syntax.UnknownDirective, t.Span, "unknown directive `#"+t.text+"`")
		if near := label.Nearest(t.text, known); near != "" {
			p.errs[len(p.errs)-1].Notes = []syntax.Note{{Msg: "did you mean `#" + near + "`?",
				Fix: &syntax.Fix{Span: t.Span, Text: "#" + near}}}
		}
		panic(bailout{})
	}
}

// constant reads `n = 5.` and perhaps `[override]`.
func (p *parser) constant() {
	name := p.tok()
	if name.kind != tName {
		p.unexpected("the name of a constant")
	}
	p.at++
	p.expect("=")
	value := p.term()
	p.end()
	c := &constant{file: p.file, span: name.Span, value: value}
	if p.is("[") && (p.ahead().text == "override" || p.ahead().text == "default") {
		c.override = p.ahead().text == "override"
		p.at += 2
		p.expect("]")
	}
	p.constants.define(name.text, c)
}

// show reads `#show p/2.`, and `#show.`, which shows nothing. Shown terms, `#show X : p(X).`, are not part of
// models; they are passed over.
func (p *parser) show() {
	if p.is(".") {
		p.at++
		p.shows = append([]logic.Predicate{}, p.shows...)
		return
	}
	if p.tok().kind == tName && p.ahead().isSign("/") {
		predicate := p.signature()
		p.shows = append(p.shows, predicate)
		p.end()
		return
	}
	p.term()
	if p.accept(":") {
		p.body()
	}
	p.end()
}

// signature reads a predicate: p/2.
func (p *parser) signature() logic.Predicate {
	name := p.tok()
	if name.kind != tName {
		p.unexpected("a predicate, such as `at/3`")
	}
	p.at++
	p.expect("/")
	if p.tok().kind != tNumber {
		p.unexpected("the number of arguments")
	}
	return logic.Predicate{Name: name.text, Arity: int(wrapped(p.next().text))}
}

// modifiers passes over `[10@2,true]`.
func (p *parser) modifiers() {
	open := p.expect("[")
	p.term()
	if p.accept("@") {
		p.term()
	}
	p.expect(",")
	p.term()
	p.closes(open, "]")
}
