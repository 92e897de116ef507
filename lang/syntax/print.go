package syntax

import (
	"io"
	"slices"
	"strconv"
	"strings"
)

// Fprint writes a program in one plain layout: a line for each declaration and
// each rule. Reading what it writes gives the same tree. Comments are left out.
func Fprint(w io.Writer, f *File) error {
	var p printer
	for _, d := range f.Decls {
		p.decl(d)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// ExprString returns an expression as programs write it.
func ExprString(x Expr) string {
	var p printer
	p.join(x)
	return p.String()
}

// printer writes trees. Parentheses come from the shape of the tree alone.
type printer struct {
	strings.Builder
	// bare says that in the join being written stands a term that is no premise.
	// Comparisons then stand in parentheses, so that it is no factor of theirs.
	bare bool
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *Signature:
		p.put(d.Name.Text)
		p.args(d.Args)
		p.put(" : ", d.Result.Text)
	case *Clause:
		p.label(d.Name)
		p.join(d.Head)
		for _, x := range d.Premises {
			p.put(" <- ")
			p.join(x)
		}
	case *Rule:
		p.rule(d)
	case *Stage:
		p.put("stage ", d.Name.Text, " = {\n")
		for _, r := range d.Rules {
			p.put("  ")
			p.rule(r)
			p.put(".\n")
		}
		p.put("}")
	case *Context:
		p.put("context ", d.Name.Text, " = ")
		p.facts(d)
	case *Trace:
		p.trace(d)
	case *Statement:
		p.statement(d)
	case *Directive:
		p.put("#", d.Name)
		p.args(d.Args)
	}
	p.put(".\n")
}

func (p *printer) trace(t *Trace) {
	p.put("#trace ")
	p.join(t.Bound)
	p.put(" ", t.Stage.Text, " ")
	if t.Inline != nil {
		p.facts(t.Inline)
		return
	}
	p.put(t.Context.Text)
}

func (p *printer) facts(c *Context) {
	p.put("{")
	for i, x := range c.Facts {
		if i > 0 {
			p.put(", ")
		}
		p.premise(x)
	}
	p.put("}")
}

func (p *printer) rule(r *Rule) {
	p.label(r.Name)
	switch {
	case r.Reversed:
		p.join(r.Right)
		p.put(" o- ")
		p.join(r.Left)
	case r.Right == nil:
		p.join(r.Left)
		p.put(" -o")
	default:
		p.join(r.Left)
		p.put(" -o ")
		p.join(r.Right)
	}
}

func (p *printer) label(name *Name) {
	if name != nil {
		p.put(name.Text, " : ")
	}
}

func (p *printer) join(x Expr) {
	defer func(outer bool) { p.bare = outer }(p.bare)
	p.bare = slices.ContainsFunc(Joined(x), isBare)
	p.operands(x)
}

func (p *printer) operands(x Expr) {
	if b, ok := x.(*Binary); ok && b.Op == Star {
		p.operands(b.X)
		p.put(" * ")
		p.premise(b.Y)
		return
	}
	p.premise(x)
}

// isBare reports whether an operand of a join looks like a factor.
func isBare(x Expr) bool {
	switch x := x.(type) {
	case *Name:
		return IsVariable(x.Text) && x.Text != Wildcard
	case *Number:
		return true
	case *Binary:
		return !x.Op.IsComparison()
	case *Prefix:
		return isBare(x.X)
	}
	return false
}

func (p *printer) premise(x Expr) {
	switch x := x.(type) {
	case *Prefix:
		p.put(string(x.Op))
		p.premise(x.X)
	case *StageRef:
		p.put("stage ", x.Name.Text)
	case *Unit:
		p.put("()")
	case *Binary:
		switch {
		case x.Op == Star:
			p.put("(")
			p.join(x)
			p.put(")")
		case x.Op.IsComparison() && p.bare:
			p.put("(")
			p.join(x)
			p.put(")")
		case x.Op.IsComparison():
			p.sum(x.X, false)
			p.put(" ", string(x.Op), " ")
			p.sum(x.Y, false)
		default:
			p.sum(x, false)
		}
	default:
		p.sum(x, false)
	}
}

// sum writes a calculation; inside says that parentheses stand around it, so
// that `*` multiplies.
func (p *printer) sum(x Expr, inside bool) {
	b, ok := x.(*Binary)
	switch {
	case !ok:
		p.application(x)
	case b.Op == Plus || b.Op == Minus:
		p.operand(b.X, inside, true)
		p.put(" ", string(b.Op), " ")
		p.operand(b.Y, inside, false)
	default:
		p.product(b, inside)
	}
}

func (p *printer) product(b *Binary, inside bool) {
	if b.Op == Star && !inside {
		p.parens(b)
		return
	}
	if x, ok := b.X.(*Binary); ok && x.Op != Plus && x.Op != Minus {
		p.product(x, inside)
	} else {
		p.factor(b.X)
	}
	p.put(" ", string(b.Op), " ")
	p.factor(b.Y)
}

// operand writes an operand of a sum; only the first may be a sum itself.
func (p *printer) operand(x Expr, inside, first bool) {
	b, ok := x.(*Binary)
	switch {
	case !ok:
		p.factor(x)
	case first || b.Op != Plus && b.Op != Minus:
		p.sum(b, inside)
	default:
		p.parens(b)
	}
}

// factor writes an operand that no operator may reach into: a constant would
// take a following `-` for its argument.
func (p *printer) factor(x Expr) {
	if name, ok := x.(*Name); ok && !IsVariable(name.Text) {
		p.parens(x)
		return
	}
	p.argument(x)
}

func (p *printer) application(x Expr) {
	if a, ok := x.(*Apply); ok {
		p.put(a.Fun.Text)
		p.args(a.Args)
		return
	}
	p.argument(x)
}

func (p *printer) args(args []Expr) {
	for _, x := range args {
		p.put(" ")
		p.argument(x)
	}
}

func (p *printer) argument(x Expr) {
	switch x := x.(type) {
	case *Name:
		p.put(x.Text)
	case *Number:
		p.put(x.Digits)
	case *String:
		p.put(Quote(x.Value))
	default:
		p.parens(x)
	}
}

func (p *printer) parens(x Expr) {
	p.put("(")
	p.sum(x, true)
	p.put(")")
}

// Quote returns the string literal with a value. Characters that are not graphic are written as
// escapes of Go, so that the literal is on one line, shows all its characters, and is harmless to
// a terminal.
func Quote(value string) string { return strconv.QuoteToGraphic(value) }
