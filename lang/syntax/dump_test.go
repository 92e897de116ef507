package syntax

import (
	"fmt"
	"strings"
)

// dump writes a tree as an s-expression, without places: two trees are the same
// if their dumps are.
func dump(f *File) string {
	var b strings.Builder
	for _, d := range f.Decls {
		b.WriteString(dumpDecl(d) + "\n")
	}
	return b.String()
}

func dumpDecl(d Decl) string {
	switch d := d.(type) {
	case *Signature:
		return fmt.Sprintf("(signature %s %s %s)", d.Name.Text, dumpAll(d.Args), d.Result.Text)
	case *Clause:
		return fmt.Sprintf("(clause %s %s %s)", dumpName(d.Name), dumpExpr(d.Head), dumpAll(d.Premises))
	case *Rule:
		return fmt.Sprintf("(rule %s %v %s %s)", dumpName(d.Name), d.Reversed, dumpExpr(d.Left), dumpExpr(d.Right))
	case *Stage:
		var rules []string
		for _, r := range d.Rules {
			rules = append(rules, dumpDecl(r))
		}
		return fmt.Sprintf("(stage %s %v)", d.Name.Text, rules)
	case *Context:
		return fmt.Sprintf("(context %s %s)", dumpName(d.Name), dumpAll(d.Facts))
	case *Trace:
		inline := ""
		if d.Inline != nil {
			inline = dumpDecl(d.Inline)
		}
		return fmt.Sprintf("(trace %s %s %s %s)", dumpExpr(d.Bound), d.Stage.Text, dumpName(d.Context), inline)
	case *Statement:
		return fmt.Sprintf("(statement %s %s %s %s %s %s)", dumpName(d.Name), dumpName(d.Stage), dumpCounts(d.Left), d.Op,
			dumpCounts(d.Right), dumpExpr(d.Premises))
	case *Directive:
		return fmt.Sprintf("(directive %s %s)", d.Name, dumpAll(d.Args))
	}
	return fmt.Sprintf("unknown %T", d)
}

func dumpCounts(side []*Count) []string {
	var out []string
	for _, c := range side {
		sign, times := "+", ""
		if c.Minus {
			sign = "-"
		}
		if c.Times != nil {
			times = c.Times.Digits
		}
		out = append(out, fmt.Sprintf("(%s %s %s %s)", sign, times, dumpName(c.Sum), dumpExpr(c.Of)))
	}
	return out
}

func dumpName(n *Name) string {
	if n == nil {
		return "nil"
	}
	return n.Text
}

func dumpAll(xs []Expr) string {
	words := make([]string, len(xs))
	for i, x := range xs {
		words[i] = dumpExpr(x)
	}
	return "[" + strings.Join(words, " ") + "]"
}

func dumpExpr(x Expr) string {
	switch x := x.(type) {
	case nil:
		return "nil"
	case *Name:
		return x.Text
	case *Number:
		return x.Digits
	case *String:
		return fmt.Sprintf("%q", x.Value)
	case *Apply:
		return fmt.Sprintf("(%s %s)", x.Fun.Text, dumpAll(x.Args))
	case *Binary:
		return fmt.Sprintf("(%s %s %s)", x.Op, dumpExpr(x.X), dumpExpr(x.Y))
	case *Prefix:
		return fmt.Sprintf("(%s %s)", x.Op, dumpExpr(x.X))
	case *Unit:
		return "()"
	case *StageRef:
		return "(stage " + x.Name.Text + ")"
	}
	return fmt.Sprintf("unknown %T", x)
}
