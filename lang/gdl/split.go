package gdl

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mostDirect is how many rules a body becomes at most before its disjunctions become relations of their own. Games
// say with a dozen of `or` that some pieces are in different places, which would be thousands of rules.
const mostDirect = 64

// unfold returns the bodies that a body stands for.
//
// Where there are many, each disjunction becomes a relation with the variables that it shares with the rest of the
// rule (Plaisted and Greenbaum, “A structure-preserving clause form translation”, J. Symbolic Computation 1986). Its
// rules repeat the atoms around the disjunction that give these variables values, as they could be unsafe without.
func (r *reader) unfold(head *logic.Atom, body formula, at syntax.Span) [][]logic.Literal {
	bodies, ok := alternatives(body, false)
	if ok && len(bodies) <= r.direct {
		return bodies
	}
	parts := conjuncts(nil, body, false)
	// Disjunctions that contain atoms come first: they may give values to variables of the others.
	slices.SortStableFunc(parts, func(a, b formula) int { return rank(a) - rank(b) })
	if ok && len(parts) == 1 {
		return bodies // there are as many alternatives as the text has
	}
	// The literals come first, so that all of them can be guards; a disjunction can be one for those behind it.
	var rest []logic.Literal
	for i, p := range parts {
		if l, ok := p.(literal); ok {
			rest = append(rest, l.Literal)
		} else {
			rest = append(rest, r.disjunction(head, p.(some), slices.Concat(parts[:i], parts[i+1:]), rest, at))
		}
	}
	return [][]logic.Literal{rest}
}

// rank orders the parts of a conjunction: literals, disjunctions that give values to variables, and others.
func rank(f formula) int {
	if _, ok := f.(literal); ok {
		return 0
	}
	if binding(f, false) {
		return 1
	}
	return 2
}

// binding reports whether a formula, or its negation, contains an atom that is not negated.
func binding(f formula, negated bool) bool {
	switch f := f.(type) {
	case literal:
		a, ok := f.Literal.(*logic.AtomLiteral)
		return ok && (a.Negations > 0) == negated
	case not:
		return binding(f.of, !negated)
	case all:
		return slices.ContainsFunc(f, func(p formula) bool { return binding(p, negated) })
	case some:
		return slices.ContainsFunc(f, func(p formula) bool { return binding(p, negated) })
	}
	return false
}

// conjuncts appends the parts of a conjunction, or of the negation of a disjunction: literals, and disjunctions.
func conjuncts(out []formula, f formula, negated bool) []formula {
	var parts []formula
	joined := false
	switch f := f.(type) {
	case literal:
		if negated {
			return append(out, literal{opposite(f.Literal)})
		}
		return append(out, f)
	case not:
		return conjuncts(out, f.of, !negated)
	case all:
		parts, joined = f, !negated
	case some:
		parts, joined = f, negated
	}
	if joined {
		for _, p := range parts {
			out = conjuncts(out, p, negated)
		}
		return out
	}
	// The negation of a conjunction is a disjunction of negations.
	var choice some
	for _, p := range parts {
		if negated {
			p = not{p}
		}
		choice = append(choice, p)
	}
	return append(out, choice)
}

// disjunction adds the rules of a disjunction, and returns the literal that stands for it.
func (r *reader) disjunction(head *logic.Atom, choice some, others []formula, around []logic.Literal,
	at syntax.Span) logic.Literal {
	// Variables that occur in the disjunction alone need not be known outside.
	outside := make(map[string]bool)
	for _, v := range formulaVariables(termVariables(nil, &logic.Compound{Args: head.Args}), all(others)) {
		outside[v] = true
	}
	var shared []logic.Term
	for _, v := range formulaVariables(nil, choice) {
		if outside[v] {
			shared, outside[v] = append(shared, &logic.Variable{Name: v, Span: at}), false
		}
	}
	r.groups[at.Start.Line]++
	relation := &logic.Atom{Name: r.fresh(fmt.Sprintf("line%d_%d", at.Start.Line, r.groups[at.Start.Line])), Args: shared,
		Span: at}
	// The guards are the first atoms around it that contain all shared variables, if there are such.
	var guards all
	for _, l := range around {
		needed := func(v string) bool {
			wanted := slices.ContainsFunc(shared, func(t logic.Term) bool { return t.String() == v })
			return wanted && !slices.Contains(formulaVariables(nil, guards), v)
		}
		if isAtom(literal{l}) && slices.ContainsFunc(variables(nil, l), needed) {
			guards = append(guards, literal{l})
		}
	}
	for _, c := range choice {
		for _, b := range r.unfold(relation, append(guards[:len(guards):len(guards)], c), at) {
			r.add(relation, b, at)
		}
	}
	return &logic.AtomLiteral{Atom: relation}
}
