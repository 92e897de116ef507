package logic

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// hit is the predicate of the instances that are asked for. No language has predicates of this name.
const hit = "\x00hit"

// Instances returns all instances of a rule that derive an atom in the model, where [Model.Reason] has the first of
// all rules. Choices have none.
func (m *Model) Instances(ctx context.Context, r *logic.Rule, atom ground.Atom) ([]*Reason, error) {
	return m.instances(ctx, r, atom, r.Body)
}

// instances asks a program of one rule, whose facts are those of the model and whose head has all variables. If the
// model has not all of them, the program has the rules for them, too.
func (m *Model) instances(
	ctx context.Context, r *logic.Rule, atom ground.Atom, body []logic.Literal,
) ([]*Reason, error) {
	base := m.program.base
	head, ok := r.Head.(*logic.Atom)
	if !ok || head.Predicate() != base.Atoms.Predicate(atom) {
		return nil, nil
	}
	query := &logic.Rule{Source: r.Source, Span: r.Span}
	for i, arg := range base.Atoms.Args(atom) {
		query.Body = append(query.Body, &logic.Comparison{Op: logic.Equal, Left: head.Args[i], Right: quote(base, arg)})
	}
	query.Body = append(query.Body, body...)
	names := Variables(&logic.Rule{Head: head, Body: body})
	to := &logic.Atom{Name: hit}
	for _, name := range names {
		to.Args = append(to.Args, &logic.Variable{Name: name})
	}
	query.Head = to

	o := Options{MaxRules: m.program.options.MaxRules, Outputs: []logic.Predicate{to.Predicate()}}
	var facts []ground.Atom
	rules := []*logic.Rule{query}
	if m.isPartial(query) {
		for _, r := range m.program.rules {
			rules = append(rules, r.source)
		}
		o.Inputs, facts = m.program.options.Inputs, m.given()
	} else {
		query.Dependencies(func(p logic.Predicate, _ logic.Literal, _ bool) {
			if !slices.Contains(o.Inputs, p) {
				o.Inputs = append(o.Inputs, p)
				facts = append(facts, m.unsorted(p)...)
			}
		})
	}
	program, err := Compile(ctx, base, &logic.Program{Rules: rules}, o)
	if err != nil {
		return nil, err
	}
	answer, err := program.Solve(ctx, facts, 0, 1)
	if err != nil {
		return nil, err
	}
	var found []*Reason
	for _, a := range answer.Models[0].Atoms(to.Predicate()) {
		reason := answer.Models[0].Reason(a)
		reason.Rule = r
		found = append(found, reason)
	}
	return found, nil
}

// isPartial reports whether the model has not all atoms that a rule depends on.
func (m *Model) isPartial(r *logic.Rule) bool {
	partial := false
	r.Dependencies(func(p logic.Predicate, _ logic.Literal, _ bool) {
		relation := m.program.predicates[p]
		partial = partial || relation != nil && relation.onDemand
	})
	return partial
}

// given returns the facts of the question that the model answers.
func (m *Model) given() []ground.Atom {
	var out []ground.Atom
	for _, rec := range m.facts.records {
		if rec.reason == given && !rec.possible {
			out = append(out, rec.atom)
		}
	}
	return out
}

// quote returns a ground term as a term of programs.
func quote(base *Base, n ground.Term) logic.Term {
	terms := &base.Terms
	switch terms.Kind(n) {
	case ground.IntegerKind:
		return logic.Integer(terms.Value(n))
	case ground.StringKind:
		return logic.String(terms.Name(n))
	}
	c := &logic.Compound{Name: terms.Name(n)}
	for _, arg := range terms.Args(n) {
		c.Args = append(c.Args, quote(base, arg))
	}
	return c
}

// Miss is an instance of a rule that does not derive its head: literals of the body hold up to one that does not. The
// order is that of the body, but for comparisons and negations, which come last.
type Miss struct {
	Reason               // of the literals that hold; Values is not set
	Fails  logic.Literal // the literal that does not hold in any such instance
	// Atom is the atom of Fails, if it is one. The symbol `_` stands for variables without a value.
	Atom *ground.Atom
}

// Nearest returns the instance of a rule for an atom of which most literals hold before one fails. It returns nil if
// the rule derives the atom, and if its head is not like the atom.
func (m *Model) Nearest(ctx context.Context, r *logic.Rule, atom ground.Atom) (*Miss, error) {
	body := slices.Clone(r.Body)
	slices.SortStableFunc(body, func(a, b logic.Literal) int { return late(a) - late(b) })
	var miss *Miss
	for n := range len(body) + 1 {
		found, err := m.instances(ctx, r, atom, body[:n])
		if _, unsafe := err.(*syntax.Error); unsafe {
			continue // a comparison has to wait for what gives its variables values
		}
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			break
		}
		if n == len(body) {
			return nil, nil
		}
		miss = &Miss{Reason: *found[0], Fails: body[n]}
		if l, ok := body[n].(*logic.AtomLiteral); ok {
			head := r.Head.(*logic.Atom)
			names := Variables(&logic.Rule{Head: head, Body: body[:n]})
			args := make([]ground.Term, len(l.Args))
			for i, t := range l.Args {
				args[i] = m.program.base.instance(t, names, found[0].Values)
			}
			a := m.program.base.Atoms.Intern(l.Predicate(), args)
			miss.Atom = &a
		}
	}
	return miss, nil
}

// Ground returns the number of a term without variables.
func (b *Base) Ground(t logic.Term) ground.Term { return b.instance(t, nil, nil) }

// instance returns a term with values in the place of its variables. The symbol `_` stands for variables without a
// value, and for calculations without a result.
func (b *Base) instance(t logic.Term, names []string, values []ground.Term) ground.Term {
	unknown := func() ground.Term { return b.Terms.Compound("_") }
	all := func(ts []logic.Term) []ground.Term {
		out := make([]ground.Term, len(ts))
		for i, t := range ts {
			out[i] = b.instance(t, names, values)
		}
		return out
	}
	switch t := t.(type) {
	case logic.Integer:
		return b.Terms.Integer(int32(t))
	case logic.String:
		return b.Terms.String(string(t))
	case *logic.Compound:
		return b.Terms.Compound(t.Name, all(t.Args)...)
	case *logic.Variable:
		if i := slices.Index(names, t.Name); i >= 0 {
			return values[i]
		}
	case *logic.Calculation:
		f := &frame{terms: &b.Terms}
		if result, ok := f.calculate(t.Op, all(t.Operands)); ok {
			return result
		}
	}
	return unknown()
}

// late returns 1 for literals that can only check the values of variables.
func late(l logic.Literal) int {
	switch l := l.(type) {
	case *logic.AtomLiteral:
		return min(l.Negations, 1)
	case *logic.Comparison:
		if l.Op == logic.Equal {
			return 0
		}
	case *logic.Range:
		return 0
	}
	return 1
}
