package exec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// node is a term while it is being solved: a variable (con nil, not a literal),
// bound to another term or not, or a constructor with arguments. Bindings, and
// that a term has become ground, are entered in the solver's trail, so that they
// can be undone.
type node struct {
	con     *lang.Constructor
	args    []*node
	literal bool
	text    string // of a literal, or the name of a variable
	ground  bool   // known to hold no variable but bound ones
	clause  int    // of a variable: the solver's count of clauses when it was made
	ref     *node  // what a variable is bound to
}

func (n *node) isVar() bool { return n.con == nil && !n.literal }

func deref(n *node) *node {
	for n.ref != nil {
		n = n.ref
	}
	return n
}

func buildAll(terms []lang.Term, frame []*node) []*node {
	out := make([]*node, len(terms))
	for i, t := range terms {
		out[i] = build(t, frame)
	}
	return out
}

// build returns a term over the variables of a frame. What it finds ground stays
// so for as long as the term is in use, since undoing a binding drops every term
// that was built after it.
func build(t lang.Term, frame []*node) *node {
	switch t := t.(type) {
	case lang.Variable:
		return frame[t]
	case lang.Literal:
		return &node{literal: true, text: string(t), ground: true}
	case *lang.Compound:
		args := buildAll(t.Args, frame)
		open := slices.ContainsFunc(args, func(a *node) bool { return !deref(a).ground })
		return &node{con: t.Con, args: args, ground: !open}
	}
	panic(fmt.Sprintf("exec: unknown term %T", t))
}

func fromValue(v lang.Value) *node {
	if v.Con == nil {
		return &node{literal: true, text: v.Text, ground: true}
	}
	n := &node{con: v.Con, args: make([]*node, len(v.Args)), ground: true}
	for i, a := range v.Args {
		n.args[i] = fromValue(a)
	}
	return n
}

// longestShown is how much of a goal an error shows, in bytes.
const longestShown = 100

// show writes an atom as far as it is known.
func show(a lang.Atom, frame []*node) string {
	var b strings.Builder
	b.WriteString(a.Pred.Name)
	for _, t := range a.Args {
		b.WriteByte(' ')
		write(&b, build(t, frame), true)
	}
	return b.String()
}

func write(b *strings.Builder, n *node, inner bool) {
	n = deref(n)
	switch {
	case b.Len() > longestShown:
		b.WriteString("…")
	case n.literal:
		b.WriteString(lang.Value{Text: n.text}.String())
	case n.isVar():
		b.WriteString(n.text)
	case len(n.args) == 0:
		b.WriteString(n.con.Name)
	default:
		writeCompound(b, n, inner)
	}
}

func writeCompound(b *strings.Builder, n *node, inner bool) {
	if inner {
		b.WriteByte('(')
	}
	b.WriteString(n.con.Name)
	for _, a := range n.args {
		if b.Len() > longestShown {
			b.WriteString(" …")
			break
		}
		b.WriteByte(' ')
		write(b, a, true)
	}
	if inner {
		b.WriteByte(')')
	}
}
