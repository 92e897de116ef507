package outline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Node is the part of a text that a path names: the file, a declaration, a rule, a premise or fact, an argument, or a
// stretch that could not be read.
type Node struct {
	// Span is where the part stands. Of premises, facts and terms it includes the parentheses around them alone, and
	// of all the `.` at the end.
	syntax.Span
	Path string
	Up   *Node // the part that it is in; nil of the file
	// Decl is the declaration that it is or is in; nil of the file, and of texts outside of declarations.
	Decl syntax.Decl
	// Rule is the rule or link that it is or is in, nil where there is none.
	Rule *syntax.Rule
	// Expr is the premise, fact, argument or type that it is; nil of all else.
	Expr syntax.Expr
	// Side of a premise or fact of a rule, clause or `#never` is `l`, `r` or `h`, and of a count of an invariant `c`; it
	// is empty of all else.
	Side string
	// Index is its number among its neighbours, from 0: those that Up.Parts(Side) lists, or, of texts that could not
	// be read, Up.Texts().
	Index  int
	Unread bool // it could not be read

	tree  *tree
	term  bool // it is an argument of a premise or term
	depth int  // terms that it is in
}

// deepest is how deep terms nest that have parts. It bounds the paths, and the texts that outlines repeat at each
// level.
const deepest = 50

// tree is a file with what finds places in it.
type tree struct{ *syntax.File }

// root returns the node of a whole file, with the empty path. Its parts are the declarations.
func root(f *syntax.File) *Node {
	end := f.Source.Pos(len(f.Source.Text))
	return &Node{Span: syntax.Span{Start: f.Source.Pos(0), End: end}, tree: &tree{f}}
}

// Locate returns the part of a file that a path names, and false where there is none. The empty path names the file.
func Locate(f *syntax.File, path string) (*Node, bool) {
	n := root(f)
	for rest := path; rest != ""; {
		step, behind, more := strings.Cut(rest, "/")
		if more && behind == "" {
			return nil, false
		}
		if n = n.child(step); n == nil {
			return nil, false
		}
		rest = behind
	}
	return n, true
}

// child returns the part that a step of a path leads to, or nil.
func (n *Node) child(step string) *Node {
	if step == "h" {
		step = "h0"
	}
	digits := strings.TrimLeft(step, "lrhtc")
	side := step[:len(step)-len(digits)]
	i, err := strconv.Atoi(digits)
	if err != nil || i < 0 || strconv.Itoa(i) != digits || len(side) > 1 {
		return nil
	}
	parts := n.Texts
	if side != "t" {
		parts = func() []*Node { return n.Parts(side) }
	}
	if all := parts(); i < len(all) {
		return all[i]
	}
	return nil
}

// Parts returns the parts of a node in the order of the text. Side `l` and `r` of a rule are its premises and results;
// of a clause, `h` is its head and `l` its premises; of a `#never`, `l` is all of it, and of an `#invariant`, `c` are
// the facts that it counts and the numbers between them, without factors. With the empty side, the
// parts of the file are its declarations, those of a stage its rules, of a context or run its facts, of a signature
// the types of its arguments, and of a premise, fact or term its arguments. Operands of `*` are listed one by one,
// however they are grouped, and `()` among them; a group behind `$` or `!` is one part that has no parts.
func (n *Node) Parts(side string) []*Node {
	if side == "" && n.Expr == nil {
		switch d := n.Decl.(type) {
		case nil:
			return n.declarations()
		case *syntax.Stage:
			if n.Rule == nil {
				return n.rules(d)
			}
		}
	}
	list := n.operands(side)
	parts := emptyNodes(len(list))
	for i, x := range list {
		n.operand(parts[i], side, i, x)
	}
	return parts
}

// operand makes an empty node the part of a node on a side that an expression is.
func (n *Node) operand(part *Node, side string, i int, x syntax.Expr) {
	n.lead(part, side, i, n.tree.extent(x))
	part.Expr, part.Side, part.term = x, side, n.Expr != nil
	if n.term {
		part.depth = n.depth + 1
	}
}

