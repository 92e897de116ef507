package celf

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// constant reads `name : type.`, whatever it declares.
func (c *checker) constant(d *Constant) {
	switch end := c.end(d.Type).(type) {
	case nil: // an abbreviation with errors
		c.enter(&entry{name: d.Name, broken: true})
	case *Kind:
		c.family(d)
	case *Braces:
		c.forward(d)
		c.enter(&entry{name: d.Name, of: "a rule"})
	case *Name, *Apply:
		head, _ := headOf(end)
		e := c.entries[c.uses.target(head.Text)]
		if e != nil && e.family != nil && e.family.terms {
			c.constructor(d)
			return
		}
		of := "a fact"
		if wholeRule(d.Type) {
			of = "a backward rule"
		}
		before := len(c.errs)
		c.backward(d)
		c.enter(&entry{name: d.Name, of: of, broken: len(c.errs) > before})
	case *Join, *Marked:
		if c.swallowedIn(end) {
			c.enter(&entry{name: d.Name, broken: true})
			return
		}
		if wholeRule(d.Type) {
			proposeBraces(c.errorf(syntax.NotAFact, end.Range(), "all results of a rule stand in one pair of braces"), end)
		} else {
			e := c.errorf(syntax.NotAFact, end.Range(), "each fact that always holds is a declaration, and has no mark")
			note(e, syntax.Span{}, "write `- : %s.`, and so on", ExprString(firstPart(end)))
		}
		c.enter(&entry{name: d.Name, broken: true})
	case *Choice:
		c.refuseChoice(end)
		c.enter(&entry{name: d.Name, broken: true})
	case *Binder:
		c.refuseBinder(end)
		c.enter(&entry{name: d.Name, broken: true})
	case *Unit:
		proposeBraces(c.errorf(syntax.NotAFact, end.Range(), "`1` is no fact, but a result of rules: nothing"), end)
		c.enter(&entry{name: d.Name, broken: true})
	}
}

// swallowedIn reports braces that are taken for an argument at the end of a join, as an arrow is a part of a word.
func (c *checker) swallowedIn(x Expr) bool {
	if j, ok := x.(*Join); ok {
		if last, ok := j.Parts[len(j.Parts)-1].(*Apply); ok {
			return c.swallowed(last.Fun, last.Args)
		}
	}
	return false
}

