package edit

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// body is a part of a program in which a variable stands for one thing, or a list of facts: what one question of an
// edit is about.
type body struct {
	*outline.Node
	kind bodyKind
	name string // as sentences call it: `pick-up`, the context `init`
	noun string // rule, link, clause, statement, context or run
}

// bodyKind says of which kind a body is.
type bodyKind int

const (
	ruleBody   bodyKind = iota // a rule or link
	clauseBody                 // a clause with premises or variables
	claimBody                  // an `#invariant` or a `#never`
	factsBody                  // a context, a run with its facts in place, or a clause that is a fact
)

// use is a place where a program names a predicate or constant with its arguments.
type use struct {
	in   *body
	side string        // the side of the body, as paths have it
	path string        // of the premise, fact or term
	item *outline.Node // the premise or fact that it is in; nil in an `#invariant`
	name *syntax.Name
	args []syntax.Expr
	mark syntax.Op // before the premise or fact
	term bool      // it is an argument, or a side of a comparison
	// compared reports whether it is in a comparison that gives variables no values.
	compared bool
}

// uses returns the places that name a thing, in the order of the text but that those within the arguments of another
// come before it. Declarations and directives are left out. It is an error if the thing may be named where the program
// cannot be read, or a use has too few or too many arguments.
func (c *change) uses(thing any) ([]*use, error) {
	text := assist.Of(c.Analysis, c.text)
	if _, err := text.Renamable(thing); err != nil {
		return nil, err
	}
	w := &walk{change: c}
	for _, m := range text.Uses(thing) {
		w.named = append(w.named, m.Start.Offset)
	}
	root, _ := outline.Locate(c.File, "")
	for _, d := range root.Parts("") {
		w.declaration(d)
	}
	want := arity(thing)
	for _, u := range w.found {
		if len(u.args) != want {
			return nil, fmt.Errorf("line %d: `%s` has %s here and not %s: put this right first", u.name.Start.Line,
				u.name.Text, english.Count(len(u.args), "argument"), english.Count(want, "argument"))
		}
	}
	return w.found, nil
}

// takesArguments reports whether a thing is used with arguments.
func takesArguments(thing any) bool {
	switch thing.(type) {
	case *lang.Pred, *lang.Constructor:
		return true
	}
	return false
}

// arity returns how many arguments a predicate or constructor takes.
func arity(thing any) int { return len(argTypes(thing)) }

// argTypes returns the types of the arguments of a predicate or constructor.
func argTypes(thing any) []*lang.Type {
	switch of := thing.(type) {
	case *lang.Pred:
		return of.Args
	case *lang.Constructor:
		return of.Args
	}
	return nil
}

// walk collects the uses of a thing.
type walk struct {
	*change
	named []int // where names of it start, in the order of the text
	found []*use
}

// holds reports whether one of the names stands in a span.
func (w *walk) holds(s syntax.Span) bool {
	i, _ := slices.BinarySearch(w.named, s.Start.Offset)
	return i < len(w.named) && w.named[i] < s.End.Offset
}

func (w *walk) declaration(d *outline.Node) {
	if !w.holds(d.Span) {
		return
	}
	switch decl := d.Decl.(type) {
	case *syntax.Stage:
		for _, r := range d.Parts("") {
			if w.holds(r.Span) {
				w.sides(w.bodyOf(r), "l", "r")
			}
		}
	case *syntax.Rule:
		w.sides(w.bodyOf(d), "l", "r")
	case *syntax.Clause:
		w.sides(w.bodyOf(d), "h", "l")
	case *syntax.Signature: // a clause `name : p.`
		if w.holds(decl.Result.Span) && len(decl.Args) == 0 {
			w.sides(w.bodyOf(d), "h")
		}
	case *syntax.Statement:
		b := w.bodyOf(d)
		w.sides(b, "l")
		for _, count := range slices.Concat(decl.Left, decl.Right) {
			if count.Of != nil {
				w.expr(&use{in: b, side: "l", path: d.Path}, count.Of)
			}
		}
	case *syntax.Context, *syntax.Trace:
		w.sides(w.bodyOf(d), "")
	}
}

