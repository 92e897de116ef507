package edit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// at returns the part of the old text that a path names, or an error if there is none.
func (c *change) at(path string) (*outline.Node, error) {
	n, ok := outline.Locate(c.File, path)
	if !ok {
		return nil, fmt.Errorf("the program has changed: nothing is at %q", path)
	}
	return n, nil
}

// part returns the part that a path names. Where a condition does not hold of it, the error says that it is not what
// the edit wants.
func (c *change) part(path, want string, ok func(*outline.Node) bool) (*outline.Node, error) {
	n, err := c.at(path)
	if err == nil && !ok(n) {
		err = fmt.Errorf("this is not %s", want)
	}
	return n, err
}

// decl returns the index of the declaration that a node is or is in.
func declIndex(n *outline.Node) int {
	step, _, _ := strings.Cut(n.Path, "/")
	index, err := strconv.Atoi(step)
	if err != nil {
		return -1
	}
	return index
}

// isDecl reports whether a node is a whole declaration of a kind.
func isDecl[D syntax.Decl](n *outline.Node) bool {
	_, ok := n.Decl.(D)
	return ok && !n.Unread && !strings.Contains(n.Path, "/")
}

// isTypeDecl reports whether a node is the declaration of a type.
func isTypeDecl(n *outline.Node) bool { return isDecl[*syntax.Signature](n) && isType(n.Decl) }

// isRule reports whether a node is a rule of a stage, a rule outside of stages or a link.
func isRule(n *outline.Node) bool {
	return n.Rule != nil && n.Expr == nil && !n.Unread
}

// isBody reports whether a node has premises: a rule, a clause or a `#never`.
func (c *change) isBody(n *outline.Node) bool {
	switch d := n.Decl.(type) {
	case *syntax.Statement:
		return isDecl[*syntax.Statement](n) && d.Op == ""
	case *syntax.Signature:
		return isDecl[*syntax.Signature](n) && c.isFactClause(d)
	}
	return isRule(n) || isDecl[*syntax.Clause](n)
}

// isPremise reports whether a node is a premise of a side of a rule, clause or `#never`.
func isPremise(n *outline.Node) bool { return n.Expr != nil && (n.Side == "l" || n.Side == "r") }

// isFact reports whether a node is a fact of a context or run.
func isFact(n *outline.Node) bool { return n.Expr != nil && isFactList(n.Up) }

// isFactList reports whether a node is a context, or a run with its facts in place.
func isFactList(n *outline.Node) bool {
	t, ok := n.Decl.(*syntax.Trace)
	return isDecl[*syntax.Context](n) || isDecl[*syntax.Trace](n) && ok && t.Inline != nil
}
