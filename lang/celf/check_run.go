package celf

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// directive reads a directive: `#mode`, which is checked and dropped, or one that becomes a run:
//
//	#query steps expected most tries type.
//	#trace steps state.
//	#exec steps state.
func (c *checker) directive(d *Directive) {
	if d.Word.Text == "#mode" {
		c.modes(d)
		return
	}
	r := &run{Span: d.Span, word: d.Word, steps: d.Args[0].count(0), expected: -1, most: -1}
	if !d.Args[0].Any && d.Args[0].Num == 0 {
		note(c.errorf(syntax.EmptyRun, d.Args[0].Span, "this run has no steps"), syntax.Span{}, "`*` is for any number")
	}
	b := newBindings(nil, inState)
	if d.Word.Text != "#query" {
		r.named = c.named(d.Of)
		r.state = c.parts(d.Of, Linear, b)
	} else {
		c.solutions(r, d)
		c.query(r, d.Of, b)
	}
	r.params = b.finish(c)
	if r.steps > 0 && !d.Args[0].firings {
		r.braces = b.braces
		if r.steps -= r.braces; r.steps <= 0 {
			note(c.errorf(syntax.EmptyRun, d.Args[0].Span, "this run ends before a rule can fire"), syntax.Span{},
				"Celf takes the state out of its braces first, in %s", english.Count(r.braces, "step"))
		}
	}
	c.sig.runs = append(c.sig.runs, r)
}

// count returns the number, or the value for any number if the argument is `*`.
func (a *Arg) count(any int) int {
	if a.Any {
		return any
	}
	return a.Num
}

// solutions reads the numbers of solutions and tries of a query, and reports numbers with which Celf does nothing or
// gives up.
func (c *checker) solutions(r *run, d *Directive) {
	expected, most, tries := d.Args[1], d.Args[2], d.Args[3]
	r.expected, r.most, r.tries = expected.count(-1), most.count(-1), tries.count(0)
	switch {
	case !tries.Any && tries.Num == 0:
		note(c.errorf(syntax.EmptyRun, tries.Span, "this query has no tries"), syntax.Span{}, "`*` is for any number")
	case !most.Any && most.Num == 0:
		note(c.errorf(syntax.BadDirective, most.Span, "this query looks for no solutions"), syntax.Span{},
			"`*` is for any number")
	case !most.Any && !tries.Any && tries.Num > 1:
		note(c.errorf(syntax.BadDirective, most.Span, "a query with several tries has no limit of solutions"), syntax.Span{},
			"write `*` in its place, or 1 for the tries")
	case !most.Any && !expected.Any && expected.Num >= most.Num:
		e := c.errorf(syntax.BadDirective, expected.Span, "a query expects fewer solutions than it looks for")
		note(e, syntax.Span{}, "it looks for %d here; one more than expected tells whether there are more", most.Num)
	}
}

// named returns the name of the abbreviation that a whole state is, or nil. The state becomes a context of this name.
func (c *checker) named(x Expr) *Name {
	if n, ok := x.(*Name); ok && c.entries[n.Text].isType() {
		return n
	}
	return nil
}

// query reads the type of a query, `Pi x : t. state -o {goal}`: fresh names, the state and the goal. With several
// arrows, the parts before all of them are the state.
func (c *checker) query(r *run, x Expr, b *bindings) {
	before := c.antecedent(x, b)
	r.state = append(r.state, before.parts...)
	if before.arrows == 1 {
		r.named = c.named(before.first)
	}
	switch end := before.conclusion.(type) {
	case nil:
		return
	case *Braces:
		c.goal(r, end, b)
		return
	case *Binder:
		c.refuseBinder(end)
		return
	case *Name:
		if c.entries[end.Text] == nil {
			c.undeclared(end)
			return
		}
	}
	e := c.refuse(before.conclusion.Range(), "a query without a goal in braces is not supported")
	note(e, syntax.Span{}, "a query runs from a state to a goal: `state -o {goal}`")
	if before.arrows > 0 {
		proposeBraces(e, before.conclusion)
	}
}

// goal reads the goal of a query. Words with capitals are variables of the goal, for which a solution has values.
func (c *checker) goal(r *run, x *Braces, b *bindings) {
	g := newBindings(b, inGoal)
	g.collects = true
	r.goalSpan = x.Span
	r.goal = c.parts(x.X, Linear, g)
	r.goalVars = g.finish(c)
}

// modes checks `#mode predicate + - *`, which tells Celf the inputs and outputs of a predicate and has no effect on
// runs.
func (c *checker) modes(d *Directive) {
	head, marks := headOf(d.Of)
	e := c.entries[head.Text]
	switch {
	case e == nil:
		c.undeclared(head)
		return
	case e.broken:
		return
	case e.family == nil || e.family.terms:
		note(c.errorf(syntax.BadDirective, head.Span, "`%s` is %s, but a mode is of a predicate", head.Text, c.describe(e)),
			e.name.Span, "declared here")
		return
	case len(marks) != len(e.family.args):
		note(c.errorf(syntax.WrongArity, d.Of.Range(), "`%s` takes %s, not %d", head.Text, arguments(len(e.family.args)),
			len(marks)), e.name.Span, "declared here")
	}
	for _, m := range marks {
		if n := m.(*Name); !slices.Contains([]string{"+", "-", "*"}, n.Text) {
			c.errorf(syntax.BadDirective, n.Span, "a mode is `+`, `-` or `*` for each argument, not `%s`", n.Text)
		}
	}
}