// bodyOf returns the body that a node is.
func (c *change) bodyOf(n *outline.Node) *body {
	b := &body{Node: n}
	noun, name := "rule", nameOf(n)
	switch d := n.Decl.(type) {
	case *syntax.Rule:
		if c.isLink(d) {
			noun = "link"
		}
	case *syntax.Clause:
		noun = "clause"
		b.kind = clauseBody
		if len(d.Premises) == 0 && len(c.vars(n)) == 0 {
			b.kind = factsBody
		}
	case *syntax.Signature:
		b.kind, noun = factsBody, "clause"
	case *syntax.Statement:
		b.kind, noun = claimBody, "statement"
	case *syntax.Context:
		b.kind, noun = factsBody, "context"
	case *syntax.Trace:
		b.kind, noun = factsBody, "run"
	}
	b.noun = noun
	switch {
	case name == nil:
		b.name = fmt.Sprintf("the %s in line %d", noun, n.Start.Line)
	case noun == "context":
		b.name = "the context `" + name.Text + "`"
	default:
		b.name = "`" + name.Text + "`"
	}
	return b
}

// sides walks the premises and facts on sides of a body.
func (w *walk) sides(b *body, sides ...string) {
	for _, side := range sides {
		for _, n := range b.Parts(side) {
			if w.holds(n.Span) {
				w.expr(&use{in: b, side: side, path: n.Path, item: n}, n.Expr)
			}
		}
	}
}

// expr walks a premise, fact or term; at says where it is.
func (w *walk) expr(at *use, x syntax.Expr) {
	inner := *at
	switch x := x.(type) {
	case *syntax.Prefix:
		inner.mark = x.Op
		w.expr(&inner, x.X)
	case *syntax.Binary:
		if inner.term = at.term || x.Op != syntax.Star; inner.term {
			inner.path = at.path + "/0"
			inner.compared = at.compared || x.Op != syntax.Same
		}
		w.expr(&inner, x.X)
		if inner.term {
			inner.path = at.path + "/1"
		}
		w.expr(&inner, x.Y)
	case *syntax.Apply:
		inner.term = true
		for i, a := range x.Args {
			inner.path = fmt.Sprintf("%s/%d", at.path, i)
			w.expr(&inner, a)
		}
		w.use(*at, x.Fun, x.Args)
	case *syntax.Name:
		w.use(*at, x, nil)
	}
}

func (w *walk) use(u use, name *syntax.Name, args []syntax.Expr) {
	if w.holds(name.Span) {
		u.name, u.args = name, args
		w.found = append(w.found, &u)
	}
}

// binds reports whether a variable in a use gets a value there.
func (u *use) binds() bool { return u.side == "l" && !u.compared }

// binds reports whether a fact that an expression matches gives a variable its value.
func binds(x syntax.Expr, name string) bool {
	switch x := x.(type) {
	case *syntax.Name:
		return x.Text == name
	case *syntax.Prefix:
		return binds(x.X, name)
	case *syntax.Apply:
		return slices.ContainsFunc(x.Args, func(a syntax.Expr) bool { return binds(a, name) })
	case *syntax.Binary:
		return x.Op == syntax.Star && (binds(x.X, name) || binds(x.Y, name)) || x.Op == syntax.Plus && binds(x.X, name)
	}
	return false
}

// stretch is a part of the text, by offsets.
type stretch struct{ from, to int }

// argStretches returns where the arguments of a use stand, with the parentheses around them.
func (c *change) argStretches(name *syntax.Name, args []syntax.Expr) []stretch {
	out := make([]stretch, len(args))
	at := name.End.Offset
	for i, x := range args {
		from := c.behind(at)
		to := x.Range().End.Offset
		if c.text[from] == '(' {
			to = c.mate(from)
		}
		out[i] = stretch{from, to}
		at = to
	}
	return out
}

// mate returns the offset behind the parenthesis that closes one.
func (c *change) mate(open int) int {
	depth := 0
	for at := c.behind(open); at < len(c.text); at = c.behind(at) {
		switch c.text[at] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return at + 1
			}
		case '"':
			for at++; at < len(c.text) && c.text[at] != '"'; at++ {
				if c.text[at] == '\\' {
					at++
				}
			}
		}
		at++
	}
	return len(c.text)
}
