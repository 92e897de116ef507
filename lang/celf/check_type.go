package celf

import "github.com/ceptre-graph/ceptre/lang/syntax"

// family reads the declaration of a type, `room : type.`, or of a predicate, `at : person -> room -> type.` A family
// without arguments may be either; its uses in the whole file tell ([survey]). Uses of both kinds are refused.
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

// typesOf returns the types of the arguments in a kind or in the type of a constant, and the expression behind the
// last arrow. Types with errors are nil. `Pi x : room.` is an argument, too, as long as nothing depends on x. The
// text names the declaration in messages.
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

// typeOf returns the type that an expression names; nil if there are errors, which it reports. The text names the
// owner of the type in messages, such as an argument.
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

// notAType reports a name in the place of a type that is declared as something else.
func (c *checker) notAType(x *Name, e *entry, what string) {
	err := c.errorf(syntax.NotAType, x.Span, "`%s` is %s, not a type", x.Text, c.describe(e))
	note(err, e.name.Span, "declared here")
	if e.family != nil {
		err.Code = syntax.NotSupported
		err.Msg = "dependent types are not supported: `" + x.Text + "` is a predicate, but " + what + " is of a type"
	}
}

// constructor reads the declaration of a constant, `hall : room.`, or of a constructor with arguments,
// `next : room -> room.`
func (c *checker) constructor(d *Constant) {
	args, end := c.typesOf(d.Type, "`"+d.Name.Text+"`")
	k := &constant{name: d.Name, args: args, result: c.typeOf(end, "`"+d.Name.Text+"`")}
	if isVariable(d.Name.Text) {
		c.nameable(d.Name, "a constant")
	}
	c.enter(&entry{name: d.Name, constant: k})
	c.sig.constants = append(c.sig.constants, k)
}
