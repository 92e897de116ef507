package edit

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// rename gives a declared thing, or a variable of a rule, another name wherever the program has it. The name of a rule,
// link or clause is a label, which others may have, too: it changes at one place, where it may be new.
func rename(c *change) error {
	n, err := c.at(c.edit.At)
	if err != nil {
		return err
	}
	name, err := identifier(c.edit.Name)
	if err != nil {
		return err
	}
	c.focus = n.Path
	if c.edit.Var != "" {
		return c.renameVariable(n, name)
	}
	switch d := n.Decl.(type) {
	case *syntax.Clause:
		if isDecl[*syntax.Clause](n) {
			c.relabel(d.Name, d.Start, "", name, " : ")
			return nil
		}
	case *syntax.Statement:
		if isDecl[*syntax.Statement](n) && d.Name == nil {
			behind := ""
			if d.Stage == nil {
				behind = " :"
			}
			c.relabel(nil, d.Word.End, " ", name, behind)
			return nil
		}
	}
	if isRule(n) {
		c.relabel(n.Rule.Name, n.Rule.Start, "", name, " : ")
		return nil
	}
	old := declaredName(n)
	if old == nil {
		return errors.New("this has no name")
	}
	return c.renameAt(old.Start.Offset, name)
}

// declaredName returns the name that a declaration is of, or nil.
func declaredName(n *outline.Node) *syntax.Name {
	if n.Expr != nil || n.Unread || n.Rule != nil {
		return nil
	}
	return nameOf(n)
}

// relabel replaces a label, or adds one at a place with texts around it where there is none.
func (c *change) relabel(old *syntax.Name, at syntax.Pos, before, name, behind string) {
	if old != nil {
		c.replaceSpan(old.Span, name)
		return
	}
	c.insert(at.Offset, before+name+behind)
}

// renameVariable renames a variable of the rule, clause or statement that a node is or is in.
func (c *change) renameVariable(n *outline.Node, name string) error {
	for n.Expr != nil {
		n = n.Up
	}
	for _, m := range c.Mentions {
		v, ok := m.Of.(*lang.Var)
		if ok && v.Name == c.edit.Var && n.Start.Offset <= m.Start.Offset && m.End.Offset <= n.End.Offset {
			return c.renameAt(m.Start.Offset, name)
		}
	}
	return fmt.Errorf("there is no variable `%s` here", c.edit.Var)
}

// renameAt renames the thing that is named at an offset.
func (c *change) renameAt(offset int, name string) error {
	text := assist.Of(c.Analysis, c.text)
	m := text.At(offset)
	if m == nil || m.Start.Offset != offset {
		return errors.New("first put right what is wrong with this declaration")
	}
	r, err := text.Rename(m.Of, name)
	if err != nil {
		return err
	}
	for _, place := range r.Places {
		c.replaceSpan(place, r.Name)
	}
	return nil
}
