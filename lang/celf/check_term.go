package celf

import (
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// atom resolves an atom: a predicate with arguments. The result has the variables by their unique names ([bindings]),
// and abbreviations replaced. The family is nil if there are errors in the head; the expression is then as written.
func (c *checker) atom(x Expr, b *bindings) (Expr, *family) {
	head, args := headOf(x)
	e := c.entries[head.Text]
	switch v := b.lookup(head.Text); {
	case v != nil, e == nil && isVariable(head.Text), head.Text == "_":
		c.variableAsFact(head, args, v)
		return x, nil
	case e == nil:
		c.undeclared(head)
		return x, nil
	case e.broken:
		return x, nil
	case e.isType():
		if n, ok := e.stands.Value.(*Name); ok { // another name of a predicate
			return c.atom(renamed(x, n), b)
		}
		c.refuse(x.Range(), "abbreviations with arguments are not supported")
		return x, nil
	case e.family == nil || e.family.terms:
		err := c.errorf(syntax.NotAPremise, x.Range(), "`%s` is %s, not a fact", head.Text, c.describe(e))
		note(err, e.name.Span, "declared here")
		return x, nil
	}
	resolved := c.args(x, head, args, e.family.args, e.name, b)
	return resolved, e.family
}

// renamed returns an atom with another name.
func renamed(x Expr, n *Name) Expr {
	if apply, ok := x.(*Apply); ok {
		return &Apply{apply.Span, &Name{apply.Fun.Span, n.Text}, apply.Args}
	}
	return &Name{x.Range(), n.Text}
}

// variableAsFact reports a variable in the place of a predicate; v is nil if nothing binds it.
func (c *checker) variableAsFact(head *Name, args []Expr, v *binding) {
	if len(args) > 0 && v == nil {
		e := c.errorf(syntax.VariableWithArguments, head.Span,
			"`%s` begins with a capital letter, so it is a variable, which takes no arguments", head.Text)
		c.near(e, head, c.names)
		return
	}
	c.refuse(head.Span, "`%s` is a variable, and variables for facts are not supported", head.Text)
}

// args resolves the arguments of an atom or a term x with a head. The types are those that the declaration of the
// head has. With a wrong number of arguments it looks for the usual causes, reports one error, and returns x as
// written.
func (c *checker) args(x Expr, head *Name, args []Expr, types []*family, decl *Name, b *bindings) Expr {
	if c.swallowed(head, args) {
		return x
	}
	if len(args) > len(types) {
		if before := append([]Expr{head}, args...)[len(types)]; c.missingDot(before.Range(), args[len(types):]) {
			if len(types) == 0 {
				return head
			}
			args = args[:len(types)]
			x = &Apply{syntax.Span{Start: head.Start, End: before.Range().End}, head, args}
		}
	}
	if len(args) != len(types) {
		e := c.errorf(syntax.WrongArity, x.Range(), "`%s` takes %s, not %d", head.Text, arguments(len(types)), len(args))
		note(e, decl.Span, "declared here")
		for i, arg := range args { // one note is enough
			if n, ok := arg.(*Name); ok && c.missingBlank(e, n) || c.missingParentheses(e, args, i) {
				break
			}
		}
		for _, arg := range args { // what they say of variables
			c.excuse(arg, b)
		}
		return x
	}
	if len(args) == 0 {
		return head
	}
	out := &Apply{x.Range(), head, make([]Expr, len(args))}
	for i, arg := range args {
		out.Args[i] = c.term(arg, types[i], b)
	}
	return out
}

// arguments returns a number of arguments for messages.
func arguments(n int) string {
	if n == 0 {
		return "no arguments"
	}
	return english.Count(n, "argument")
}

// missingDot reports a `.` that is missing before arguments on another line: they are the beginning of a declaration.
// Names in them count as reported. The result says whether the arguments stand on another line.
func (c *checker) missingDot(before syntax.Span, args []Expr) bool {
	if args[0].Range().Start.Line == before.End.Line {
		return false
	}
	at := before.End.Span()
	c.errorf(syntax.MissingDot, at, "a `.` is missing here").Fix = &syntax.Fix{Span: at, Text: "."}
	for _, arg := range args {
		eachNameIn(arg, func(n *Name) { c.file.skipped[n.Text] = true })
	}
	return true
}

// missingBlank adds a note on a word that consists of known words and operators without blanks, such as `hall*dark`,
// and reports whether it did.
func (c *checker) missingBlank(e *syntax.Error, n *Name) bool {
	parts := apart(n.Text, c.isKnown)
	if parts != "" && c.first[n.Text] == nil {
		e.Notes = append(e.Notes, oneWord(n, parts))
		if last := &e.Notes[len(e.Notes)-1]; last.Span == e.Span {
			last.Span = syntax.Span{} // one quotation is enough
		}
		return true
	}
	return false
}

// missingParentheses adds a note on a constructor that stands before its arguments without parentheses, as in `at s
// z` for `at (s z)`, and reports whether it did. The constructor is the argument at an index.
func (c *checker) missingParentheses(e *syntax.Error, args []Expr, at int) bool {
	n, ok := args[at].(*Name)
	if !ok {
		return false
	}
	k := c.entries[n.Text]
	if k == nil || k.constant == nil || len(k.constant.args) == 0 || at+len(k.constant.args) >= len(args) {
		return false
	}
	whole := syntax.Span{Start: n.Start, End: args[at+len(k.constant.args)].Range().End}
	text := "(" + c.file.Source.Slice(whole) + ")"
	e.Notes = append(e.Notes, syntax.Note{Msg: "did you mean `" + text + "`?", Fix: &syntax.Fix{Span: whole, Text: text}})
	return true
}

// swallowed reports braces among the arguments, and whether there are any: the arrow before them was read as a part
// of a word, as in `at X Y-o {…}`.
func (c *checker) swallowed(head *Name, args []Expr) bool {
	before := Expr(head)
	for _, arg := range args {
		if _, ok := arg.(*Braces); ok {
			e := c.errorf(syntax.UnexpectedToken, arg.Range(), "braces are no argument: an arrow is missing before them")
			if n, ok := before.(*Name); ok {
				c.missingBlank(e, n)
			}
			return true
		}
		before = arg
	}
	return false
}

// excuse marks the variables of a term that is not checked, so that nothing is reported of them: the term might have
// given them types and values.
func (c *checker) excuse(x Expr, b *bindings) {
	switch x := x.(type) {
	case *Name:
		if v := b.lookup(x.Text); v != nil {
			v.bound, v.excused = true, true
		} else if isVariable(x.Text) && c.entries[x.Text] == nil {
			for b != nil && !b.collects {
				b = b.outer
			}
			if b != nil {
				v := b.bind(c, x, false)
				v.bound, v.excused = true, true
			}
		}
	case *Apply:
		for _, arg := range x.Args {
			c.excuse(arg, b)
		}
	}
}

// term resolves a term, as [checker.atom] does an atom, and checks that it is of a type. The type is nil if it is
// unknown because of errors; then any type will do.
func (c *checker) term(x Expr, want *family, b *bindings) Expr {
	switch x := x.(type) {
	case *Name, *Apply:
		head, args := headOf(x)
		e := c.entries[head.Text]
		v := b.lookup(head.Text)
		switch {
		case len(args) == 0 && (v != nil || head.Text == "_" || e == nil && isVariable(head.Text)):
			return c.variable(head, want, b)
		case v != nil, e == nil && isVariable(head.Text), head.Text == "_":
			c.variableAsFunction(head, v)
		case e == nil:
			c.undeclared(head)
		case e.broken:
		case e.constant != nil:
			c.fits(x, head, e, e.constant.result, want)
			return c.args(x, head, args, e.constant.args, e.name, b)
		case e.stands != nil && !e.isType():
			return c.abbreviatedTerm(x, head, args, e, want)
		default:
			needed := "a term"
			if want != nil {
				needed = english.A(want.name.Text)
			}
			err := c.errorf(syntax.WrongType, x.Range(), "`%s` is %s, but %s is needed here", head.Text, c.describe(e), needed)
			note(err, e.name.Span, "declared here")
		}
		for _, arg := range args {
			c.excuse(arg, b)
		}
	case *Binder:
		c.refuseBinder(x)
	case *Unit:
		c.errorf(syntax.WrongType, x.Span, "`1` is an empty state, not a term")
	case *Kind:
		c.errorf(syntax.WrongType, x.Span, "`type` is no term")
	default:
		c.errorf(syntax.UnexpectedToken, x.Range(), "expected a term, found `%s`", ExprString(x))
	}
	return x
}

// variableAsFunction reports a variable with arguments; v is nil if nothing binds it.
func (c *checker) variableAsFunction(head *Name, v *binding) {
	if v != nil && !isVariable(head.Text) {
		c.errorf(syntax.VariableWithArguments, head.Span, "`%s` is a variable here, which takes no arguments", head.Text)
		return
	}
	if head.Text == "_" {
		c.errorf(syntax.VariableWithArguments, head.Span, "`_` is a variable, which takes no arguments")
		return
	}
	e := c.errorf(syntax.VariableWithArguments, head.Span,
		"`%s` begins with a capital letter, so it is a variable, which takes no arguments", head.Text)
	c.near(e, head, c.names)
}

// abbreviatedTerm resolves the abbreviation of a term to its value, which is ground.
func (c *checker) abbreviatedTerm(x Expr, head *Name, args []Expr, e *entry, want *family) Expr {
	if len(args) > 0 {
		c.refuse(x.Range(), "abbreviations with arguments are not supported")
		return x
	}
	if value, ok := c.expand(head, e); ok && c.fits(x, head, e, e.result, want) {
		return c.term(value, want, newBindings(nil, inConstant))
	}
	return x
}

// fits reports whether the type of a term is the type that is needed, and enters an error if it is not. Types that
// are nil had errors and fit.
func (c *checker) fits(x Expr, head *Name, e *entry, got, want *family) bool {
	if got == nil || want == nil || got == want {
		return true
	}
	err := c.errorf(syntax.WrongType, x.Range(), "`%s` is %s, but %s is needed here", head.Text,
		english.A(got.name.Text), english.A(want.name.Text))
	note(err, e.name.Span, "declared here")
	return false
}

// refuseBinder refuses a binder at a place where programs have no counterpart.
func (c *checker) refuseBinder(x *Binder) {
	switch {
	case x.Word.Text == `\`:
		note(c.refuse(x.Word.Span, "functions are not supported: `\\` binds a name"), syntax.Span{},
			"terms are of constants and variables")
	case isExists(x):
		note(c.refuse(x.Word.Span, "`%s` is not supported here", x.Word.Text), syntax.Span{},
			"it makes fresh names in a state, and variables of premises and goals")
	default:
		note(c.refuse(x.Word.Span, "`%s` is not supported here", x.Word.Text), syntax.Span{},
			"it stands at the start of a declaration, of a query, and of a rule that is a resource")
	}
}

// refuseChoice refuses `a & b`.
func (c *checker) refuseChoice(x *Choice) {
	at := syntax.Span{Start: x.X.Range().Start, End: x.Y.Range().End}
	note(c.refuse(at, "`&` is not supported: a choice between two is no resource of a program"), syntax.Span{},
		"write a rule for each of the alternatives")
}
