package celf

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

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

// uses tells types and predicates without arguments apart. Their declarations look alike, `room : type.` and
// `dark : type.`; so do those of a constant and of a fact, `c : t`, and of a constructor and a clause, `f : a -> b`.
// Their uses tell: arguments and variables are of a type, and premises, results and resources are of a predicate.
type uses struct {
	alias map[string]string // names that abbreviations stand for, by the names of the abbreviations
	// types and facts have the place of the first use of each kind.
	types, facts map[string]syntax.Span
	like         map[string][]string // names of the same kind, whichever it is: of a and b in `f : a -> b`
	// loose are the results of declarations called `-`: `- : dark.` They are predicates unless other uses tell that
	// they are types, because nothing could mention a constant of this name.
	loose []*Name
}

// survey looks through a file for the uses of families. It needs no names to be right.
func survey(file *File) *uses {
	u := &uses{make(map[string]string), make(map[string]syntax.Span), make(map[string]syntax.Span),
		make(map[string][]string), nil}
	for _, d := range file.Decls {
		if a, ok := d.(*Abbreviation); ok {
			if n, ok := a.Value.(*Name); ok {
				u.alias[a.Name.Text] = u.target(n.Text)
			}
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *Constant:
			u.declaration(d)
		case *Abbreviation:
			if _, ok := d.Type.(*Kind); !ok {
				u.typeUse(d.Type)
			} else if _, ok := d.Value.(*Name); !ok {
				u.factUse(d.Value)
			}
		case *Directive:
			if d.Word.Text != "#mode" {
				u.factUse(d.Of)
			}
		}
	}
	u.spread(u.types, u.facts)
	for _, n := range u.loose {
		if _, ok := u.types[u.target(n.Text)]; !ok {
			u.factUse(n)
		}
	}
	u.spread(u.facts, u.types)
	return u
}

// declaration notes the uses in the type of a constant. Before `->`, the kind of the names depends on the end of the
// type: types before `type`, facts before braces and atoms with arguments, and otherwise the same as the end.
func (u *uses) declaration(d *Constant) {
	var before []Expr // before `->`
	x := d.Type
	plain := true
	for {
		switch y := x.(type) {
		case *Binder:
			if y.Type != nil {
				u.typeUse(y.Type)
			}
			x = y.Body
			continue
		case *Arrow:
			if y.Mode == Persistent && !y.Reversed {
				before = append(before, y.From)
			} else {
				plain = false
				u.factUse(y.From)
			}
			x = y.To
			continue
		}
		break
	}
	switch result := x.(type) {
	case *Kind:
		for _, y := range before {
			u.typeUse(y)
		}
		return
	case *Name:
		if plain {
			if d.Name.Text == "-" {
				u.loose = append(u.loose, result)
			}
			u.maker(before, result)
			return
		}
	}
	u.factUse(x)
	for _, y := range before {
		u.factUse(y)
	}
}

// maker notes that `a -> b -> c` is a constructor or a clause.
func (u *uses) maker(before []Expr, result *Name) {
	to := u.target(result.Text)
	for _, x := range before {
		n, ok := x.(*Name)
		if !ok {
			if _, ok := x.(*Apply); ok { // an atom with arguments
				u.factUse(result)
			}
			continue
		}
		from := u.target(n.Text)
		u.like[from] = append(u.like[from], to)
		u.like[to] = append(u.like[to], from)
	}
}

// target returns the name that a name is an abbreviation of, or itself.
func (u *uses) target(name string) string {
	if to, ok := u.alias[name]; ok {
		return to
	}
	return name
}

// typeUse notes the names in an expression as types.
func (u *uses) typeUse(x Expr) {
	switch x := x.(type) {
	case *Name:
		first(u.types, u.target(x.Text), x.Span)
	case *Arrow:
		u.typeUse(x.From)
		u.typeUse(x.To)
	}
}

// factUse notes the predicates without arguments in premises, results or a state.
func (u *uses) factUse(x Expr) {
	switch x := x.(type) {
	case *Name:
		first(u.facts, u.target(x.Text), x.Span)
	case *Marked:
		u.factUse(x.X)
	case *Braces:
		u.factUse(x.X)
	case *Join:
		for _, part := range x.Parts {
			u.factUse(part)
		}
	case *Choice:
		u.factUse(x.X)
		u.factUse(x.Y)
	case *Arrow:
		u.factUse(x.From)
		u.factUse(x.To)
	case *Binder:
		if x.Type != nil {
			u.typeUse(x.Type)
		}
		u.factUse(x.Body)
	}
}

// first enters a place unless there is one.
func first(places map[string]syntax.Span, name string, at syntax.Span) {
	if _, ok := places[name]; !ok {
		places[name] = at
	}
}

// spread carries a kind over to names that are like its names, unless they are of the other kind already. Names are
// visited in the order of their places, so that the place of a use does not depend on the order of maps.
func (u *uses) spread(places, other map[string]syntax.Span) {
	todo := slices.SortedFunc(maps.Keys(places), func(a, b string) int {
		return cmp.Or(places[b].Start.Offset-places[a].Start.Offset, strings.Compare(a, b))
	})
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, next := range u.like[name] {
			_, known := places[next]
			if _, differs := other[next]; !known && !differs {
				places[next] = places[name]
				todo = append(todo, next)
			}
		}
	}
}

// isPredicate reports whether a family without arguments is a predicate.
func (u *uses) isPredicate(name string) bool {
	_, facts := u.facts[name]
	_, types := u.types[name]
	return facts && !types
}
