package celf

import (
	"io"
	"slices"
	"strconv"
)

// longestLine is how many bytes a line has if it is broken where there is a choice.
const longestLine = 100

// Fprint writes a file in one plain layout: a declaration a line, and long ones broken behind `*` and binders and
// before arrows. [Parse] reads it as the same tree. Only the writer fails.
func Fprint(w io.Writer, f *File) error {
	for _, d := range f.Decls {
		p := printer{}
		p.declaration(d)
		if len(p.out) > longestLine {
			p = printer{broken: true, out: p.out[:0]}
			p.declaration(d)
		}
		if _, err := w.Write(append(p.out, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// String returns the number or `*`.
func (a *Arg) String() string {
	if a.Any {
		return "*"
	}
	return strconv.Itoa(a.Num)
}

// ExprString returns an expression on one line.
func ExprString(x Expr) string {
	p := printer{}
	p.expr(x, anyLevel)
	return string(p.out)
}

// level says which expressions stand without parentheses: those that bind as tight or tighter.
type level int

const (
	anyLevel      level = iota // everything
	backwardLevel              // not binders, which reach to the end
	forwardLevel               // not arrows that point back
	choiceLevel                // joins and choices
	factorLevel                // parts of joins
	tightLevel                 // arguments
)

// printer lays out declarations.
type printer struct {
	out    []byte
	broken bool // lines are broken
	line   int  // where the line starts
	end    int  // of the part of the line that stays on it
	depth  int  // of expressions around the current one
}

func (p *printer) text(s string) { p.out = append(p.out, s...) }

// space writes a blank, or the end of the line in its place if what follows has no room.
func (p *printer) space() {
	p.settle()
	p.end = len(p.out)
	p.text(" ")
}

// settle moves the text behind the last place for a break to a line of its own if there is no room for it.
func (p *printer) settle() {
	if p.broken && p.end > p.line && len(p.out)-p.line > longestLine {
		p.breakAt(p.end)
	}
}

// indent is what lines begin with that continue a declaration.
const indent = "\n    "

// breakAt breaks the line at a blank.
func (p *printer) breakAt(blank int) {
	rest := string(p.out[blank+1:])
	p.out = append(append(p.out[:blank], indent...), rest...)
	p.line, p.end = blank+1, blank+1
}

func (p *printer) declaration(d Decl) {
	switch d := d.(type) {
	case *Constant:
		p.text(d.Name.Text + " : ")
		p.expr(d.Type, anyLevel)
	case *Abbreviation:
		p.text(d.Name.Text + " : ")
		p.expr(d.Type, anyLevel)
		p.text(" =")
		p.space()
		p.expr(d.Value, anyLevel)
	case *Directive:
		p.text(d.Word.Text)
		for _, a := range d.Args {
			p.text(" " + a.String())
		}
		p.text(" ")
		l := tightLevel // what the numbers before are no part of
		if d.Word.Text == "#mode" {
			l = anyLevel
		}
		p.expr(d.Of, l)
	}
	p.text(".")
	p.settle()
}

// expr writes an expression, in parentheses if it binds looser than the place allows.
func (p *printer) expr(x Expr, l level) {
	if levelOf(x) < l {
		p.text("(")
		p.expr(x, anyLevel)
		p.text(")")
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	switch x := x.(type) {
	case *Kind:
		p.text("type")
	case *Name:
		p.text(x.Text)
	case *Unit:
		p.text("1")
	case *Apply:
		p.text(x.Fun.Text)
		for _, arg := range x.Args {
			p.text(" ")
			p.expr(arg, tightLevel)
		}
	case *Arrow:
		p.arrow(x)
	case *Join:
		for i, part := range x.Parts {
			if i > 0 {
				p.text(" *")
				p.space()
			}
			p.part(part, i+1 == len(x.Parts))
		}
	case *Choice:
		p.part(x.X, false)
		p.text(" &")
		p.space()
		p.expr(x.Y, choiceLevel)
	case *Marked:
		p.marked(x)
	case *Braces:
		p.text("{")
		p.expr(x.X, anyLevel)
		p.text("}")
	case *Binder:
		p.binder(x)
	}
}

// part writes a part of a join. The last part may be a choice.
func (p *printer) part(x Expr, last bool) {
	if last {
		p.expr(x, choiceLevel)
		return
	}
	p.expr(x, factorLevel)
}

func (p *printer) arrow(x *Arrow) {
	first, second, l, m := x.From, x.To, choiceLevel, forwardLevel
	if x.Reversed {
		first, second, l, m = x.To, x.From, backwardLevel, choiceLevel
	}
	p.expr(first, l)
	p.space()
	if p.broken && p.depth == 1 {
		p.breakAt(len(p.out) - 1)
	}
	p.text(x.sign() + " ")
	p.expr(second, m)
}

// marked writes a mark. A blank keeps `@` apart from a name that begins with `-`, which would be an arrow.
func (p *printer) marked(x *Marked) {
	p.text(map[Mode]string{Affine: "@", Persistent: "!"}[x.Mode])
	at := len(p.out)
	p.expr(x.X, factorLevel)
	if x.Mode == Affine && p.out[at] == '-' {
		p.out = slices.Insert(p.out, at, ' ')
	}
}

// sign returns the arrow as written.
func (x *Arrow) sign() string {
	signs := map[bool][]string{false: {"-o", "-@", "->"}, true: {"o-", "@-", "<-"}}
	return signs[x.Reversed][x.Mode]
}

func (p *printer) binder(x *Binder) {
	p.text(x.Word.Text)
	if x.Word.Text != `\` {
		p.text(" ")
	}
	p.text(x.Name.Text)
	if x.Type != nil {
		p.text(" : ")
		p.expr(x.Type, anyLevel)
	}
	p.text(".")
	p.space()
	p.expr(x.Body, anyLevel)
}

// levelOf returns the loosest level at which an expression stands without parentheses.
func levelOf(x Expr) level {
	switch x := x.(type) {
	case *Arrow:
		if x.Reversed {
			return backwardLevel
		}
		return forwardLevel
	case *Binder:
		return anyLevel
	case *Join, *Choice:
		return choiceLevel
	case *Marked, *Apply:
		return factorLevel
	}
	return tightLevel
}
