package celf

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

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
