package edit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// addContext adds an empty context behind the last one, before the runs.
func addContext(c *change) error {
	name, err := c.freeName("context", c.edit.Name)
	if err != nil {
		return err
	}
	last := c.lastDecl(isDeclOf[*syntax.Context])
	if last < 0 {
		last = c.lastDecl(func(d syntax.Decl) bool {
			return !isDeclOf[*syntax.Trace](d) && !isDeclOf[*syntax.Statement](d)
		})
	}
	c.focusDecl(c.declareBehind(last, "context "+name+" = {\n}.", true))
	return nil
}

// addRun adds a run behind the last one. Without a context, it has no facts.
func addRun(c *change) error {
	if err := c.knownStage(c.edit.Stage); err != nil {
		return err
	}
	bound := "_"
	if c.edit.Bound != "" {
		if err := checkBound(c.edit.Bound); err != nil {
			return err
		}
		bound = c.edit.Bound
	}
	from := "{ }"
	if c.edit.Context != "" {
		if c.context(c.edit.Context) == nil {
			return fmt.Errorf("there is no context `%s`", c.edit.Context)
		}
		from = c.edit.Context
	}
	text := fmt.Sprintf("#trace %s %s %s.", bound, c.edit.Stage, from)
	c.declareKind(text, isDeclOf[*syntax.Trace], func(d syntax.Decl) bool { return !isDeclOf[*syntax.Statement](d) })
	return nil
}

// declareKind adds a declaration behind the last of its kind, with a blank line between where the last two have one. If
// there is none of its kind, it comes behind the last of some others.
func (c *change) declareKind(text string, same, others func(syntax.Decl) bool) {
	last := c.lastDecl(same)
	if last < 0 {
		c.focusDecl(c.declareBehind(c.lastDecl(others), text, true))
		return
	}
	blank := last > 0 && same(c.File.Decls[last-1]) && c.gapBefore(last)
	c.focusDecl(c.declareBehind(last, text, blank))
}

// checkBound returns an error where a text is no bound of a run.
func checkBound(bound string) error {
	if bound == "_" || bound != "" && strings.Trim(bound, "0123456789") == "" {
		return nil
	}
	return fmt.Errorf("%q is no number of steps: write a natural number, or _ for as many as there are", bound)
}

// setBound says how long a run is at most.
func setBound(c *change) error {
	at, err := c.part(c.edit.At, "a run", isDecl[*syntax.Trace])
	if err != nil {
		return err
	}
	if err := checkBound(c.edit.Bound); err != nil {
		return err
	}
	c.replaceSpan(at.Decl.(*syntax.Trace).Bound.Range(), c.edit.Bound)
	c.focus = at.Path
	return nil
}

// setStart says where a run starts: in which stage, and with which context. An empty field leaves its part as it is.
func setStart(c *change) error {
	at, err := c.part(c.edit.At, "a run", isDecl[*syntax.Trace])
	if err != nil {
		return err
	}
	run := at.Decl.(*syntax.Trace)
	if c.edit.Stage != "" {
		if err := c.knownStage(c.edit.Stage); err != nil {
			return err
		}
		c.replaceSpan(run.Stage.Span, c.edit.Stage)
	}
	if c.edit.Context != "" {
		if c.context(c.edit.Context) == nil {
			return fmt.Errorf("there is no context `%s`", c.edit.Context)
		}
		switch {
		case run.Inline == nil:
			c.replaceSpan(run.Context.Span, c.edit.Context)
		case len(run.Inline.Facts) > 0 || strings.Contains(c.src.Slice(run.Inline.Span), "%"):
			return errors.New("this run has facts of its own, which would be lost: delete them first")
		default:
			c.replaceSpan(run.Inline.Span, c.edit.Context)
		}
	}
	c.focus = at.Path
	return nil
}

// setInteractive says whether the player chooses in a stage.
func setInteractive(c *change) error {
	name, index := "main", c.lastDecl(c.isLoose)
	if c.edit.At != "" {
		at, err := c.part(c.edit.At, "a stage", isDecl[*syntax.Stage])
		if err != nil {
			return err
		}
		name, index = at.Decl.(*syntax.Stage).Name.Text, declIndex(at)
	} else if index < 0 {
		return errors.New("there are no rules outside of stages")
	}
	c.focus = c.edit.At
	there := false
	for i, d := range c.File.Decls {
		if d, ok := d.(*syntax.Directive); ok && d.Name == "interactive" {
			for j, x := range d.Args {
				if n, ok := x.(*syntax.Name); ok && n.Text == name {
					there = true
					if !c.edit.On {
						c.removeStage(i, d, j)
					}
				}
			}
		}
	}
	if c.edit.On && !there {
		c.declareBehind(index, "#interactive "+name+".", false)
	}
	return nil
}

// removeStage takes a stage out of a directive, and removes the directive if it has no other. Comments stay.
func (c *change) removeStage(index int, d *syntax.Directive, arg int) {
	if len(d.Args) > 1 {
		x := d.Args[arg].Range()
		c.remove(c.before(x.Start.Offset), x.End.Offset)
		return
	}
	c.removeText(d.Start.Offset, d.End.Offset)
	if at := c.edit.At; at != "" {
		if n, err := c.at(at); err == nil && declIndex(n) > index {
			c.focusDecl(declIndex(n) - 1)
		}
	}
}

// setEnds changes the stages that a link joins. A link without a stage to go to ends the run.
func setEnds(c *change) error {
	at, err := c.part(c.edit.At, "a link", func(n *outline.Node) bool {
		return isRule(n) && isDecl[*syntax.Rule](n) && c.isLink(n.Rule)
	})
	if err != nil {
		return err
	}
	c.focus = at.Path
	if c.edit.From != "" {
		if err := c.knownStage(c.edit.From); err != nil {
			return err
		}
		if from := stageIn(at.Parts("l")); from != nil {
			c.replaceSpan(from.Expr.(*syntax.StageRef).Name.Span, c.edit.From)
		} else {
			c.addItem(at, "l", nil, "stage "+c.edit.From)
		}
	}
	to := stageIn(at.Parts("r"))
	switch {
	case c.edit.To == "" && to != nil:
		c.removeItem(to)
	case c.edit.To == "":
	case c.knownStage(c.edit.To) != nil:
		return c.knownStage(c.edit.To)
	case to != nil:
		c.replaceSpan(to.Expr.(*syntax.StageRef).Name.Span, c.edit.To)
	default:
		first := 0
		c.addItem(at, "r", &first, "stage "+c.edit.To)
	}
	c.focus = at.Path
	return nil
}

// stageIn returns the item that names a stage, or nil.
func stageIn(items []*outline.Node) *outline.Node {
	return named(items, func(n *outline.Node) bool { _, ok := n.Expr.(*syntax.StageRef); return ok })
}