// emptyNodes returns nodes that [Node.lead] fills.
func emptyNodes(count int) []*Node {
	if count == 0 {
		return nil
	}
	nodes, parts := make([]Node, count), make([]*Node, count)
	for i := range nodes {
		parts[i] = &nodes[i]
	}
	return parts
}

// lead makes an empty node the part of a node to which a step leads: a letter or none, and a number.
func (n *Node) lead(part *Node, letter string, i int, span syntax.Span) {
	path, number := n.Path, strconv.Itoa(i)
	if letter == "h" {
		number = "" // there is one head
	}
	if path == "" {
		path = letter + number
	} else {
		path += "/" + letter + number
	}
	*part = Node{Span: span, Path: path, Up: n, Decl: n.Decl, Rule: n.Rule, Index: i, tree: n.tree}
}

func (n *Node) declarations() []*Node {
	if n.Unread {
		return nil
	}
	parts := emptyNodes(len(n.tree.Decls))
	for i, d := range n.tree.Decls {
		n.lead(parts[i], "", i, d.Range())
		parts[i].Decl = d
		parts[i].Rule, _ = d.(*syntax.Rule)
	}
	return parts
}

func (n *Node) rules(d *syntax.Stage) []*Node {
	if n.Unread {
		return nil
	}
	parts := emptyNodes(len(d.Rules))
	for i, r := range d.Rules {
		n.lead(parts[i], "", i, r.Span)
		parts[i].Rule = r
	}
	return parts
}

// operands returns the expressions that are the parts of a node on a side.
func (n *Node) operands(side string) []syntax.Expr {
	switch {
	case n.Expr != nil && side == "" && n.depth < deepest:
		return arguments(n.Expr, n.term)
	case n.Expr != nil || n.Unread:
		return nil
	case n.Rule != nil && side == "l":
		return joined(nil, n.Rule.Left)
	case n.Rule != nil && side == "r":
		return joined(nil, n.Rule.Right)
	}
	var all []syntax.Expr
	switch d := n.Decl.(type) {
	case *syntax.Signature:
		switch {
		case side == "":
			return d.Args
		case side == "h" && len(d.Args) == 0:
			return []syntax.Expr{d.Result}
		}
	case *syntax.Clause:
		switch side {
		case "h":
			return []syntax.Expr{d.Head}
		case "l":
			for _, x := range d.Premises {
				all = joined(all, x)
			}
		}
	case *syntax.Statement:
		switch side {
		case "l":
			return joined(nil, d.Premises)
		case "c":
			for _, c := range slices.Concat(d.Left, d.Right) {
				if c.Of == nil {
					all = append(all, c.Times)
				} else {
					all = append(all, c.Of)
				}
			}
		}
	case *syntax.Context:
		if side == "" {
			return d.Facts
		}
	case *syntax.Trace:
		if side == "" && d.Inline != nil {
			return d.Inline.Facts
		}
	}
	return all
}

// joined appends the operands of a join to a list. Unlike [syntax.Joined], it keeps units.
func joined(list []syntax.Expr, x syntax.Expr) []syntax.Expr {
	switch b, ok := x.(*syntax.Binary); {
	case x == nil:
		return list
	case ok && b.Op == syntax.Star:
		return joined(joined(list, b.X), b.Y)
	}
	return append(list, x)
}

// arguments returns the arguments of a term, or of a premise behind its mark.
func arguments(x syntax.Expr, term bool) []syntax.Expr {
	switch x := x.(type) {
	case *syntax.Prefix:
		return arguments(x.X, term)
	case *syntax.Apply:
		return x.Args
	case *syntax.Binary:
		if term || x.Op.IsComparison() {
			return []syntax.Expr{x.X, x.Y}
		}
	}
	return nil
}
