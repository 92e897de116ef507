package gdl

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// scope is a statement that is being translated.
//
// A term of GGDL can read fields, and terms of logic programs cannot. So a term becomes a term and literals that
// read: `beats(?p.hand, x)` is beats(?p.hand, x) with true(hand(?p, ?p.hand)), where ?p.hand is the name of a
// variable. Equal texts are equal variables, so that a field which a body names twice is read once.
type scope struct {
	*translator
	mentions map[string]int // how often each variable occurs in the statement
	// domains are what variables range over that nothing else gives a value.
	domains map[string]formula
	// guards are the atoms that hold wherever the formula that is being translated is asked.
	guards []literal
}

// scope returns the scope of a statement, whose terms walk visits.
func (t *translator) scope(walk func(visit func(*term))) *scope {
	s := &scope{translator: t, mentions: mentions(walk), domains: make(map[string]formula)}
	walk(func(x *term) {
		if t.looksVariable(x) {
			e := t.report(syntax.CapitalConstant, x.Span, "`%s` is a constant; variables begin with `?`", x.name)
			e.Warning, e.Fix = true, &syntax.Fix{Span: x.Start.Span(), Text: "?"}
		}
	})
	return s
}

// constant returns a term without variables and fields.
func (t *translator) constant(x *term) *logic.Compound {
	c := &logic.Compound{Name: x.name, Span: x.Span}
	for _, a := range x.args {
		c.Args = append(c.Args, t.constant(a))
	}
	return c
}

// terms returns terms, and the literals that read the fields in them.
func (s *scope) terms(written []*term) (terms []logic.Term, reads all) {
	for _, x := range written {
		v, more := s.value(x)
		terms, reads = append(terms, v), append(reads, more...)
	}
	return terms, reads
}

// value returns a term, and the literals that read the fields in it. Lists are cons(first, rest) and nil.
func (s *scope) value(x *term) (logic.Term, all) {
	if f := s.field(x); f != nil || x.kind == field {
		v := &logic.Variable{Name: x.String(), Span: x.Span}
		read, reads := s.holdsField(x, v)
		return v, append(reads, read)
	}
	switch x.kind {
	case variable:
		return &logic.Variable{Name: x.name, Span: x.Span}, nil
	case list:
		// From the last element to the first, as lists are built.
		var out logic.Term = &logic.Compound{Name: "nil", Span: x.Span}
		var reads all
		if x.rest != nil {
			out, reads = s.value(x.rest)
		}
		for _, a := range slices.Backward(x.args) {
			v, more := s.value(a)
			out, reads = &logic.Compound{Name: "cons", Args: []logic.Term{v, out}, Span: x.Span}, append(reads, more...)
		}
		return out, reads
	}
	args, reads := s.terms(x.args)
	return &logic.Compound{Name: x.name, Args: args, Span: x.Span}, reads
}

// holdsField returns the literal that a field has a value: true(f(owner, arguments, value)); and the literals that
// read the fields in its owner and arguments, as in `?p.at.stock`.
func (s *scope) holdsField(x *term, value logic.Term) (read literal, reads all) {
	if s.fields[x.fluent()] == nil {
		s.unknownField(x)
	}
	key, reads := s.key(x)
	key.Args = append(key.Args, value)
	return literal{&logic.AtomLiteral{Atom: atom(True.Name, x.Span, key)}}, reads
}

// key returns a field without its value, f(owner, arguments), and the literals that read the fields in it.
func (s *scope) key(x *term) (*logic.Compound, all) {
	args := x.args
	if x.kind == field {
		s.owner(x.owner)
		args = append([]*term{x.owner}, x.args...)
		s.ownerOf(x)
	}
	terms, reads := s.terms(args)
	return &logic.Compound{Name: x.name, Args: terms, Span: x.Span}, reads
}

// fluent returns what an effect makes true, without the value of a field.
func (s *scope) fluent(e effectNode) (*logic.Compound, all) { return s.key(e.target) }

// owner lets a variable that owns a field, or acts, range over the roles.
func (s *scope) owner(x *term) {
	if x.kind == variable && s.domains[x.name] == nil {
		v := &logic.Variable{Name: x.name, Span: x.Span}
		s.domains[x.name] = literal{&logic.AtomLiteral{Atom: atom(Role.Name, x.Span, v)}}
	}
}

// ownerOf lets the owner of a field range over its owners, where these are not all roles: the roles that declare it,
// or the names for which it is assigned if none of these is a role.
func (s *scope) ownerOf(x *term) {
	f := s.fields[x.fluent()]
	if f == nil || x.owner.kind != variable {
		return
	}
	var roles []string
	for _, r := range s.tree.roles {
		for _, name := range r.names {
			roles = append(roles, name.String())
		}
	}
	isRole := func(x *term) bool { return slices.Contains(roles, x.String()) }
	owners := f.roles
	switch {
	case owners == nil && !slices.ContainsFunc(f.owners, isRole):
		owners = f.owners
	case len(owners) == len(roles):
		owners = nil // the domain is that of roles
	}
	// The domain is an equation for each owner.
	var any some
	for _, o := range owners {
		v := &logic.Variable{Name: x.owner.name, Span: x.Span}
		any = append(any, literal{&logic.Comparison{Op: logic.Equal, Left: v, Right: s.constant(o), Span: x.Span}})
	}
	if any != nil {
		s.domains[x.owner.name] = any
	}
}

