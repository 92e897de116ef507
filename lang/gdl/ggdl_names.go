package gdl

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// names are what the statements of a game declare. They are collected before any rule is made, as a statement may use
// what a later one declares: the order of statements has no meaning.
type names struct {
	data   map[string]*dataNode
	fields map[logic.Predicate]*fieldInfo // by their fluents
	order  []logic.Predicate              // of the fields, as they occur
	// fluents are the relations that effects make, and where they last do. derived are those of the heads of rules.
	fluents   map[logic.Predicate]syntax.Span
	derived   map[logic.Predicate]bool
	constants map[string]bool // of roles and data
}

// fieldInfo is what is known of a field. A field that is only assigned has neither types nor roles, and takes any
// value.
type fieldInfo struct {
	Field
	syntax.Span         // where it is first declared or assigned
	types       []*term // nil if no role declares it
	args        []*term // types of the arguments
	roles       []*term // that declare it
	owners      []*term // names that own it where it is assigned
}

// fluent returns the predicate of the fluents of a field: owner, arguments and value.
func (t *term) fluent() logic.Predicate {
	if t.kind == field {
		return logic.Predicate{Name: t.name, Arity: len(t.args) + 2}
	}
	return logic.Predicate{Name: t.name, Arity: len(t.args) + 1}
}

// relation returns the predicate of a relation.
func (t *term) relation() logic.Predicate { return logic.Predicate{Name: t.name, Arity: len(t.args)} }

// collect returns the names that the statements declare, and reports what is declared twice or cannot be assigned.
func (p *parser) collect() *names {
	n := &names{
		data: make(map[string]*dataNode), fields: make(map[logic.Predicate]*fieldInfo),
		fluents: make(map[logic.Predicate]syntax.Span), derived: make(map[logic.Predicate]bool),
		constants: make(map[string]bool),
	}
	for _, t := range p.tokens {
		p.words[t.text] = true
	}
	for _, d := range p.tree.data {
		if old := n.data[d.name.name]; old != nil {
			note(p.report(syntax.DeclaredTwice, d.name.Span, "`%s` is declared twice", d.name.name), old.name.Span, "first here")
		}
		n.data[d.name.name] = d
		for _, a := range d.alternatives {
			n.constants[a.name] = true
		}
	}
	for _, r := range p.tree.roles {
		for _, name := range r.names {
			n.constants[name.name] = true
		}
		for _, f := range r.fields {
			owned := &term{Span: f.name.Span, kind: field, name: f.name.name, args: f.name.args}
			info := n.declare(owned)
			info.types, info.args, info.roles = f.types, f.name.args, append(info.roles, r.names...)
		}
	}
	// An assigned name is a field, also if no role declares it; another name is a relation that effects make.
	assign := func(effects []effectNode) {
		for _, e := range effects {
			switch {
			case e.target.kind == variable || e.target.kind == list:
				p.report(syntax.NotAFact, e.target.Span, "a field or a relation was expected: %s is neither",
					map[kind]string{variable: "a variable", list: "a list"}[e.target.kind])
			case e.value != nil:
				info := n.declare(e.target)
				if owner := e.target.owner; owner != nil && owner.kind == symbol && n.field(owner) == nil {
					same := func(o *term) bool { return o.String() == owner.String() }
					if !slices.ContainsFunc(info.owners, same) {
						info.owners = append(info.owners, owner)
					}
				}
			case e.target.kind == field:
				p.report(syntax.NotAFact, e.target.Span, "the field `%s` needs a value", e.target).
					Notes = []syntax.Note{{Msg: "for example: `" + e.target.String() + " = yes`"}}
			default:
				n.fluents[e.target.relation()] = e.target.Span
			}
		}
	}
	for _, i := range p.tree.inits {
		assign(i.effects)
	}
	for _, r := range p.tree.rules {
		assign(r.effects)
		for _, h := range r.heads {
			if rel, ok := h.(*relationNode); ok && !r.conditional() {
				n.derived[rel.relation()] = true
			}
		}
	}
	return n
}

// conditional reports whether the heads of a rule are conditions of its effects, as in `late ==> ?p.turn = no`: there
// is no body. As heads they would be facts that hold always, and need no effects. Moves are heads all the
// same.
func (r *ruleNode) conditional() bool { return r.body == nil && r.effects != nil }

// declare returns what is known of a field.
func (n *names) declare(t *term) *fieldInfo {
	f := t.fluent()
	if n.fields[f] == nil {
		n.fields[f] = &fieldInfo{Field: Field{Fluent: f, Owned: t.kind == field}, Span: t.Span}
		n.order = append(n.order, f)
	}
	return n.fields[f]
}

// field returns the field that a term reads, or nil. A name is that of a field if a statement gives it a value.
func (n *names) field(t *term) *fieldInfo {
	if t.kind == field || t.kind == symbol {
		if info := n.fields[t.fluent()]; info != nil && info.Owned == (t.kind == field) {
			return info
		}
	}
	return nil
}

// String returns a term as it may be written.
func (t *term) String() string {
	texts := func(terms []*term) string {
		all := make([]string, len(terms))
		for i, a := range terms {
			all[i] = a.String()
		}
		return strings.Join(all, ", ")
	}
	switch {
	case t.kind == list && t.rest != nil:
		return "[" + texts(t.args) + " | " + t.rest.String() + "]"
	case t.kind == list:
		return "[" + texts(t.args) + "]"
	}
	out := t.name
	if t.kind == field && t.owner != nil {
		out = t.owner.String() + "." + t.name
	}
	if len(t.args) > 0 {
		out += "(" + texts(t.args) + ")"
	}
	return out
}

// mentions returns how often each variable occurs, but for `_`.
func mentions(walk func(visit func(*term))) map[string]int {
	count := make(map[string]int)
	walk(func(t *term) {
		if t.kind == variable && t.name != "_" {
			count[t.name]++
		}
	})
	return count
}

// walk calls visit with each term of a rule.
func (r *ruleNode) walk(visit func(*term)) {
	for _, h := range r.heads {
		walkTerms(h, visit)
	}
	walkTerms(r.body, visit)
	walkEffects(r.effects, visit)
}

func walkEffects(effects []effectNode, visit func(*term)) {
	for _, e := range effects {
		e.target.walk(visit)
		e.value.walk(visit)
	}
}

// looksVariable reports whether a name is written like a variable of other languages: it begins with a capital, and
// no role or data has it.
func (n *names) looksVariable(t *term) bool {
	c, _ := utf8.DecodeRuneInString(t.name)
	return t.kind == symbol && len(t.args) == 0 && unicode.IsUpper(c) && !n.constants[t.name] && n.data[t.name] == nil &&
		n.field(t) == nil
}

// nearestType returns the values that a field may have, as far as they are names; open reports that there are others.
func (n *names) values(types []*term) (all []string, open bool) {
	for _, t := range types {
		d := n.data[t.name]
		switch {
		case t.kind == list || len(t.args) > 0 || d == nil && !n.isValue(t):
			return nil, true
		case d == nil:
			all = append(all, t.name)
		default:
			for _, a := range d.alternatives {
				if a.kind != symbol || len(a.args) > 0 || n.data[a.name] != nil {
					return nil, true
				}
				all = append(all, a.name)
			}
		}
	}
	return all, slices.Contains(all, "role")
}

// isValue reports whether a type that no data declares is a value: it begins with a small letter.
func (n *names) isValue(t *term) bool {
	c, _ := utf8.DecodeRuneInString(t.name)
	return t.kind == symbol && t.name != "role" && !unicode.IsUpper(c)
}
