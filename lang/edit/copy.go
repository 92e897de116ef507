package edit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// duplicate adds a copy behind a declaration, rule, premise or fact. The copy of a named part gets a new name.
func duplicate(c *change) error {
	n, err := c.at(c.edit.At)
	switch {
	case err != nil:
		return err
	case n.Unread || n.Path == "" || n.Expr != nil && (n.Up.Expr != nil || n.Side == "h"):
		return errors.New("this cannot be copied by itself")
	case n.Expr != nil && isFactList(n.Up):
		c.addFactText(n.Up, n.Index+1, c.src.Slice(n.Span))
		return nil
	case n.Expr != nil && n.Side == "c":
		return c.copyCount(n)
	case n.Expr != nil && n.Side != "":
		at := n.Index + 1
		c.addItem(n.Up, n.Side, &at, c.src.Slice(n.Span))
		return nil
	case n.Expr != nil:
		return errors.New("this cannot be copied by itself")
	}
	from, end := c.block(n.Span)
	alone := c.lineAlone(n, declIndex(n))
	if !alone {
		from, end = n.Start.Offset, n.End.Offset
	}
	text := c.text[from:end]
	if old := nameOf(n); old != nil {
		name, err := c.copyName(n, old.Text)
		if err != nil {
			return err
		}
		text = c.text[from:old.Start.Offset] + name + c.text[old.End.Offset:end]
		text += c.stageDirectives(n, name)
	}
	_, last := c.group(n)
	_, at := c.blockOf(n, last)
	c.putBehind(n, at, text, alone, c.isolated(from, at) && c.gapBehind(n, at) || isBraced(n))
	if n.Up.Decl != nil {
		c.focus = fmt.Sprintf("%s/%d", n.Up.Path, n.Index+1)
	} else {
		if !alone && c.sharesLine(n) {
			last = declIndex(n)
		}
		c.focusDecl(last + 1)
	}
	return nil
}

// nameOf returns the name that a declaration or rule has, or nil.
func nameOf(n *outline.Node) *syntax.Name {
	if n.Rule != nil {
		return n.Rule.Name
	}
	switch d := n.Decl.(type) {
	case *syntax.Signature:
		return d.Name
	case *syntax.Clause:
		return d.Name
	case *syntax.Stage:
		return d.Name
	case *syntax.Context:
		return d.Name
	case *syntax.Statement:
		return d.Name
	}
	return nil
}

// copyName returns the name of a copy: the name in the edit, or else the old name with a number behind it.
func (c *change) copyName(n *outline.Node, old string) (string, error) {
	kind, _, _ := strings.Cut(kindOf(c, n), " ")
	switch n.Decl.(type) {
	case *syntax.Stage:
		if n.Rule == nil {
			kind = "stage"
		}
	case *syntax.Context:
		kind = "context"
	case *syntax.Statement:
		kind = "statement"
	}
	if c.edit.Name != "" {
		return c.freeName(kind, c.edit.Name)
	}
	joint := ""
	if i := strings.LastIndexAny(old, "-_"); i > 0 {
		joint = old[i : i+1]
	}
	base := strings.TrimRight(old, "0123456789")
	if base != old {
		joint = ""
	}
	labels := c.labels()
	for i := 2; ; i++ {
		if name := fmt.Sprint(base, joint, i); !c.taken(kind, name) && !labels[name] {
			return name, nil
		}
	}
}

// labels returns the names of all rules, links and clauses.
func (c *change) labels() map[string]bool {
	labels := make(map[string]bool)
	add := func(n *syntax.Name) {
		if n != nil {
			labels[n.Text] = true
		}
	}
	for _, d := range c.File.Decls {
		switch d := d.(type) {
		case *syntax.Clause:
			add(d.Name)
		case *syntax.Rule:
			add(d.Name)
		case *syntax.Stage:
			for _, r := range d.Rules {
				add(r.Name)
			}
		}
	}
	return labels
}

// stageDirectives returns the directives that a copy of a stage needs to run as the stage does.
func (c *change) stageDirectives(n *outline.Node, name string) string {
	d, ok := n.Decl.(*syntax.Stage)
	if !ok || n.Rule != nil {
		return ""
	}
	stage := named(c.Known.Stages, func(s *lang.Stage) bool { return s.Name == d.Name.Text })
	text := ""
	if stage != nil && stage.Interactive {
		text += c.newline + "#interactive " + name + "."
	}
	if stage != nil && stage.Ordered {
		text += c.newline + "#ordered " + name + "."
	}
	return text
}