// wholeRule reports whether a type has an arrow.
func wholeRule(x Expr) bool {
	for {
		switch y := x.(type) {
		case *Arrow:
			return true
		case *Binder:
			x = y.Body
		default:
			return false
		}
	}
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

// withoutBraces returns an expression without the braces around parts of it.
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

// end returns what a type comes to behind its binders and arrows; nil if abbreviations with errors stand there.
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

func isExists(x *Binder) bool { return x.Word.Text == "Exists" || x.Word.Text == "EXISTS" }

// family reads the declaration of a type or a predicate.
func (c *checker) family(d *Constant) {
	args, _ := c.typesOf(d.Type, "`"+d.Name.Text+"`")
	f := &family{name: d.Name, args: args}
	f.terms = len(args) == 0 && !c.uses.isPredicate(d.Name.Text)
	e := &entry{name: d.Name, family: f}
	if at, ok := c.uses.facts[d.Name.Text]; ok && f.terms {
		note(c.refuse(at, "`%s` is a predicate here, and a type elsewhere", d.Name.Text), c.uses.types[d.Name.Text],
			"it is a type here")
		e.broken = true
	}
	what := "a predicate"
	if f.terms {
		what = "a type"
	}
	c.nameable(d.Name, what)
	c.enter(e)
	c.sig.families = append(c.sig.families, f)
}

// typesOf returns the types of arguments before the arrows of a kind or of the type of a constant, and what stands
// behind the last arrow. Types with errors are nil.
func (c *checker) typesOf(x Expr, what string) (args []*family, end Expr) {
	dependent := make(map[string]bool) // names bound by Pi
	for {
		switch y := x.(type) {
		case *Arrow:
			if y.Mode != Persistent || y.Reversed {
				e := c.errorf(syntax.UnexpectedToken, y.Op, "the types of arguments are joined by `->`")
				if !y.Reversed {
					e.Fix = &syntax.Fix{Span: y.Op, Text: "->"}
				}
			}
			var of *family
			if !mentionsAny(y.From, dependent) {
				of = c.typeOf(y.From, "an argument of "+what)
			}
			args = append(args, of)
			x = y.To
		case *Binder:
			if y.Type == nil || mentions(y.Body, y.Name.Text) {
				e := c.refuse(y.Word.Span, "dependent types are not supported: `%s` is a part of the type of %s",
					y.Name.Text, what)
				note(e, syntax.Span{}, "types of arguments stand before `->`, as in `at : person -> room -> type`")
				args = append(args, nil)
				dependent[y.Name.Text] = true
			} else {
				args = append(args, c.typeOf(y.Type, "an argument of "+what))
			}
			x = y.Body
		default:
			return args, x
		}
	}
}

// mentions reports whether a name stands in an expression.
func mentions(x Expr, name string) bool { return mentionsAny(x, map[string]bool{name: true}) }

func mentionsAny(x Expr, names map[string]bool) bool {
	found := false
	if len(names) > 0 {
		eachNameIn(x, func(n *Name) { found = found || names[n.Text] })
	}
	return found
}

// eachNameIn calls f with each name in an expression.
func eachNameIn(x Expr, f func(*Name)) {
	switch x := x.(type) {
	case *Name:
		f(x)
	case *Apply:
		f(x.Fun)
		for _, arg := range x.Args {
			eachNameIn(arg, f)
		}
	case *Arrow:
		eachNameIn(x.From, f)
		eachNameIn(x.To, f)
	case *Join:
		for _, part := range x.Parts {
			eachNameIn(part, f)
		}
	case *Choice:
		eachNameIn(x.X, f)
		eachNameIn(x.Y, f)
	case *Marked:
		eachNameIn(x.X, f)
	case *Braces:
		eachNameIn(x.X, f)
	case *Binder:
		if x.Type != nil {
			eachNameIn(x.Type, f)
		}
		eachNameIn(x.Body, f)
	}
}

// typeOf returns the type of an argument or variable; nil if there are errors. The text says what is of the type.
func (c *checker) typeOf(x Expr, what string) *family {
	switch x := x.(type) {
	case *Name:
		e := c.entries[x.Text]
		switch {
		case isVariable(x.Text) && e == nil:
			c.errorf(syntax.NotAType, x.Span, "`%s` is a variable, but the type of %s is a name", x.Text, what)
			return nil
		case e == nil:
			c.undeclared(x)
			return nil
		case e.isType() && !e.broken:
			if _, ok := e.stands.Value.(*Name); ok {
				return c.typeOf(e.stands.Value, what)
			}
		}
		if e.broken || e.family != nil && e.family.terms {
			return e.family
		}
		c.notAType(x, e, what)
		return nil
	case *Apply:
		if c.missingDot(x.Fun.Span, x.Args) {
			return c.typeOf(x.Fun, what)
		}
		e := c.refuse(x.Span, "dependent types are not supported: the type of %s is one name", what)
		note(e, syntax.Span{}, "a type has no arguments, as in `room : type`")
	case *Arrow:
		e := c.refuse(x.Span, "functions as arguments are not supported: the type of %s is one name", what)
		if !x.Reversed {
			note(e, syntax.Span{}, "without the parentheses, `->` stands between the types of two arguments")
		}
	case *Kind:
		c.errorf(syntax.NotAType, x.Span, "the type of %s is the name of a type, not `type` itself", what)
	default:
		c.errorf(syntax.NotAType, x.Range(), "the type of %s is one name, not `%s`", what, ExprString(x))
	}
	return nil
}

func (c *checker) notAType(x *Name, e *entry, what string) {
	err := c.errorf(syntax.NotAType, x.Span, "`%s` is %s, not a type", x.Text, c.describe(e))
	note(err, e.name.Span, "declared here")
	if e.family != nil {
		err.Code = syntax.NotSupported
		err.Msg = "dependent types are not supported: `" + x.Text + "` is a predicate, but " + what + " is of a type"
	}
}

// constructor reads the declaration of a constant of a type.
func (c *checker) constructor(d *Constant) {
	args, end := c.typesOf(d.Type, "`"+d.Name.Text+"`")
	k := &constant{name: d.Name, args: args, result: c.typeOf(end, "`"+d.Name.Text+"`")}
	if isVariable(d.Name.Text) {
		c.nameable(d.Name, "a constant")
	}
	c.enter(&entry{name: d.Name, constant: k})
	c.sig.constants = append(c.sig.constants, k)
}

// abbreviation reads `name : type = value.`
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

// stateAbbreviation checks what an abbreviation of a type stands for, as far as it does not depend on the place of its
// use.
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
	for {
		y, ok := x.(*Braces)
		if !ok {
			break
		}
		x = y.X
	}
	made := c.made // of a state that no run may ever have
	c.made = make(map[*family]syntax.Span)
	c.parts(x, Linear, b)
	c.made = made
	b.finish(c)
}

// measure returns the number of words and the depth of an expression with its abbreviations written out.
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

// mostExpanded is how many words the abbreviations of a file may stand for, where they are used.
const mostExpanded = 4_000_000

// expand returns what an abbreviation stands for. It returns false if it has errors, or the file becomes too large.
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
