package lang

import (
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mainStage is the name of the stage of rules that stand outside of stages, in
// a program that has none.
const mainStage = "main"

// check reads everything that uses names.
func (c *checker) check() {
	if len(c.prog.Stages) == 0 { // the rules outside of stages get one
		c.main = &Stage{Name: mainStage}
		c.stages[mainStage] = c.main
		c.prog.Stages = append(c.prog.Stages, c.main)
	}
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *syntax.Signature:
			if c.isClause(d) {
				c.clause(&syntax.Clause{Span: d.Span, Name: d.Name, Head: d.Result})
			}
		case *syntax.Clause:
			c.clause(d)
		case *syntax.Stage:
			for _, r := range d.Rules {
				c.stageRule(c.stages[d.Name.Text], r)
			}
		case *syntax.Rule:
			c.outerRule(d)
		case *syntax.Context:
			c.context(d)
		}
	}
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *syntax.Trace:
			c.trace(d)
		case *syntax.Directive:
			c.directive(d)
		case *syntax.Statement:
			c.statement(d)
		}
	}
	for _, p := range c.prog.Preds {
		p.Persistent = c.permanent[p] && !c.linear[p]
	}
	c.prog.labelRules()
}

func (c *checker) stageRule(stage *Stage, d *syntax.Rule) {
	s := newScope(c)
	for _, n := range d.Listed {
		s.variable(n, nil)
	}
	rule := &Rule{Span: d.Span, Stage: stage}
	for _, x := range s.joined(d.Left) {
		rule.Premises = append(rule.Premises, s.premise(x)...)
	}
	for _, x := range syntax.Joined(d.Right) {
		s.result(rule, x)
	}
	rule.Vars = s.finish(rule.Premises)
	if d.Name == nil {
		c.unnamed[stage]++
	}
	rule.Name = c.ruleName(d, stage.Name+"/"+strconv.Itoa(c.unnamed[stage]))
	stage.Rules = append(stage.Rules, rule)
}

// ruleName returns a rule's name, or for one without a name that is made for
// it, which no other has.
func (c *checker) ruleName(d *syntax.Rule, made string) string {
	if d.Name != nil {
		return d.Name.Text
	}
	name := made
	taken := func() bool { _, ok := c.rules[name]; return ok }
	for taken() {
		c.repeats[made]++
		name = made + "/" + strconv.Itoa(c.repeats[made]+1)
	}
	c.rules[name] = nil
	return name
}

// directives are the names that stand behind `#`.
var directives = []string{"trace", "interactive", "ordered", "builtin", "sensor", "action", "invariant", "never"}

func (c *checker) directive(d *syntax.Directive) {
	switch d.Name {
	case "interactive", "ordered":
		if len(d.Args) == 0 {
			c.errorf(syntax.BadDirective, d.Span, "#%s needs the name of a stage", d.Name)
		}
		for _, x := range d.Args {
			c.markStage(d.Name, x)
		}
	case "builtin", "sensor", "action": // tied before
	default:
		e := c.errorf(syntax.UnknownDirective, d.Span, "unknown directive `#%s`", d.Name)
		if near := label.Nearest(d.Name, directives); near != "" {
			propose(e, d.Word, "#"+near)
		} else {
			note(e, syntax.Span{}, "the directives are #%s", strings.Join(directives, ", #"))
		}
	}
}

func (c *checker) markStage(directive string, x syntax.Expr) {
	name, ok := x.(*syntax.Name)
	if !ok {
		c.errorf(syntax.BadDirective, x.Range(), "expected the name of a stage, found `%s`", syntax.ExprString(x))
		return
	}
	stage := c.findStage(name)
	if stage == nil {
		return
	}
	if directive == "interactive" {
		stage.Interactive = true
	} else {
		stage.Ordered = true
	}
}

func (c *checker) findStage(n *syntax.Name) *Stage { return lookup(c, "stage", n, c.stages) }

func (c *checker) trace(d *syntax.Trace) {
	t := &Start{Span: d.Span, Stage: c.findStage(d.Stage), Whole: d.Whole}
	if n, ok := d.Bound.(*syntax.Number); ok {
		t.Bound = c.bound(n)
	}
	if d.Inline != nil {
		t.Context = c.context(d.Inline)
	} else if named := lookup(c, "context", d.Context, c.contexts); named != nil {
		t.Context = c.context(named)
	}
	t.Goal = c.goal(d)
	c.prog.Traces = append(c.prog.Traces, t)
}

// goal reads the goal of a run. There is no goal without an expression, and none with an error in it.
func (c *checker) goal(d *syntax.Trace) *Goal {
	if d.Goal == nil {
		return nil
	}
	s := newScope(c)
	g := &Goal{Span: d.Goal.Range(), Tries: max(d.Tries, 1), Expected: d.Expected, Unexpected: d.Unexpected}
	for _, part := range s.joined(d.Goal) {
		g.Premises = append(g.Premises, s.premise(part)...)
	}
	g.Vars = s.finish(g.Premises)
	return g
}

func (c *checker) bound(n *syntax.Number) int {
	bound, _ := strconv.Atoi(n.Digits) // the largest int where it is larger still
	if bound == 0 {
		c.errorf(syntax.EmptyRun, n.Span, "this run has no steps: give a larger bound, or `_` for no bound")
	}
	return bound
}