// actionTypes lets variables of an action that are assigned to a field, or are arguments of one, range over the type
// of the field: in `?p -> show(?h) ==> ?p.hand = ?h`, ?h is a Hand. Only moves do so. A variable of an effect alone
// would assign all values of its type at once.
func (s *scope) actionTypes(m *moveNode, effects []effectNode) {
	within := mentions(m.action.walk)
	infer := func(x *term, types []*term) {
		if x.kind == variable && within[x.name] > 0 && s.domains[x.name] == nil {
			s.domains[x.name] = s.ofTypes(x, types)
		}
	}
	for _, e := range effects {
		f := s.fields[e.target.fluent()]
		if f == nil || e.value == nil {
			continue
		}
		infer(e.value, f.types)
		for i, t := range f.args {
			infer(e.target.args[i], []*term{t})
		}
	}
}

// ofTypes returns the formula that a variable is of one of some types, or nil if the values of one are not known.
func (s *scope) ofTypes(x *term, types []*term) formula {
	var out some
	v := &logic.Variable{Name: x.name, Span: x.Span}
	for _, t := range types {
		switch {
		case t.isUndefined():
		case s.data[t.name] != nil || t.name == Role.Name:
			out = append(out, literal{&logic.AtomLiteral{Atom: atom(t.name, x.Span, v)}})
		case s.isValue(t):
			out = append(out, literal{&logic.Comparison{Op: logic.Equal, Left: v, Right: s.constant(t), Span: x.Span}})
		default:
			return nil
		}
	}
	if out == nil {
		return nil
	}
	return out
}

// emit adds the rules of a head and a body: one for each alternative. Variables that an alternative gives no value
// range over their domains, or over the atoms that hold around the formula. Those that have neither stay, and are
// reported by the check for unsafe variables.
func (s *scope) emit(head *logic.Atom, body all, at syntax.Span) {
	for _, b := range s.unfold(head, body, at) {
		// Domains stand in front, where they give values to the literals behind them.
		var ranges all
		for _, v := range unbound(head, b) {
			if d := s.domains[v]; d != nil {
				ranges = append(ranges, d)
			} else if g := s.guard(v); g != nil {
				ranges = append(ranges, g)
			}
		}
		for _, l := range b {
			ranges = append(ranges, literal{l})
		}
		more, ok := alternatives(ranges, false)
		if !ok {
			s.report(syntax.TooLarge, at, "the variables of this rule have more than %d ranges", mostAlternatives).
				Notes = []syntax.Note{{Msg: "say in the body what they are"}}
			return
		}
		for _, m := range more {
			s.add(head, distinct(m), at)
		}
	}
}

// guard returns an atom that contains a variable and holds wherever the formula is asked, or nil.
func (s *scope) guard(v string) formula {
	for _, g := range s.guards {
		if slices.Contains(variables(nil, g.Literal), v) {
			return g
		}
	}
	return nil
}

// unbound returns the variables of a rule that nothing gives a value.
func unbound(head *logic.Atom, body []logic.Literal) (missing []string) {
	for _, v := range (&logic.Rule{Head: head, Body: body}).Unsafe() {
		if v.Name != "_" && !slices.Contains(missing, v.Name) {
			missing = append(missing, v.Name)
		}
	}
	return missing
}

// variables appends the variables of a literal.
func variables(out []string, l logic.Literal) []string {
	switch l := l.(type) {
	case *logic.AtomLiteral:
		for _, a := range l.Args {
			out = termVariables(out, a)
		}
	case *logic.Comparison:
		out = termVariables(termVariables(out, l.Left), l.Right)
	}
	return out
}

func termVariables(out []string, t logic.Term) []string {
	switch t := t.(type) {
	case *logic.Variable:
		return append(out, t.Name)
	case *logic.Compound:
		for _, a := range t.Args {
			out = termVariables(out, a)
		}
	}
	return out
}

// distinct returns a body without the literals that it contains twice, such as a field that is read by several terms.
// Each `_` is a variable of its own, so that equal texts with it are different literals.
func distinct(body []logic.Literal) []logic.Literal {
	seen := make(map[string]bool)
	return slices.DeleteFunc(body, func(l logic.Literal) bool {
		key := l.String()
		old := seen[key] && !slices.Contains(variables(nil, l), "_")
		seen[key] = true
		return old
	})
}
