package logic

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/scc"
)

// Component is a strongly connected component of the graph in which predicates depend on the rules that derive them,
// and rules on the predicates of their bodies and conditions.
//
// A rule that is on no cycle is a component of its own, without predicates, and so is each constraint. A predicate
// that is on no cycle is a component without rules.
type Component struct {
	Rules      []*Rule     // in the order of the program
	Predicates []Predicate // in the order in which they first occur
	// Through is a literal of a rule of the component on whose predicate, which belongs to the component, the rule
	// does not depend positively: a negation, an aggregate, a conditional literal or the condition of a choice. It is
	// nil if there is none, and the component can be evaluated without search if its rules are no choices.
	Through Literal
	// ThroughRule is the rule of Through.
	ThroughRule *Rule
}

// Dependencies calls yield with each predicate that the rule depends on, and the literal of the body, or of the
// condition of a choice, that contains it. It is positive if the literal is an atom of the body that is not negated.
func (r *Rule) Dependencies(yield func(p Predicate, in Literal, positive bool)) {
	condition := func(in Literal, ls []Literal) {
		for _, l := range ls {
			if a, ok := l.(*AtomLiteral); ok {
				yield(a.Predicate(), in, false)
			}
		}
	}
	if c, ok := r.Head.(*Choice); ok {
		for _, e := range c.Elements {
			for _, l := range e.Condition {
				condition(l, []Literal{l})
			}
		}
	}
	for _, l := range r.Body {
		switch l := l.(type) {
		case *AtomLiteral:
			yield(l.Predicate(), l, l.Negations == 0)
		case *Conditional:
			condition(l, append([]Literal{l.Literal}, l.Condition...))
		case *Aggregate:
			for _, e := range l.Elements {
				condition(l, e.Condition)
			}
		}
	}
}

// Derives calls yield with the predicate of each atom of the head.
func (r *Rule) Derives(yield func(Predicate)) {
	switch h := r.Head.(type) {
	case *Atom:
		yield(h.Predicate())
	case *Choice:
		for _, e := range h.Elements {
			yield(e.Atom.Predicate())
		}
	}
}

// Components returns the components of a program's dependency graph, each behind all that it depends on. The time is
// linear in the size of the program.
func Components(rules []*Rule) []*Component {
	numbers := make(map[Predicate]int32) // numbers of the predicates' nodes, which come after the rules' nodes
	var predicates []Predicate
	node := func(p Predicate) int32 {
		n, ok := numbers[p]
		if !ok {
			n = int32(len(rules) + len(predicates))
			numbers[p], predicates = n, append(predicates, p)
		}
		return n
	}
	for _, r := range rules {
		r.Derives(func(p Predicate) { node(p) })
		r.Dependencies(func(p Predicate, _ Literal, _ bool) { node(p) })
	}
	g := scc.New(len(rules)+len(predicates), func(edge func(from, to int32)) {
		for i, r := range rules {
			r.Derives(func(p Predicate) { edge(node(p), int32(i)) })
			r.Dependencies(func(p Predicate, _ Literal, _ bool) { edge(int32(i), node(p)) })
		}
	})
	var out []*Component
	component := make([]*Component, len(rules)+len(predicates)) // by node
	for _, nodes := range g.Components() {
		slices.Sort(nodes)
		c := &Component{}
		out = append(out, c)
		for _, n := range nodes {
			component[n] = c
			if at := int(n) - len(rules); at < 0 {
				c.Rules = append(c.Rules, rules[n])
			} else {
				c.Predicates = append(c.Predicates, predicates[at])
			}
		}
	}
	for i, r := range rules {
		c := component[i]
		r.Dependencies(func(p Predicate, in Literal, positive bool) {
			if c.Through == nil && !positive && component[node(p)] == c {
				c.Through, c.ThroughRule = in, r
			}
		})
	}
	return out
}
