package celfproof

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// node is a term or an atom with variables: a head with arguments, or a variable. Heads are names of Celf. Variables
// are shared pointers, so a value given to one by [unify] shows wherever the variable stands.
type node struct {
	head string // empty of a variable
	// con is the constructor of a term; nil of an atom. A fresh name may be called like another constant.
	con  *lang.Constructor
	args []*node
	to   *node // what a variable stands for; nil while that is unknown
}

// value returns the node that a variable stands for, as far as that is known.
func (n *node) value() *node {
	for n.to != nil {
		n = n.to
	}
	return n
}

// unify makes two nodes equal by giving variables values, and reports whether it can. Values that it has given before
// it fails stay: a replay ends at its first failure.
func unify(a, b *node) bool {
	a, b = a.value(), b.value()
	switch {
	case a == b:
		return true
	case a.head == "":
		return b.bind(a)
	case b.head == "":
		return a.bind(b)
	case a.head != b.head || a.con != b.con || len(a.args) != len(b.args):
		return false
	}
	for i := range a.args {
		if !unify(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

// bind gives a variable the node as its value, unless the variable stands in the node, and reports whether it did.
func (n *node) bind(variable *node) bool {
	if n.mentions(variable) {
		return false
	}
	variable.to = n
	return true
}

// mentions reports whether a variable stands in the node.
func (n *node) mentions(variable *node) bool {
	n = n.value()
	if n == variable {
		return true
	}
	for _, a := range n.args {
		if a.mentions(variable) {
			return true
		}
	}
	return false
}

// String returns the node as Celf writes it, with `_` for variables.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b, false)
	return b.String()
}

// write writes the node, in parentheses if it is an argument that has arguments.
func (n *node) write(b *strings.Builder, argument bool) {
	n = n.value()
	switch {
	case n.head == "":
		b.WriteByte('_')
		return
	case len(n.args) == 0:
		b.WriteString(n.head)
		return
	case argument:
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	b.WriteString(n.head)
	for _, a := range n.args {
		b.WriteByte(' ')
		a.write(b, true)
	}
}

// atomNode returns the node of a fact, with names of Celf.
func (v *vocabulary) atomNode(f lang.Fact) *node {
	n := &node{head: v.preds[f.Pred]}
	for _, a := range f.Args {
		n.args = append(n.args, v.valueNode(a))
	}
	return n
}

// valueNode returns the node of a value. Values of unary numbers are terms of zero and successor.
func (v *vocabulary) valueNode(x lang.Value) *node {
	if x.Of != nil && x.Of.Unary() {
		return v.successor(x.Of, x.Num, v.conNode(x.Of.Zero))
	}
	n := v.conNode(x.Con) // files of Celf have no other values
	for _, a := range x.Args {
		n.args = append(n.args, v.valueNode(a))
	}
	return n
}

// successor returns the node of the sum of a number and a node, as so many successors of the node.
func (v *vocabulary) successor(of *lang.Type, by lang.Nat, n *node) *node {
	for range by.Int() {
		s := v.conNode(of.Succ)
		s.args = []*node{n}
		n = s
	}
	return n
}

// conNode returns the node of a constructor without its arguments.
func (v *vocabulary) conNode(c *lang.Constructor) *node { return &node{head: v.called[c], con: c} }

// termNode returns the node of a term of a rule, given the nodes of the variables of the rule.
func (v *vocabulary) termNode(t lang.Term, vars []*node) *node {
	switch t := t.(type) {
	case lang.Variable:
		return vars[t]
	case lang.Number:
		return v.valueNode(lang.NumberValue(t.Of, t.Num))
	case *lang.Successor:
		return v.successor(t.Of, t.By, vars[t.Var])
	case *lang.Compound:
		n := v.conNode(t.Con)
		for _, a := range t.Args {
			n.args = append(n.args, v.termNode(a, vars))
		}
		return n
	}
	return &node{} // files of Celf have no other terms
}

// ground returns the value of a type that a node stands for. It reports false if the node has variables without
// values, or if it is of another type.
func (v *vocabulary) ground(n *node, of *lang.Type) (lang.Value, bool) {
	n = n.value()
	c := n.con
	if c == nil || c.Result != of || len(c.Args) != len(n.args) {
		return lang.Value{}, false
	}
	args := make([]lang.Value, len(n.args))
	for i, a := range n.args {
		x, ok := v.ground(a, c.Args[i])
		if !ok {
			return x, false
		}
		args[i] = x
	}
	return lang.NewValue(c, args), true
}
