package gdl

import (
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// formula is a body as it is written: [all], [some], [not] or a [literal]. Both languages nest these in any way, and
// the rules of logic programs have none but conjunctions of literals.
type formula interface{ formula() }

// all is the conjunction of its parts, and some their disjunction.
type (
	all  []formula
	some []formula
)

// not holds where its part does not.
type not struct{ of formula }

// literal is an atom or a comparison.
type literal struct{ logic.Literal }

func (all) formula()     {}
func (some) formula()    {}
func (not) formula()     {}
func (literal) formula() {}

// alternatives returns the disjunctive normal form of a formula or of its negation: bodies in the order of the text,
// any of which has to hold. It reports false if there are more than mostAlternatives.
//
// Negations move inwards by the laws of De Morgan. This is sound as the programs of games are stratified: their one
// model gives each atom a truth value.
func alternatives(f formula, negated bool) (bodies [][]logic.Literal, ok bool) {
	switch f := f.(type) {
	case literal:
		if negated {
			return [][]logic.Literal{{opposite(f.Literal)}}, true
		}
		return [][]logic.Literal{{f.Literal}}, true
	case not:
		return alternatives(f.of, !negated)
	case all:
		if negated {
			return union(f, negated)
		}
		return product(f, negated)
	case some:
		if negated {
			return product(f, negated)
		}
		return union(f, negated)
	}
	panic("gdl: unknown formula")
}

// union returns the bodies of all parts.
func union(parts []formula, negated bool) (bodies [][]logic.Literal, ok bool) {
	for _, f := range parts {
		more, ok := alternatives(f, negated)
		if bodies = append(bodies, more...); !ok || len(bodies) > mostAlternatives {
			return nil, false
		}
	}
	return bodies, true
}

// product returns each way to join a body of every part. Their number is checked before they are made.
func product(parts []formula, negated bool) (bodies [][]logic.Literal, ok bool) {
	bodies = [][]logic.Literal{nil}
	for _, f := range parts {
		more, ok := alternatives(f, negated)
		if !ok || len(bodies)*len(more) > mostAlternatives {
			return nil, false
		}
		var joined [][]logic.Literal
		for _, b := range bodies {
			for _, m := range more {
				joined = append(joined, append(b[:len(b):len(b)], m...))
			}
		}
		bodies = joined
	}
	return bodies, true
}

// opposites are the comparisons that hold where others do not.
var opposites = map[logic.Op]logic.Op{logic.Equal: logic.NotEqual, logic.NotEqual: logic.Equal}

// opposite returns the literal that holds where another does not.
func opposite(l logic.Literal) logic.Literal {
	switch l := l.(type) {
	case *logic.AtomLiteral:
		return &logic.AtomLiteral{Atom: l.Atom, Negations: 1 - l.Negations}
	case *logic.Comparison:
		return &logic.Comparison{Op: opposites[l.Op], Left: l.Left, Right: l.Right, Span: l.Span}
	}
	panic("gdl: no such literal in a formula")
}
