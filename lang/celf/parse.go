package celf

import (
	"math"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Parse reads a file of Celf. It always returns a file, which holds every declaration that could be read. The list says
// what is wrong with the others, in source order.
func Parse(src *syntax.Source) (*File, syntax.ErrorList) {
	file := &File{Source: src, skipped: make(map[string]bool)}
	if e := src.NotText(); e != nil {
		return file, syntax.ErrorList{e}
	}
	var errs syntax.ErrorList
	p := &parser{scanner: newScanner(src, &errs), file: file, declared: make(map[string]bool)}
	for i := range p.ahead {
		p.ahead[i] = p.scanner.next()
	}
	for p.tok().kind != tEOF {
		if d := p.attempt(); d != nil {
			file.Decls = append(file.Decls, d)
		}
	}
	errs.Sort()
	return file, errs
}

// parser reads declarations by recursive descent. Its methods read one construct each and panic with bailout if they
// cannot; only [parser.attempt] recovers from it.
type parser struct {
	*scanner
	file     *File
	ahead    [2]token // the current token and the one behind it
	last     token    // the one before the current token
	first    token    // of the declaration
	words    []string // of the declaration, as far as it is read
	depth    int      // of brackets, prefixes, binders and arrows around the current token
	declared map[string]bool
}

type bailout struct{}

func (p *parser) tok() token { return p.ahead[0] }

func (p *parser) is(sign string) bool { return p.tok().is(sign) }

// next returns the current token and moves on; the end of the file stays.
func (p *parser) next() token {
	t := p.tok()
	if t.kind == tWord {
		p.words = append(p.words, t.text)
	}
	p.last = t
	p.ahead[0], p.ahead[1] = p.ahead[1], p.scanner.next()
	return t
}

func (p *parser) accept(sign string) bool {
	if p.is(sign) {
		p.next()
		return true
	}
	return false
}

// since returns the span from a place to the end of the last token read.
func (p *parser) since(start syntax.Pos) syntax.Span {
	return syntax.Span{Start: start, End: p.last.End}
}

// report enters an error without giving up.
func (p *parser) report(code syntax.Code, span syntax.Span, msg string, notes ...syntax.Note) *syntax.Error {
	e := &syntax.Error{Source: p.src, Span: span, Code: code, Msg: msg, Notes: notes}
	*p.errs = append(*p.errs, e)
	return e
}

// fail gives up the declaration.
func (p *parser) fail(code syntax.Code, span syntax.Span, msg string, notes ...syntax.Note) {
	p.report(code, span, msg, notes...)
	panic(bailout{})
}

// unexpected gives up at the current token. Nothing is said if the scanner has reported it. The notes are for where
// there is no hint.
func (p *parser) unexpected(want string, notes ...syntax.Note) {
	t := p.tok()
	if t.kind == tBad {
		panic(bailout{})
	}
	p.refuseProof()
	if hint := p.hint(); hint != nil {
		notes = []syntax.Note{*hint}
	}
	p.fail(syntax.UnexpectedToken, t.Span, "expected "+want+", found "+t.describe(), notes...)
}

// attempt reads a declaration. If it cannot, it says what is wrong, passes over the rest, and returns nil.
func (p *parser) attempt() (d Decl) {
	p.first, p.words, p.depth = p.tok(), p.words[:0], 0
	defer func() {
		if e := recover(); e != nil {
			if _, mine := e.(bailout); !mine {
				panic(e)
			}
			d = nil
			p.skip()
		}
	}()
	return p.declaration()
}

// skip passes over the rest of a broken declaration: to behind a `.` that another declaration or the end follows.
// Names of the declaration count as known, so that nothing is reported of their uses elsewhere.
func (p *parser) skip() {
	for p.tok().kind != tEOF && !p.startsDeclaration() {
		p.next()
	}
	for _, w := range p.words {
		p.file.skipped[w] = true
	}
}

// startsDeclaration reports whether the current token begins a declaration behind the one that is being read: a
// directive, a name with its colon behind a `.` or on another line, or what stands first on a line behind a `.`. Other
// names may belong to a binder.
func (p *parser) startsDeclaration() bool {
	t := p.tok()
	if t.Start == p.first.Start {
		return false
	}
	ended, fresh := p.last.is("."), t.Start.Line > p.last.End.Line
	return t.kind == tDirective || p.atDeclaration() && (ended || fresh) || ended && fresh && t.Start.Col == 1
}

// atDeclaration reports whether a name with a colon follows.
func (p *parser) atDeclaration() bool { return p.tok().kind == tWord && p.ahead[1].is(":") }

// declaration reads a declaration.
func (p *parser) declaration() Decl {
	start := p.tok()
	if start.kind == tDirective {
		return p.directive()
	}
	if start.kind != tWord {
		p.unexpected("a declaration")
	}
	name := p.name()
	if !p.is(":") {
		p.refuseDirective(start)
		p.unexpected("`:`", syntax.Note{Msg: "a declaration is `name : type.`, and a name has no blanks in it"})
	}
	p.next()
	p.declared[name.Text] = true
	of := p.expr()
	if !p.accept("=") {
		p.end()
		return &Constant{p.since(start.Start), name, of}
	}
	value := p.expr()
	p.end()
	return &Abbreviation{p.since(start.Start), name, of, value}
}

// refuseDirective gives up a declaration that begins with `#` and a word that is no directive.
func (p *parser) refuseDirective(t token) {
	if t.text[0] != '#' {
		return
	}
	words := []string{"#query", "#trace", "#exec", "#mode"}
	if near := label.Nearest(t.text, words); near != "" {
		p.fail(syntax.UnknownDirective, t.Span, "unknown directive `"+t.text+"`",
			syntax.Note{Msg: "did you mean `" + near + "`?", Fix: &syntax.Fix{Span: t.Span, Text: near}})
	}
	p.fail(syntax.UnknownDirective, t.Span, "unknown directive `"+t.text+"`",
		syntax.Note{Msg: "the directives are #query, #trace, #exec and #mode"})
}

// end reads the `.` behind a declaration. If it is missing where another declaration starts, or at the end of the
// file, the declaration is taken as ended all the same.
func (p *parser) end() {
	if p.accept(".") {
		return
	}
	if p.tok().kind != tEOF && p.tok().kind != tDirective && !p.atDeclaration() {
		p.unexpected("`.`")
	}
	at := p.last.End.Span()
	p.report(syntax.MissingDot, at, "a `.` is missing here").Fix = &syntax.Fix{Span: at, Text: "."}
}

// directive reads a directive.
func (p *parser) directive() Decl {
	word := p.next()
	d := &Directive{Word: &Name{word.Span, word.text}}
	switch word.text {
	case "#mode":
		d.Of = p.modes()
	case "#query":
		d.Args = p.args(word, 4, "`#query` has four numbers or stars before the type: the most steps, the solutions "+
			"expected, the solutions looked for, and the tries, as in `#query * * * 10 start -o {end}.`")
		d.Of = p.expr()
	default:
		d.Args = p.args(word, 1, "`"+word.text+"` has a number or a star before the state: the most steps, as in `"+
			word.text+" * start.`")
		d.Of = p.expr()
	}
	p.end()
	d.Span = p.since(word.Start)
	return d
}

// args reads n numbers or stars behind a directive. The message is for where there are fewer.
func (p *parser) args(word token, n int, msg string) (args []*Arg) {
	for range n {
		t := p.tok()
		switch {
		case t.is("*"):
			args = append(args, &Arg{Span: t.Span, Any: true})
		case t.kind == tNumber:
			num, err := strconv.Atoi(t.text)
			if err != nil {
				num = math.MaxInt
			}
			args = append(args, &Arg{Span: t.Span, Num: num})
		default:
			p.fail(syntax.BadDirective, word.Span, msg)
		}
		p.next()
	}
	return args
}

// modes reads the name and the marks behind `#mode`, as a name with arguments.
func (p *parser) modes() Expr {
	name := p.name()
	var marks []Expr
	for p.tok().kind == tWord && !p.startsDeclaration() || p.is("*") {
		t := p.next()
		marks = append(marks, &Name{t.Span, t.text})
	}
	if len(marks) == 0 {
		return name
	}
	return &Apply{p.since(name.Start), name, marks}
}

// name reads a word.
func (p *parser) name() *Name {
	if p.tok().kind != tWord {
		p.unexpected("a name")
	}
	t := p.next()
	return &Name{t.Span, t.text}
}
