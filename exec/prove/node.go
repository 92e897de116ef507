package prove

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// node is a term during the search: a variable (none of the others), bound to another term or not;
// a constructor with arguments; a literal; or a number, which may be a constant plus another term.
// Bindings, and that a term has become ground, are entered in the solver's trail, so that they can
// be undone.
type node struct {
	con     *lang.Constructor
	args    []*node
	of      *lang.Type // of a number
	num     lang.Nat
	rest    *node // the term to which a number adds num; nil for none
	literal bool
	text    string // of a literal, or the name of a variable
	ground  bool   // known to hold no variable but bound ones
	clause  int    // of a variable: the solver's count of clauses when it was made
	ref     *node  // the term that a variable is bound to
}

func (n *node) isVar() bool { return n.con == nil && !n.literal && n.of == nil }

// deref follows the bindings of a node. Of a number it adds up the summands, as far as they are
// known.
func deref(n *node) *node {
	d, _ := follow(n)
	return d
}

// follow is deref, and returns the number of bindings followed.
func follow(n *node) (*node, int) {
	hops := 0
	for n.ref != nil {
		n = n.ref
		hops++
	}
	if n.rest == nil || n.rest.isVar() && n.rest.ref == nil {
		return n, hops
	}
	sum := n.num
	for r := n.rest; ; hops++ {
		for r.ref != nil {
			r = r.ref
			hops++
		}
		if r.isVar() {
			return successor(n.of, sum, r), hops
		}
		sum = sum.Add(r.num)
		if r.rest == nil {
			return &node{of: n.of, num: sum, ground: true}, hops
		}
		r = r.rest
	}
}

func buildAll(terms []lang.Term, frame []*node) []*node {
	out := make([]*node, len(terms))
	for i, t := range terms {
		out[i] = build(t, frame)
	}
	return out
}

// build returns a pattern as a node, with its variables taken from a frame.
func build(t lang.Term, frame []*node) *node {
	switch t := t.(type) {
	case lang.Variable:
		return frame[t]
	case lang.Literal:
		return &node{literal: true, text: string(t), ground: true}
	case lang.Number:
		return &node{of: t.Of, num: t.Num, ground: true}
	case *lang.Successor:
		return &node{of: t.Of, num: t.By, rest: frame[t.Var]}
	case *lang.Compound:
		args := buildAll(t.Args, frame)
		open := slices.ContainsFunc(args, func(a *node) bool { return !deref(a).ground })
		return &node{con: t.Con, args: args, ground: !open}
	}
	panic(fmt.Sprintf("prove: %T is not a pattern", t))
}

func fromValue(v lang.Value) *node {
	switch {
	case v.Of != nil:
		return &node{of: v.Of, num: v.Num, ground: true}
	case v.Con == nil:
		return &node{literal: true, text: v.Text, ground: true}
	}
	return &node{con: v.Con, args: nodesOf(v.Args), ground: true}
}

// nodesOf returns values as nodes.
func nodesOf(vs []lang.Value) []*node {
	out := make([]*node, len(vs))
	for i, v := range vs {
		out[i] = fromValue(v)
	}
	return out
}

// longestShown is how much of a goal an error shows, in bytes.
const longestShown = 100

// show writes an atom as far as it is known.
func show(a lang.Atom, frame []*node) string {
	w := &shower{frame: frame}
	w.WriteString(a.Pred.Name)
	for _, t := range a.Args {
		w.WriteByte(' ')
		w.term(t)
	}
	return w.String()
}

// shower writes terms for messages, cut off where they grow long.
type shower struct {
	strings.Builder
	frame []*node
}

// term writes a term; a calculation that is waiting for its variables is not a
// node yet.
func (w *shower) term(t lang.Term) {
	switch t := t.(type) {
	case *lang.Calculation:
		w.WriteByte('(')
		w.term(t.X)
		w.WriteString(" " + string(t.Op) + " ")
		w.term(t.Y)
		w.WriteByte(')')
	case *lang.Compound:
		w.compound(t.Con.Name, len(t.Args), func(i int) { w.term(t.Args[i]) })
	default:
		w.node(build(t, w.frame))
	}
}

func (w *shower) node(n *node) {
	n = deref(n)
	switch {
	case w.Len() > longestShown:
		w.WriteString("…")
	case n.literal:
		w.WriteString(lang.Value{Text: n.text}.String())
	case n.of != nil:
		w.number(n)
	case n.isVar():
		w.WriteString(n.text)
	default:
		w.compound(n.con.Name, len(n.args), func(i int) { w.node(n.args[i]) })
	}
}

func (w *shower) compound(name string, n int, arg func(i int)) {
	if n == 0 {
		w.WriteString(name)
		return
	}
	w.WriteString("(" + name)
	for i := range n {
		if w.Len() > longestShown {
			w.WriteString(" …")
			break
		}
		w.WriteByte(' ')
		arg(i)
	}
	w.WriteByte(')')
}

// number writes a number as its type does: in digits, or by constructors as long
// as these are few.
func (w *shower) number(n *node) {
	switch {
	case n.of.Numerals && n.rest == nil:
		w.WriteString(n.num.String())
	case n.of.Numerals:
		w.WriteString("(" + n.rest.text + " + " + n.num.String() + ")")
	case n.num.IsZero():
		w.WriteString(n.of.Zero.Name)
	case n.num.Int() > longestShown/4:
		w.WriteString("(" + n.of.Succ.Name + " … " + strconv.FormatInt(n.num.Int(), 10) + " times)")
	default:
		depth, end := int(n.num.Int()), n.of.Zero.Name
		if n.rest != nil {
			end = n.rest.text
		}
		w.WriteString(strings.Repeat("("+n.of.Succ.Name+" ", depth) + end + strings.Repeat(")", depth))
	}
}
