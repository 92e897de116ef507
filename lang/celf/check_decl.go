package celf

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// constant reads `name : type.`, whatever it declares. The end of the type tells, behind binders and arrows:
//
//	type        a type or a predicate
//	{…}         a forward rule
//	a type      a constant of it
//	an atom     a fact of the signature, or a backward rule if there are arrows
func (c *checker) constant(d *Constant) {
	e := &entry{name: d.Name}
	before := len(c.errs)
	switch end := c.end(d.Type).(type) {
	case nil: // an abbreviation with errors
		e.broken = true
	case *Kind:
		c.family(d)
		return
	case *Braces:
		e.of = "a rule"
		c.forward(d)
		c.enter(e) // errors within a rule say nothing of its name
		return
	case *Name, *Apply:
		head, _ := headOf(end)
		if of := c.entries[c.uses.target(head.Text)]; of != nil && of.family != nil && of.family.terms {
			c.constructor(d)
			return
		}
		e.of = "a fact"
		if hasArrow(d.Type) {
			e.of = "a backward rule"
		}
		c.backward(d)
	default:
		c.refuseEnd(d.Type, end)
	}
	e.broken = e.broken || len(c.errs) > before
	c.enter(e)
}

// refuseEnd reports a type with an end that no declaration has.
func (c *checker) refuseEnd(whole, end Expr) {
	switch end := end.(type) {
	case *Join, *Marked:
		switch {
		case c.swallowedIn(end):
		case hasArrow(whole):
			proposeBraces(c.errorf(syntax.NotAFact, end.Range(), "all results of a rule stand in one pair of braces"), end)
		default:
			e := c.errorf(syntax.NotAFact, end.Range(), "each fact that always holds is a declaration, and has no mark")
			note(e, syntax.Span{}, "write `- : %s.`, and so on", ExprString(firstPart(end)))
		}
	case *Choice:
		c.refuseChoice(end)
	case *Binder:
		c.refuseBinder(end)
	case *Unit:
		proposeBraces(c.errorf(syntax.NotAFact, end.Range(), "`1` is no fact, but a result of rules: nothing"), end)
	}
}

// swallowedIn reports braces that were read as an argument of the last part of a join ([checker.swallowed]).
func (c *checker) swallowedIn(x Expr) bool {
	if j, ok := x.(*Join); ok {
		if last, ok := j.Parts[len(j.Parts)-1].(*Apply); ok {
			return c.swallowed(last.Fun, last.Args)
		}
	}
	return false
}

// hasArrow reports whether a type has an arrow behind its binders.
func hasArrow(x Expr) bool {
	_, arrows, _ := Telescope(x)
	return len(arrows) > 0
}

// firstPart returns the first part of a join, without its mark.
func firstPart(x Expr) Expr {
	for {
		switch y := x.(type) {
		case *Join:
			x = y.Parts[0]
		case *Marked:
			x = y.X
		default:
			return x
		}
	}
}

// proposeBraces adds a note that proposes braces around an expression, unless it is long.
func proposeBraces(e *syntax.Error, x Expr) {
	text := "{" + ExprString(withoutBraces(x)) + "}"
	if at := x.Range(); len(text) > longestLine/2 || at.Start.Line != at.End.Line {
		note(e, syntax.Span{}, "the results of a rule that fires stand in braces: `{…}`")
		return
	}
	note(e, syntax.Span{}, "did you mean `%s`?", text)
	e.Notes[len(e.Notes)-1].Fix = &syntax.Fix{Span: x.Range(), Text: text}
}

// withoutBraces returns a join without the braces around single parts of it, and other expressions as they are.
func withoutBraces(x Expr) Expr {
	join, ok := x.(*Join)
	if !ok {
		return x
	}
	out := &Join{join.Span, slices.Clone(join.Parts)}
	for i, part := range out.Parts {
		if b, ok := part.(*Braces); ok {
			out.Parts[i] = b.X
		}
	}
	return out
}

