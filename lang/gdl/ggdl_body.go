package gdl

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// formula translates a formula of a body.
func (s *scope) formula(n node) formula {
	switch n := n.(type) {
	case *andNode:
		return s.conjunction(n)
	case *orNode:
		var out some
		for _, p := range n.parts {
			out = append(out, s.formula(p))
		}
		return out
	case *notNode:
		return s.negation(n)
	case *compareNode:
		return s.comparison(n)
	case *moveNode:
		args, reads := s.terms([]*term{n.actor, n.action})
		return append(reads, literal{&logic.AtomLiteral{Atom: atom(Does.Name, n.Span, args...)}})
	case *goalNode:
		args, reads := s.terms([]*term{n.role, n.value})
		return append(reads, literal{&logic.AtomLiteral{Atom: atom(Goal.Name, n.Span, args...)}})
	case *relationNode:
		args, reads := s.terms(n.args)
		return append(reads, s.relation(n.term, args))
	}
	panic("gdl: unknown node")
}

// conjunction translates the negations last, as the other parts give their variables values: the atoms among these
// are the guards of the negations. The parts stay in the order of the text.
func (s *scope) conjunction(n *andNode) formula {
	out := make(all, len(n.parts))
	guards := s.guards // those of the formulas around it
	for _, negations := range []bool{false, true} {
		for i, p := range n.parts {
			if _, ok := p.(*notNode); ok != negations {
				continue
			}
			out[i] = s.formula(p)
			parts, ok := out[i].(all)
			if !ok || negations {
				continue
			}
			for _, f := range parts {
				if l, ok := f.(literal); ok && isAtom(l) {
					s.guards = append(s.guards[:len(s.guards):len(s.guards)], l)
				}
			}
		}
	}
	s.guards = guards
	return out
}

func isAtom(l literal) bool {
	a, ok := l.Literal.(*logic.AtomLiteral)
	return ok && a.Negations == 0
}

// relation returns the literal of a relation. There are four kinds:
//
//   - relations that rules derive, and those of GDL;
//   - facts of the state, which effects make, and fields that are written as relations: hand(?p, rock);
//   - the values of data, and their order;
//   - unknown ones, which never hold.
func (s *scope) relation(x *term, args []logic.Term) literal {
	p := x.relation()
	keyword, isKeyword := keywords[p.Name]
	d := s.data[p.Name]
	switch {
	case isKeyword && keyword != p && !s.derived[p]:
		s.report(syntax.WrongArity, x.Span, "`%s` takes %s, not %d", p.Name, argumentCount(keyword.Arity), p.Arity)
	case s.derived[p] || isKeyword:
	case s.fluents[p].Start.IsValid() || s.fields[p] != nil:
		return s.fact(True.Name, x.Span, &logic.Compound{Name: x.name, Args: args, Span: x.Span})
	case d != nil && p.Arity == 1:
	case d != nil && p.Arity == 2:
		s.need(p.Name+"/2", x.Span)
	default:
		s.unknownRelation(x)
	}
	return s.fact(p.Name, x.Span, args...)
}

// fact returns the literal that an atom holds.
func (s *scope) fact(name string, at syntax.Span, args ...logic.Term) literal {
	return literal{&logic.AtomLiteral{Atom: atom(name, at, args...)}}
}

