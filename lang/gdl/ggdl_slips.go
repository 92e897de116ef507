package gdl

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// kinds of fields, by their owners. A game that declares one of a kind is expected to declare all of it.
const (
	ownedByRole = iota // or by a variable, which ranges over the roles
	ownedByName
	notOwned
)

// fieldSlips warns of fields that effects assign and that neither a role nor an init declares, and of owners that look
// like variables without their question mark.
func (t *translator) fieldSlips() {
	s := &slips{reader: t.reader, seen: make(map[string]bool)}
	var roles []string
	for _, r := range t.tree.roles {
		for _, name := range r.names {
			roles = append(roles, name.String())
		}
	}
	kindOf := func(x *term) int {
		switch {
		case x.kind != field:
			return notOwned
		case x.owner.kind == variable || slices.Contains(roles, x.owner.String()):
			return ownedByRole
		}
		return ownedByName
	}
	// The names of declared fields by kind, and the owners of those that an init declares.
	var declared [notOwned + 1][]string
	initial := make(map[*fieldInfo]bool)
	owners := slices.Clone(roles)
	for _, p := range t.order {
		if t.fields[p].types != nil {
			declared[ownedByRole] = append(declared[ownedByRole], p.Name)
		}
	}
	for _, i := range t.tree.inits {
		for _, e := range i.effects {
			if e.value == nil {
				continue
			}
			k := kindOf(e.target)
			declared[k], initial[t.fields[e.target.fluent()]] = append(declared[k], e.target.name), true
			if k == ownedByName {
				owners = append(owners, e.target.owner.String())
			}
		}
	}
	for _, r := range t.tree.rules {
		for _, e := range r.effects {
			info := t.fields[e.target.fluent()]
			names := declared[kindOf(e.target)]
			if e.value == nil || info == nil || info.types != nil || initial[info] || names == nil {
				continue
			}
			hint := "a role declares its fields, as in `role ann { score: Number }`"
			if kindOf(e.target) != ownedByRole {
				hint = "an init declares a field, as in `init " + e.target.name + " := no`"
			}
			if slices.Contains(names, e.target.name) {
				hint = "the field of this name has another number of arguments"
			} else if near := s.nearest(e.target.name, names); near != "" {
				hint = "did you mean `" + near + "`?"
			}
			s.warn(syntax.UnknownName, e.target.Span, "no role or init declares the field `"+e.target.name+"`", hint)
		}
		r.walk(func(x *term) {
			if x.kind != field || x.owner.kind != symbol || len(x.owner.args) > 0 || t.field(x.owner) != nil {
				return
			}
			c, _ := utf8.DecodeRuneInString(x.owner.name)
			info := t.fields[x.fluent()]
			if info == nil || info.types == nil || !unicode.IsLower(c) || t.constants[x.owner.name] ||
				slices.Contains(owners, x.owner.name) {
				return
			}
			hint := "a variable begins with `?`: `?" + x.owner.name + "`"
			if near := s.nearest(x.owner.name, owners); near != "" {
				hint = "did you mean `" + near + "`?"
			}
			s.warn(syntax.UnknownName, x.owner.Span, "`"+x.owner.name+"` is no role, and owns no `"+x.name+"`", hint)
		})
	}
}
