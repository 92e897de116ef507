package gdl

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// translator makes rules of statements.
//
// A field r.f is the fluent f(r, value). An effect derives next(f(r, value)) and assigned(f(r)); what is not assigned
// stays. An effect that takes the value away derives cleared(f(r)) in the place of a fluent. Two values at once
// derive conflict(f(r)).
type translator struct {
	*reader
	*names
	tree *tree
	// The names of generated relations that the text does not contain; `<<`, `<<<` and `in` are no names in it.
	assigned, cleared, conflict, valued, list string
	needs                                     map[string]syntax.Span // where generated relations first occur
}

// translate makes the rules of the statements that were read.
func translate(r *reader, n *names, tree *tree) {
	t := &translator{reader: r, names: n, tree: tree, needs: make(map[string]syntax.Span)}
	// The names are for explanations: "there is no value of hand(ann)".
	for name, to := range map[string]*string{"assigned": &t.assigned, "cleared": &t.cleared, "conflict": &t.conflict,
		"value": &t.valued, "list": &t.list} {
		*to = t.fresh(name)
	}
	for _, node := range tree.roles {
		for _, name := range node.names {
			t.add(&logic.Atom{Name: Role.Name, Args: []logic.Term{t.constant(name)}, Span: name.Span}, nil, name.Span)
		}
		for _, f := range node.fields {
			if f.value != nil {
				t.initial(f.initial())
			}
		}
	}
	for _, i := range tree.inits {
		t.initial(i)
	}
	for _, node := range tree.rules {
		t.rule(node)
	}
	t.persistence()
	// A relation that both effects make and rules derive holds in either case. The order of the map does not matter,
	// as rules are sorted by place.
	for p, at := range t.fluents {
		if t.derived[p] || keywords[p.Name] == p {
			fact := &logic.Atom{Name: p.Name, Args: numbered(p.Arity, at), Span: at}
			state := &logic.Compound{Name: p.Name, Args: fact.Args, Span: at}
			t.add(fact, []logic.Literal{&logic.AtomLiteral{Atom: atom(True.Name, at, state)}}, at)
		}
	}
	t.types()
	t.fieldSlips()
	rules := r.game.Program.Rules
	slices.SortStableFunc(rules, func(a, b *logic.Rule) int { return a.Start.Offset - b.Start.Offset })
}

// initial returns what a field with a value in the beginning stands for: `cell(Row): T = v` is
// `init ?role.cell(?1) := v :- ?1 in Row`.
func (f *fieldNode) initial() *initNode {
	at := f.name.Span
	target := &term{Span: at, kind: field, name: f.name.name, owner: &term{Span: at, kind: variable, name: "?role"}}
	var body node
	if n := len(f.name.args); n > 0 {
		types := &andNode{Span: at}
		for i, of := range f.name.args {
			arg := &term{Span: of.Span, kind: variable, name: "?" + strconv.Itoa(i+1)}
			target.args = append(target.args, arg)
			types.parts = append(types.parts, &compareNode{Span: of.Span, op: "in", left: arg, right: of})
		}
		body = types
	}
	return &initNode{effects: []effectNode{{Span: at, target: target, value: f.value}}, body: body}
}

// initial makes rules of `init lvalue := value :- body`.
func (t *translator) initial(i *initNode) {
	s := t.scope(func(visit func(*term)) {
		walkEffects(i.effects, visit)
		walkTerms(i.body, visit)
	})
	body := all{}
	if i.body != nil {
		body = append(body, s.formula(i.body))
	}
	for _, e := range i.effects {
		f, reads := s.fluent(e)
		if e.value != nil && e.value.isUndefined() {
			continue // a field without a value has no fluent
		}
		if e.value != nil {
			value, more := s.value(e.value)
			f.Args, reads = append(f.Args, value), append(reads, more...)
			t.checkValue(e.target, e.value)
		}
		s.emit(atom(Init.Name, e.Span, f), append(body[:len(body):len(body)], reads...), e.Span)
	}
}

// rule makes the rules of a statement `heads :- body ==> effects`: one for each head with the body, and those of the
// effects with the body and the moves among the heads.
func (t *translator) rule(r *ruleNode) {
	s := t.scope(r.walk)
	body := all{}
	var heads []node
	for _, h := range r.heads {
		switch h.(type) {
		case *moveNode, *goalNode:
			heads = append(heads, h)
		case *relationNode:
			if !r.conditional() {
				heads = append(heads, h)
				continue
			}
			body = append(body, s.formula(h))
		default:
			if !r.conditional() {
				t.report(syntax.NotAFact, h.Range(), "this is a condition, and cannot be derived").
					Notes = []syntax.Note{{Msg: "conditions stand behind `:-`; fields get values behind `==>`"}}
				return
			}
			body = append(body, s.formula(h))
		}
	}
	if r.body != nil {
		body = append(body, s.formula(r.body))
	}
	var moves []*moveNode
	for _, h := range heads {
		switch h := h.(type) {
		case *relationNode:
			args, reads := s.terms(h.args)
			t.checkHead(h.term)
			s.emit(&logic.Atom{Name: h.name, Args: args, Span: h.Span}, slices.Concat(body, reads), r.Span)
		case *goalNode:
			s.owner(h.role)
			args, reads := s.terms([]*term{h.role, h.value})
			s.emit(atom(Goal.Name, h.Span, args...), slices.Concat(body, reads), r.Span)
		case *moveNode:
			moves = append(moves, h)
			args, reads := s.terms([]*term{h.actor, h.action})
			whole := slices.Concat(body, reads)
			if h.actor.kind == variable {
				whole = append(all{literal{&logic.AtomLiteral{Atom: atom(Role.Name, h.actor.Span, args[0])}}}, whole...)
			}
			s.actionTypes(h, r.effects)
			s.emit(atom(Legal.Name, h.Span, args...), whole, r.Span)
		}
	}
	for _, done := range s.joint(moves) {
		for _, e := range r.effects {
			s.effect(e, slices.Concat(done, body), r.Span)
		}
	}
}

