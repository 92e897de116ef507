package asp

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// conjunctions returns the ways in which all of several literals can be met.
func (u *unfolder) conjunctions(literals []literal) [][]logic.Literal {
	lists := make([][][]logic.Literal, len(literals))
	for i, l := range literals {
		lists[i] = l.literals(u)
	}
	var out [][]logic.Literal
	for _, chosen := range product(u, lists) {
		out = append(out, slices.Concat(chosen...))
	}
	return out
}

func (l *atomLiteral) literals(u *unfolder) (out [][]logic.Literal) {
	for _, a := range u.atoms(l.atom) {
		out = append(out, append(a.ranges, &logic.AtomLiteral{Atom: a.value, Negations: l.negations}))
	}
	return out
}

// literals returns a comparison of each two terms side by side. `X = 1..3` becomes a range of X.
func (c *comparison) literals(u *unfolder) [][]logic.Literal {
	terms := slices.Clone(c.terms)
	ranged := len(c.ops) == 1 && c.ops[0] == logic.Equal
	switch {
	case ranged && terms[1].kind == nInterval:
		return u.rangeOf(terms[0], terms[1], c.Span)
	case ranged && terms[0].kind == nInterval:
		return u.rangeOf(terms[1], terms[0], c.Span)
	}
	var out [][]logic.Literal
	for _, a := range u.terms(terms) {
		literals := a.ranges
		for i, op := range c.ops {
			literals = append(literals, &logic.Comparison{Op: op, Left: a.value[i], Right: a.value[i+1], Span: c.Span})
		}
		out = append(out, literals)
	}
	return out
}

// rangeOf returns the literals of `term = interval`. A term that is no variable is compared with one.
func (u *unfolder) rangeOf(term, interval *node, span syntax.Span) (out [][]logic.Literal) {
	for _, a := range u.terms([]*node{term, interval.args[0], interval.args[1]}) {
		r := &logic.Range{Term: a.value[0], From: a.value[1], To: a.value[2], Span: span}
		literals := append(a.ranges, r)
		if _, ok := r.Term.(*logic.Variable); !ok {
			v := &logic.Variable{Name: u.fresh(rangeName), Span: interval.Span}
			literals = append(literals, &logic.Comparison{Op: logic.Equal, Left: r.Term, Right: v, Span: span})
			r.Term = v
		}
		out = append(out, literals)
	}
	return out
}

// literals returns nothing to meet for a literal that holds, and no way to meet one that does not.
func (t *truth) literals(*unfolder) [][]logic.Literal {
	if t.value {
		return [][]logic.Literal{nil}
	}
	never := &logic.Comparison{Op: logic.Equal, Left: logic.Integer(0), Right: logic.Integer(1), Span: t.Span}
	return [][]logic.Literal{{never}}
}

// literals returns a literal for each way to meet the condition, for the literal has to hold in all of them.
func (c *conditional) literals(u *unfolder) [][]logic.Literal {
	heads := c.literal.literals(u)
	if len(heads) == 1 && len(heads[0]) == 0 {
		return [][]logic.Literal{nil}
	}
	if len(heads) != 1 || len(heads[0]) != 1 {
		if !u.refused {
			u.refused = true
			u.report(syntax.NotSupported, c.Span,
				"pools, intervals and several comparisons are not supported before the `:` of a condition",
				syntax.Note{Msg: "define a predicate by them, and ask for that"})
		}
		return nil
	}
	if len(c.condition) == 0 {
		return heads
	}
	var all []logic.Literal
	for _, condition := range u.conjunctions(c.condition) {
		all = append(all, &logic.Conditional{Literal: heads[0][0], Condition: condition, Span: c.Span})
	}
	return [][]logic.Literal{all}
}

// literals returns an aggregate for each way to choose the terms that it is compared with.
func (a *aggregate) literals(u *unfolder) (out [][]logic.Literal) {
	var elements []logic.AggregateElement
	for _, e := range a.elements {
		elements = append(elements, u.element(a, e, len(elements))...)
	}
	bounds := make([]*node, len(a.guards))
	for i, g := range a.guards {
		bounds[i] = g.term
	}
	for _, b := range u.terms(bounds) {
		one := &logic.Aggregate{Negated: a.negated, Function: a.function, Elements: elements, Span: a.Span}
		literals := b.ranges
		for i, g := range a.guards {
			bound := b.value[i]
			if a.negated && !isPlain(bound) {
				// Without a result, the literal fails, and is not the negation of one that does.
				v := &logic.Variable{Name: u.fresh(valueName), Span: g.term.Span}
				literals = append(literals, &logic.Comparison{Op: logic.Equal, Left: v, Right: bound, Span: g.term.Span})
				bound = v
			}
			one.Guards = append(one.Guards, logic.Guard{Op: g.op, Term: bound})
		}
		out = append(out, append(literals, settle(one)...))
	}
	return out
}