// negation translates `not`.
//
// A variable that occurs only within the negation means that there is none, and so does the variable of a field that
// is read there. The literals of such a formula cannot be negated one by one, so the formula becomes a relation of
// its own, with the variables that it shares with the rest as arguments: `not (at(?x) and far(?x, ?y))` is not
// line7(?y), where line7(?y) holds if at(?x) and far(?x, ?y) do. Its name is that of the line.
func (s *scope) negation(n *notNode) formula {
	if c, ok := n.of.(*compareNode); ok && c.op == "=/=" && (c.left.isUndefined() || c.right.isUndefined()) {
		return s.formula(&compareNode{Span: c.Span, op: "==", left: c.left, right: c.right})
	}
	inner := s.formula(n.of)
	within := mentions(func(visit func(*term)) { walkTerms(n.of, visit) })
	var shared []logic.Term
	local := false
	for _, v := range formulaVariables(nil, inner) {
		switch {
		case s.mentions[v] == 0 || s.mentions[v] == within[v]:
			local = true
		case !slices.ContainsFunc(shared, func(t logic.Term) bool { return t.String() == v }):
			shared = append(shared, &logic.Variable{Name: v, Span: n.Span})
		}
	}
	if !local {
		return not{inner}
	}
	walkTerms(n.of, func(x *term) {
		if x.kind == variable && s.mentions[x.name] == 1 && !strings.HasPrefix(x.name, "?_") {
			e := s.report(syntax.UnboundVariable, x.Span, "`%s` occurs only here: the negation means that there is none", x.name)
			e.Warning, e.Fix = true, &syntax.Fix{Span: x.Span, Text: "_"}
		}
	})
	// The relation is named after the line, which is the best name there is for a formula.
	line := n.Start.Line
	s.groups[line]++
	name := fmt.Sprintf("line%d", line)
	if k := s.groups[line]; k > 1 {
		name += fmt.Sprintf("_%d", k)
	}
	head := &logic.Atom{Name: s.fresh(name), Args: shared, Span: n.of.Range()}
	s.emit(head, all{inner}, n.of.Range())
	return not{literal{&logic.AtomLiteral{Atom: &logic.Atom{Name: head.Name, Args: shared, Span: n.of.Range()}}}}
}

// formulaVariables appends the variables of a formula.
func formulaVariables(out []string, f formula) []string {
	switch f := f.(type) {
	case literal:
		return variables(out, f.Literal)
	case not:
		return formulaVariables(out, f.of)
	case all:
		for _, p := range f {
			out = formulaVariables(out, p)
		}
	case some:
		for _, p := range f {
			out = formulaVariables(out, p)
		}
	}
	return out
}

// comparison translates `==`, `=/=`, `in`, `<<` and `<<<`. A field without a value makes each of them false, but for
// those with `undefined`.
func (s *scope) comparison(c *compareNode) formula {
	left, right := c.left, c.right
	if (s.reads(right) && !s.reads(left) || left.isUndefined()) && (c.op == "==" || c.op == "=/=") {
		left, right = right, left
	}
	switch {
	case c.op == "in":
		return s.membership(c)
	case c.op == "<<" || c.op == "<<<":
		s.need("<<", c.Span)
		s.need(c.op, c.Span)
		args, reads := s.terms([]*term{left, right})
		return append(reads, s.fact(c.op, c.Span, args...))
	// Only the relation of all fields with a value can be asked whether there is none.
	case s.reads(left) && right.isUndefined() && c.op == "==":
		s.need("value/"+left.fluent().String(), c.Span)
		key, reads := s.key(left)
		return append(reads, not{s.fact(s.valued, c.Span, key)})
	case s.reads(left) && right.isUndefined():
		_, reads := s.value(left)
		return reads
	// `?p.hand == rock` is one literal, which can be negated.
	case s.reads(left) && c.op == "==":
		s.checkValue(left, right)
		value, reads := s.value(right)
		read, more := s.holdsField(left, value)
		return append(append(reads, more...), read)
	}
	if s.reads(left) {
		s.checkValue(left, right)
	}
	args, reads := s.terms([]*term{left, right})
	op := map[string]logic.Op{"==": logic.Equal, "=/=": logic.NotEqual}[c.op]
	return append(reads, literal{&logic.Comparison{Op: op, Left: args[0], Right: args[1], Span: c.Span}})
}

// reads reports whether a term is a field.
func (t *translator) reads(x *term) bool { return x.kind == field || t.field(x) != nil }