// joint returns the ways in which the moves of a statement are done, as literals of does/2. Those of different actors
// are done together; each of those of one actor is a way. Without moves there is one way, which asks for nothing.
func (s *scope) joint(moves []*moveNode) []all {
	ways := []all{nil}
	var actors []string
	for _, m := range moves {
		if slices.Contains(actors, m.actor.String()) {
			continue
		}
		actors = append(actors, m.actor.String())
		var more []all
		for _, w := range ways {
			for _, other := range moves {
				if other.actor.String() == m.actor.String() {
					args, reads := s.terms([]*term{other.actor, other.action})
					done := literal{&logic.AtomLiteral{Atom: atom(Does.Name, other.Span, args...)}}
					more = append(more, slices.Concat(w, all{done}, reads))
				}
			}
		}
		ways = more
	}
	return ways
}

// effect makes the rules of an effect, which happens where the body holds. A body that reads a field without a value
// does not hold, so that nothing is assigned then.
func (s *scope) effect(e effectNode, body all, at syntax.Span) {
	f, reads := s.fluent(e)
	body = slices.Concat(body, reads)
	if e.value == nil {
		s.emit(atom(Next.Name, e.Span, f), body, at)
		return
	}
	if e.value.isUndefined() {
		s.need("cleared/"+e.target.fluent().String(), e.Span)
		s.emit(atom(s.cleared, e.Span, f), body, at)
	} else {
		s.checkValue(e.target, e.value)
		value, more := s.value(e.value)
		body = append(body, more...)
		after := &logic.Compound{Name: f.Name, Args: append(f.Args[:len(f.Args):len(f.Args)], value), Span: e.Span}
		s.emit(atom(Next.Name, e.Span, after), body, at)
	}
	s.emit(atom(s.assigned, e.Span, f), body, at)
}

// persistence makes the rules by which fields keep their values, and are found to have two:
//
//	next(f(A, V)) :- true(f(A, V)), not assigned(f(A)).
//	conflict(f(A)) :- next(f(A, V)), next(f(A, W)), V != W.      and the same of init
//	conflict(f(A)) :- cleared(f(A)), next(f(A, V)).
//	value(f(A)) :- true(f(A, V)).
func (t *translator) persistence() {
	if len(t.order) > 0 {
		t.game.Conflict = logic.Predicate{Name: t.conflict, Arity: 1}
	}
	for _, p := range t.order {
		f := t.fields[p]
		t.game.Fields = append(t.game.Fields, f.Field)
		args := numbered(p.Arity-1, f.Span)
		value, other := &logic.Variable{Name: "?value", Span: f.Span}, &logic.Variable{Name: "?other", Span: f.Span}
		key := &logic.Compound{Name: p.Name, Args: args, Span: f.Span}
		of := func(v logic.Term) *logic.Compound {
			return &logic.Compound{Name: p.Name, Args: append(args[:len(args):len(args)], v), Span: f.Span}
		}
		is := func(name string, args ...logic.Term) logic.Literal {
			return &logic.AtomLiteral{Atom: atom(name, f.Span, args...)}
		}
		differ := func(a, b logic.Term) logic.Literal {
			return &logic.Comparison{Op: logic.NotEqual, Left: a, Right: b, Span: f.Span}
		}
		t.add(atom(Next.Name, f.Span, of(value)), []logic.Literal{is(True.Name, of(value)),
			opposite(is(t.assigned, key))}, f.Span)
		for _, when := range []string{Init.Name, Next.Name} {
			t.add(atom(t.conflict, f.Span, key), []logic.Literal{is(when, of(value)), is(when, of(other)),
				differ(value, other)}, f.Span)
		}
		if at := t.needs["cleared/"+p.String()]; at.Start.IsValid() {
			t.add(atom(t.conflict, f.Span, key), []logic.Literal{is(t.cleared, key), is(Next.Name, of(value))}, f.Span)
		}
		if t.needs["value/"+p.String()].Start.IsValid() {
			t.add(atom(t.valued, f.Span, key), []logic.Literal{is(True.Name, of(value))}, f.Span)
		}
	}
}

// numbered returns as many variables: ?1, ?2 and so on.
func numbered(n int, at syntax.Span) []logic.Term {
	all := make([]logic.Term, n)
	for i := range all {
		all[i] = &logic.Variable{Name: "?" + strconv.Itoa(i+1), Span: at}
	}
	return all
}

// atom returns an atom.
func atom(name string, at syntax.Span, args ...logic.Term) *logic.Atom {
	return &logic.Atom{Name: name, Args: args, Span: at}
}

// need notes that a generated relation occurs.
func (t *translator) need(name string, at syntax.Span) {
	if !t.needs[name].Start.IsValid() {
		t.needs[name] = at
	}
}
