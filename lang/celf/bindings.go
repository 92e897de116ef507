package celf

import (
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// place says where an expression stands.
type place int

const (
	inConstant     place = iota // what an abbreviation of a term stands for
	inAbbreviation              // what an abbreviation of a state stands for
	inState                     // the state of a run
	inGoal                      // the goal of a query
	inPremises                  // the left side of a rule
	inResults                   // the right side of a rule
	inClause                    // a fact of the signature or a backward rule
)

// binding is a variable of a rule, clause or goal, or a fresh name of a state.
type binding struct {
	variable
	owner *bindings
	typed syntax.Span // where the type became known
	bound bool        // a premise gives it a value, or it needs none
	// excused says that something was reported of it.
	excused bool
}

// bindings are the variables of a rule, clause, query or goal.
type bindings struct {
	outer *bindings // those around them, or nil
	place place     // of what is being read
	// collects says that words with capitals become variables of these bindings if they are not bound.
	collects bool
	named    map[string]*binding // in scope, by what is written
	vars     []*binding          // in order
	// braces is the number of braces around parts of a state. Celf takes each of them off in a step.
	braces int
	// taken has the names of bindings, with how many names are derived from each. It is one map with those around.
	taken map[string]int
}

func newBindings(outer *bindings, at place) *bindings {
	b := &bindings{outer: outer, place: at, named: make(map[string]*binding)}
	if outer != nil {
		b.taken = outer.taken
	} else {
		b.taken = make(map[string]int)
	}
	return b
}

// root returns the outermost bindings.
func (b *bindings) root() *bindings {
	for b.outer != nil {
		b = b.outer
	}
	return b
}

// lookup returns what a word is bound to, or nil.
func (b *bindings) lookup(text string) *binding {
	for ; b != nil; b = b.outer {
		if v := b.named[text]; v != nil {
			return v
		}
	}
	return nil
}

// bind adds a variable. If its name is taken, or is that of a constant, it gets another.
func (b *bindings) bind(c *checker, n *Name, explicit bool) *binding {
	text := n.Text
	for text == "_" || b.taken[text] > 0 || c.first[text] != nil {
		b.taken[n.Text]++
		text = strings.TrimSuffix(n.Text, "_") + "_" + strconv.Itoa(b.taken[n.Text])
	}
	b.taken[text]++
	v := &binding{variable: variable{name: &Name{n.Span, text}, explicit: explicit}, owner: b}
	v.bound = b.place != inPremises && b.place != inResults
	b.vars = append(b.vars, v)
	if n.Text != "_" {
		b.named[n.Text] = v
	}
	return v
}

// binder adds the variable of Pi or Exists.
func (b *bindings) binder(c *checker, x *Binder) *binding {
	v := b.bind(c, x.Name, true)
	if x.Type != nil {
		v.of = c.typeOf(x.Type, "`"+x.Name.Text+"`")
		v.typed = x.Type.Range()
		v.excused = v.of == nil
	}
	return v
}

// implicit adds a variable that is not bound by a word. It returns nil if there can be none.
func (b *bindings) implicit(c *checker, n *Name) *binding {
	inner := b.outer != nil && b.place != inGoal
	for ; b != nil; b = b.outer {
		if !b.collects {
			continue
		}
		v := b.bind(c, n, false)
		if inner && b.place == inResults {
			v.excused = true
			e := c.errorf(syntax.UnboundVariable, n.Span, "`%s` is a variable of the whole rule, and no premise gives it a "+
				"value", n.Text)
			note(e, syntax.Span{}, "`Pi %s.` at the start of the rule within makes it a variable of that", n.Text)
		}
		return v
	}
	return nil
}

// variable resolves a word that is a variable, of the type that is needed.
func (c *checker) variable(n *Name, want *family, b *bindings) Expr {
	v := b.lookup(n.Text)
	if v == nil {
		if v = b.implicit(c, n); v == nil {
			c.noVariable(n, b)
			return n
		}
	}
	switch {
	case want == nil:
		v.excused = v.excused || v.of == nil
	case v.of == nil:
		v.of, v.typed = want, n.Span
	case v.of != want:
		e := c.errorf(syntax.WrongType, n.Span, "`%s` stands for %s, but %s is needed here", n.Text,
			english.A(v.of.name.Text), english.A(want.name.Text))
		note(e, v.typed, "it is %s here", english.A(v.of.name.Text))
	}
	switch {
	case v.owner == b && b.place == inPremises:
		v.bound = true
	case !v.bound && !v.excused:
		v.excused = true
		c.unbound(n, v)
	}
	return &Name{n.Span, v.name.Text}
}

// unbound reports a variable that no premise gives a value.
func (c *checker) unbound(n *Name, v *binding) {
	what := "`" + n.Text + "`"
	if n.Text == "_" {
		what = "this `_`"
	}
	e := c.errorf(syntax.UnboundVariable, n.Span, "%s is not known here: no premise gives it a value", what)
	if c.missingBlank(e, n) {
		return
	}
	var bound []string
	for _, other := range v.owner.vars {
		if other.bound {
			bound = append(bound, other.name.Text)
		}
	}
	c.near(e, n, bound)
}

// noVariable reports a variable where there can be none.
func (c *checker) noVariable(n *Name, b *bindings) {
	if c.entries[n.Text] != nil { // a constant with a capital, which was reported
		return
	}
	what := "`" + n.Text + "` is a variable"
	if n.Text == "_" {
		what = "`_` is a variable without a name"
	}
	root := b.root()
	v := root.bind(c, n, false) // so that the other mentions are not reported
	v.bound, v.excused = true, true
	where := map[place]string{inConstant: "a term by itself", inAbbreviation: "an abbreviation", inState: "a state"}
	e := c.errorf(syntax.VariableInContext, n.Span, "%s, but %s has none", what, where[root.place])
	if !c.missingBlank(e, n) {
		c.near(e, n, c.names)
	}
	if len(e.Notes) > 0 {
		return
	}
	switch {
	case b != root:
		note(e, syntax.Span{}, "`Pi %s.` at the start of the rule within makes it a variable of that", n.Text)
	case root.place != inConstant && n.Text != "_":
		note(e, syntax.Span{}, "`Exists %s.` at the start makes it a fresh name; constants begin with a small letter", n.Text)
	}
}

// finish reports the variables of which no use tells the type, and returns all of them: first those that no word binds.
func (b *bindings) finish(c *checker) []variable {
	var out []variable
	for _, explicit := range []bool{false, true} {
		for _, v := range b.vars {
			if v.explicit != explicit {
				continue
			}
			out = append(out, v.variable)
			if !v.explicit && !v.excused && c.first[v.name.Text] == nil {
				c.warnOfOneWord(v.name)
			}
			if v.of == nil && !v.excused {
				v.excused = true
				note(c.errorf(syntax.UnboundVariable, v.name.Span, "nothing tells the type of `%s`: it is not used",
					c.file.Source.Slice(v.name.Span)), syntax.Span{}, "leave it out")
			}
		}
	}
	return out
}

// warnOfOneWord warns of a variable that consists of known words and operators, as in `at C L*dark L`.
func (c *checker) warnOfOneWord(n *Name) {
	parts := apart(n.Text, c.isKnown)
	if parts == "" {
		return
	}
	e := c.errorf(syntax.UnexpectedToken, n.Span, "`%s` is one variable, as names may contain such signs", n.Text)
	e.Warning = true
	note(e, syntax.Span{}, "did you mean `%s`?", parts)
	e.Notes[0].Fix = &syntax.Fix{Span: n.Span, Text: parts}
}