// end returns the expression behind the binders and arrows of a type, with abbreviations written out. It is nil if an
// abbreviation with errors stands there.
func (c *checker) end(x Expr) Expr {
	for {
		switch y := x.(type) {
		case *Binder:
			if y.Word.Text == `\` || isExists(y) {
				return y
			}
			x = y.Body
		case *Arrow:
			x = y.To
		case *Name:
			e := c.entries[y.Text]
			if !e.isType() {
				return x
			}
			if e.broken {
				return nil
			}
			x = e.stands.Value
		default:
			return x
		}
	}
}

// isExists reports whether a binder is `Exists`.
func isExists(x *Binder) bool { return x.Word.Text == "Exists" || x.Word.Text == "EXISTS" }

// abbreviation reads `name : type = value.` Its value is checked here, once, and again at each use: as a premise,
// say, or for the type that is needed. Errors here make the abbreviation broken, so that they are not repeated at the
// uses.
func (c *checker) abbreviation(d *Abbreviation) {
	c.nameable(d.Name, "an abbreviation")
	before := len(c.errs)
	e := &entry{name: d.Name, stands: d}
	if mentions(d.Value, d.Name.Text) && c.entries[d.Name.Text] == nil {
		c.errorf(syntax.UnknownName, d.Name.Span, "the abbreviation `%s` stands for itself", d.Name.Text)
		e.broken = true
		c.enter(e)
		return
	}
	e.size, e.depth = c.measure(d.Value)
	switch of := d.Type.(type) {
	case *Kind:
		c.stateAbbreviation(d.Value)
	case *Arrow, *Binder:
		c.refuse(of.Range(), "abbreviations with arguments are not supported")
	default:
		e.result = c.typeOf(of, "`"+d.Name.Text+"`")
		c.term(d.Value, e.result, newBindings(nil, inConstant))
	}
	if e.depth > mostNested {
		c.errorf(syntax.TooLarge, d.Name.Span, "the abbreviations in this one are nested too deeply: %d levels are allowed",
			mostNested)
	}
	e.broken = len(c.errs) > before
	c.enter(e)
}

// stateAbbreviation checks the value of an abbreviation of a state, rule or type, as far as that does not depend on
// the place of its use. It leaves no traces in the checker beside errors.
func (c *checker) stateAbbreviation(x Expr) {
	switch x := x.(type) {
	case *Kind:
		c.errorf(syntax.NotAType, x.Span, "an abbreviation does not stand for `type` itself")
		return
	case *Name:
		e := c.entries[x.Text]
		if e == nil && !isVariable(x.Text) {
			c.undeclared(x)
			return
		}
		if e.isType() || e != nil && e.family != nil {
			return
		}
	}
	b := newBindings(nil, inAbbreviation)
	made := c.made // of a state that no run may ever have
	c.made = make(map[*family]syntax.Span)
	c.parts(x, Linear, b)
	c.made = made
	b.finish(c)
}

// measure returns the number of words and the depth of an expression with its abbreviations written out. Sizes beyond
// mostExpanded are cut to one more, so that abbreviations of abbreviations do not overflow.
func (c *checker) measure(x Expr) (size, depth int) {
	add := func(parts ...Expr) {
		for _, part := range parts {
			s, d := c.measure(part)
			size, depth = min(size+s, mostExpanded+1), max(depth, d)
		}
	}
	switch x := x.(type) {
	case *Name:
		if e := c.entries[x.Text]; e != nil && e.stands != nil && !e.broken {
			return e.size, e.depth
		}
		size = 1
	case *Apply:
		add(x.Args...)
		size++
	case *Arrow:
		add(x.From, x.To)
	case *Join:
		add(x.Parts...)
	case *Choice:
		add(x.X, x.Y)
	case *Marked:
		add(x.X)
	case *Braces:
		add(x.X)
	case *Binder:
		add(x.Body)
	}
	return size, depth + 1
}

// mostExpanded is the largest number of words that the uses of abbreviations in a file may stand for, all in all.
// Without it, forty lines that each use the one before twice would fill the memory.
const mostExpanded = 4_000_000

// expand returns the value of an abbreviation at a use of it. It returns false if the abbreviation has errors, or if
// the file becomes too large, which it reports once.
func (c *checker) expand(n *Name, e *entry) (Expr, bool) {
	if e.broken || c.expanded > mostExpanded {
		return nil, false
	}
	if c.expanded += e.size; c.expanded > mostExpanded {
		c.errorf(syntax.TooLarge, n.Span, "the abbreviations up to here stand for more than %d words", mostExpanded)
		return nil, false
	}
	return e.stands.Value, true
}

// mentions reports whether a name stands in an expression.
func mentions(x Expr, name string) bool { return mentionsAny(x, map[string]bool{name: true}) }

// mentionsAny reports whether one of some names stands in an expression.
func mentionsAny(x Expr, names map[string]bool) bool {
	found := false
	if len(names) > 0 {
		eachNameIn(x, func(n *Name) { found = found || names[n.Text] })
	}
	return found
}