// membership translates `x in …`: a type, another relation of one argument, or a list.
func (s *scope) membership(c *compareNode) formula {
	value, reads := s.value(c.left)
	// The elements of a list in the text are alternatives.
	if c.right.kind == list {
		var out some
		for _, a := range c.right.args {
			out = append(out, s.comparison(&compareNode{Span: c.Span, op: "==", left: c.left, right: a}))
		}
		if c.right.rest != nil {
			out = append(out, s.membership(&compareNode{Span: c.Span, op: "in", left: c.left, right: c.right.rest}))
		}
		if out == nil {
			s.report(syntax.UnexpectedToken, c.right.Span, "nothing is in an empty list")
		}
		return out
	}
	if c.right.kind == symbol && !s.reads(c.right) {
		one := &term{Span: c.Span, kind: symbol, name: c.right.name, args: []*term{c.left}}
		return append(reads, s.relation(one, []logic.Term{value}))
	}
	s.need("in", c.Span)
	in, more := s.value(c.right)
	return append(append(reads, more...), s.fact("in", c.Span, value, in))
}

// unknownField reports a field that no statement gives a value.
func (t *translator) unknownField(x *term) {
	e := t.report(syntax.UnknownName, x.Span, "no statement gives the field `%s` a value", x.name)
	var names []string
	for _, p := range t.order {
		names = append(names, p.Name)
	}
	t.suggest(e, x, names)
}

// unknownRelation reports a relation that is never true.
func (t *translator) unknownRelation(x *term) {
	e := t.report(syntax.UnknownName, x.Span, "no statement derives `%s` with %s", x.name, argumentCount(len(x.args)))
	e.Warning = true
	var names []string
	for p := range t.derived {
		names = append(names, p.Name)
	}
	for p := range t.fluents {
		names = append(names, p.Name)
	}
	names = slices.AppendSeq(slices.AppendSeq(names, maps.Keys(keywords)), maps.Keys(t.data))
	slices.Sort(names)
	t.suggest(e, x, names)
}

// checkValue reports a name that is no value of a field, where it is assigned to it or compared with it. Types that
// contain more than names are not checked.
func (t *translator) checkValue(target, value *term) {
	f := t.fields[target.fluent()]
	if f == nil || f.types == nil || value.kind != symbol || value.isUndefined() || t.reads(value) {
		return
	}
	all, open := t.values(f.types)
	if open || len(value.args) == 0 && slices.Contains(all, value.name) {
		return
	}
	e := t.report(syntax.WrongType, value.Span, "`%s` is no value of the field `%s`", value, f.Fluent.Name)
	if t.suggest(e, value, all); e.Fix == nil {
		note(e, f.Span, "its type is here")
	}
}

// suggest adds the name that is spelt almost like that of a term, and the fix that puts it there.
func (r *reader) suggest(e *syntax.Error, x *term, names []string) {
	if r.searches++; r.searches > mostSearches {
		return
	}
	near := label.Nearest(x.name, slices.Compact(names))
	if near == "" || near == x.name {
		return
	}
	// Only the name is replaced: in front of arguments, or at the end of a field.
	end := x.End
	start := end
	start.Offset, start.Col = end.Offset-len(x.name), end.Col-len([]rune(x.name))
	if len(x.args) > 0 { // the name is in front of its arguments
		start = x.Start
		end = start
		end.Offset, end.Col = start.Offset+len(x.name), start.Col+len([]rune(x.name))
	}
	at := syntax.Span{Start: start, End: end}
	e.Fix = &syntax.Fix{Span: at, Text: near}
	note(e, syntax.Span{}, "did you mean `%s`?", near)
}

// checkHead reports a relation that no rule derives.
func (t *translator) checkHead(x *term) {
	p := x.relation()
	keyword, isKeyword := keywords[p.Name]
	switch {
	case isKeyword && keyword.Arity != p.Arity:
		t.report(syntax.WrongArity, x.Span, "`%s` takes %s, not %d", p.Name, argumentCount(keyword.Arity), p.Arity)
	case p == True || p == Does:
		t.report(syntax.MisplacedPredicate, x.Span, "rules derive no `%s`: the game says what that is", p.Name)
	}
}