// settle returns an aggregate with the comparison that takes the place of its second guard where the value is known
// by `=`: the variables of the other guard can depend on it then.
func settle(a *logic.Aggregate) []logic.Literal {
	equal := slices.IndexFunc(a.Guards, func(g logic.Guard) bool { return g.Op == logic.Equal })
	if a.Negated || equal < 0 || len(a.Guards) < 2 {
		return []logic.Literal{a}
	}
	value, other := a.Guards[equal], a.Guards[1-equal]
	a.Guards = []logic.Guard{value}
	return []logic.Literal{a, &logic.Comparison{Op: other.Op, Left: value.Term, Right: other.Term, Span: a.Span}}
}

// isPlain reports whether a term contains no calculation.
func isPlain(t logic.Term) bool {
	switch t := t.(type) {
	case *logic.Calculation:
		return false
	case *logic.Compound:
		return !slices.ContainsFunc(t.Args, func(a logic.Term) bool { return !isPlain(a) })
	}
	return true
}

// element returns the elements that one as written stands for. There are some before it.
func (u *unfolder) element(a *aggregate, e aggregateElement, before int) (out []logic.AggregateElement) {
	conditions := u.conjunctions(e.condition)
	if e.literal != nil {
		for _, literals := range e.literal.literals(u) {
			for _, condition := range conditions {
				tuple, literals := u.identify(literals, before+len(out))
				out = append(out, logic.AggregateElement{Tuple: tuple, Condition: slices.Concat(literals, condition)})
			}
		}
		return out
	}
	for _, t := range u.terms(e.tuple) {
		ranges := t.ranges
		if a.positive && len(t.value) > 0 {
			weighs := &logic.Comparison{Op: logic.Greater, Left: t.value[0], Right: logic.Integer(0), Span: a.Span}
			ranges = append(ranges, weighs)
		}
		for _, condition := range conditions {
			out = append(out, logic.AggregateElement{Tuple: t.value, Condition: slices.Concat(condition, ranges)})
		}
	}
	return out
}

// identify returns the tuple that a literal of a set is counted by, and the literals that have to hold for it. As in
// clingo, an atom is counted once, and so is its absence, but each comparison counts for itself. A `_` in an
// atom becomes a variable, for its values are counted; below `not` it stands for all values together.
func (u *unfolder) identify(literals []logic.Literal, number int) ([]logic.Term, []logic.Literal) {
	last := len(literals) - 1
	if last >= 0 {
		if l, ok := literals[last].(*logic.AtomLiteral); ok {
			atom := &logic.Compound{Name: l.Name, Args: l.Args, Span: l.Span}
			named := u.nameAnonymous(atom, l.Negations > 0).(*logic.Compound)
			if l.Negations == 0 {
				l = &logic.AtomLiteral{Atom: &logic.Atom{Name: l.Name, Args: named.Args, Span: l.Span}}
			}
			return []logic.Term{logic.Integer(l.Negations), named}, append(literals[:last:last], l)
		}
	}
	tuple := []logic.Term{logic.Integer(3 + number)}
	for _, l := range literals {
		switch l := l.(type) {
		case *logic.Comparison:
			tuple = append(tuple, l.Left, l.Right)
		case *logic.Range:
			tuple = append(tuple, l.Term)
		}
	}
	return tuple, literals
}

// nameAnonymous returns a term with a variable of its own in the place of each `_`, or with the string "_".
func (u *unfolder) nameAnonymous(t logic.Term, absent bool) logic.Term {
	switch t := t.(type) {
	case *logic.Variable:
		if t.Name == "_" && absent {
			return logic.String("_")
		} else if t.Name == "_" {
			return &logic.Variable{Name: u.fresh(anyName), Span: t.Span}
		}
	case *logic.Compound:
		args := make([]logic.Term, len(t.Args))
		for i, a := range t.Args {
			args[i] = u.nameAnonymous(a, absent)
		}
		return &logic.Compound{Name: t.Name, Args: args, Span: t.Span}
	}
	return t
}
