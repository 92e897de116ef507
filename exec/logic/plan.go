package logic

import (
	"fmt"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// step is a literal with the way in which it is evaluated.
type step struct {
	op      stepOp
	literal *literal
	age     age
	index   *index
	keys    []pattern // of the index
	args    []pattern // of the atom, or the terms
	demand  *demand   // nil unless the atoms are derived on demand
	asks    []pattern // arguments of the atom, before this step
}

type stepOp uint8

const (
	scanStep    stepOp = iota // goes through the atoms of a relation
	lookupStep                // goes through the atoms that an index finds
	memberStep                // the atom is known
	absentStep                // so is the atom that must not hold, but for `_`
	compareStep               // both sides have values
	matchStep                 // the first term is matched with the value of the second
	solveStep                 // the second term is linear in a variable without value, and the first has one
	intervalStep
	conditionalStep
	aggregateStep
)

// age is the part of a relation that a positive literal is matched with.
type age uint8

const (
	anyAge age = iota
	newAge     // new in this round
	oldAge     // older
)

const never = math.MaxFloat64 // the cost of a literal that cannot be evaluated yet

// plan orders literals greedily: those that only check come first, then those that are expected to match fewest
// atoms. The literal first, if there is one, is matched with the new atoms of the round and precedes all others. If a
// variable has no value, left are the literals that cannot be planned.
func (p *Program) plan(r *rule, literals []*literal, bound []bool, first *literal) (
	steps []step, left []*literal, err error,
) {
	left = slices.Clone(literals)
	at := slices.Index(literals, first)
	if first != nil {
		steps = append(steps, step{op: scanStep, literal: first, age: newAge, args: resolveAll(first.atom.args, bound)})
		left = slices.Delete(left, at, at+1)
	}
	for len(left) > 0 {
		best, least := 0, float64(never)
		for i, l := range left {
			if c := p.cost(r, l, bound); c < least {
				best, least = i, c
			}
		}
		if least == never {
			return steps, left, p.unsafe(r, left[0])
		}
		s, err := p.step(r, left[best], bound)
		if err != nil {
			return steps, left, err
		}
		if l := s.literal; l.kind == positiveLiteral && l.unfinished && slices.Index(literals, l) < at {
			s.age = oldAge
		}
		steps, left = append(steps, s), slices.Delete(left, best, best+1)
	}
	return steps, nil, nil
}

// unsafe is the error of a variable without a value.
func (p *Program) unsafe(r *rule, l *literal) error {
	span := r.source.Span
	if l != nil && l.source != nil {
		span = l.source.Range()
	}
	return r.error(span, "this rule is unsafe: a variable has no value here")
}

func (r *rule) error(span syntax.Span, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	if r.source.Source == nil {
		return fmt.Errorf("%s", message)
	}
	return &syntax.Error{Source: r.source.Source, Span: span, Msg: message}
}

func resolveAll(ps []pattern, bound []bool) []pattern {
	out := make([]pattern, len(ps))
	for i, p := range ps {
		out[i] = p.resolve(bound)
	}
	return out
}

// cost is about the number of matches of a literal, where 0 is a check.
func (p *Program) cost(r *rule, l *literal, bound []bool) float64 {
	all := true
	l.eachSlot(func(slot int) { all = all && (bound[slot] || l.elements != nil && slot >= len(r.names)) })
	switch l.kind {
	case compareLiteral:
		if all || l.op == logic.Equal && (assignable(l.terms[0], l.terms[1], bound) ||
			assignable(l.terms[1], l.terms[0], bound)) {
			return 0
		}
		return never
	case absentLiteral:
		if all {
			return 1
		}
		return never
	case intervalLiteral:
		switch {
		case !l.terms[1].isBound(bound) || !l.terms[2].isBound(bound):
			return never
		case all:
			return 0
		}
		return p.interval(l)
	case conditionalLiteral, aggregateLiteral:
		for _, g := range l.guards {
			all = all && (g.term.isBound(bound) || g.op == logic.Equal && g.term.op == variableOp && !l.negated)
		}
		if all {
			return 1e18
		}
		return never
	}
	size := l.atom.relation.size()
	keys, free := 0, 0
	for _, a := range l.atom.args {
		k, f := a.leaves(bound)
		keys, free = keys+k, free+f
	}
	if free == 0 {
		return 1
	}
	return 2 + math.Pow(size, float64(free)/float64(free+keys))
}

// interval estimates how many integers an interval has.
func (p *Program) interval(l *literal) float64 {
	if l.terms[1].op != constantOp || l.terms[2].op != constantOp {
		return 10
	}
	from, to := p.base.Terms.Value(l.terms[1].term), p.base.Terms.Value(l.terms[2].term)
	return max(1, float64(to)-float64(from)+1)
}

// leaves counts the places of a pattern with a value, and without one.
func (p *pattern) leaves(bound []bool) (keys, free int) {
	if p.isBound(bound) {
		return 1, 0
	}
	if p.op != compoundOp {
		return 0, 1
	}
	for i := range p.args {
		k, f := p.args[i].leaves(bound)
		keys, free = keys+k, free+f
	}
	return keys, free
}

// assignable reports whether `target = value` can be evaluated, where target has variables without values.
func assignable(target, value pattern, bound []bool) bool {
	return value.isBound(bound) && (!target.has(calculateOp) || target.unknown(bound) != nil)
}

// unknown returns the only variable without value of a linear calculation, or nil.
func (p *pattern) unknown(bound []bool) *pattern {
	if p.op == variableOp && !bound[p.slot] {
		return p
	}
	if p.op != calculateOp || p.name != "+" && p.name != "-" && p.name != "*" {
		return nil
	}
	var found *pattern
	for i := range p.args {
		if p.args[i].isBound(bound) {
			continue
		}
		if found != nil {
			return nil
		}
		if found = p.args[i].unknown(bound); found == nil {
			return nil
		}
	}
	return found
}

// step makes a literal a step, and marks the variables that it binds.
func (p *Program) step(r *rule, l *literal, bound []bool) (step, error) {
	s := step{literal: l}
	switch l.kind {
	case positiveLiteral:
		var err error
		s.demand, err = p.demand(l, bound)
		s.asks = l.atom.args
		return p.atomStep(s, bound), err
	case absentLiteral:
		var err error
		s.demand, err = p.demand(l, bound)
		s.op, s.args, s.asks = absentStep, resolveAll(l.atom.args, bound), l.atom.args
		return s, err
	case compareLiteral:
		left, right := l.terms[0], l.terms[1]
		switch {
		case left.isBound(bound) && right.isBound(bound):
			s.op, s.args = compareStep, l.terms
		case assignable(left, right, bound):
			s.op, s.args = assign(left, right, bound)
		default:
			s.op, s.args = assign(right, left, bound)
		}
		return s, nil
	case intervalLiteral:
		s.op, s.args = intervalStep, []pattern{l.terms[0].resolve(bound), l.terms[1], l.terms[2]}
		return s, nil
	}
	s.op = conditionalStep
	if l.kind == aggregateLiteral {
		s.op = aggregateStep
	}
	for _, e := range l.elements {
		if err := p.planElement(r, e, bound); err != nil {
			return s, err
		}
	}
	for _, g := range l.guards {
		s.args = append(s.args, g.term.resolve(bound))
	}
	return s, nil
}

func assign(target, value pattern, bound []bool) (stepOp, []pattern) {
	if target.has(calculateOp) {
		unknown := target.unknown(bound)
		defer func() { bound[unknown.slot] = true }()
		return solveStep, []pattern{value, target, *unknown}
	}
	return matchStep, []pattern{target.resolve(bound), value}
}

// planElement plans the condition of an element behind the literals that are bound. Its own variables have no values
// outside.
func (p *Program) planElement(r *rule, e *element, bound []bool) (err error) {
	inner := slices.Clone(bound)
	if e.steps, _, err = p.plan(r, e.condition, inner, nil); err != nil {
		return err
	}
	if l := e.literal; l != nil {
		e.check.literal = l
		e.check.op = map[literalKind]stepOp{positiveLiteral: memberStep, absentLiteral: absentStep,
			compareLiteral: compareStep}[l.kind]
		e.check.args, e.check.asks = append(slices.Clone(l.atom.args), l.terms...), l.atom.args
		if l.atom.relation != nil {
			if e.check.demand, err = p.demand(l, inner); err != nil {
				return err
			}
		}
	}
	ps := append(slices.Clone(e.tuple), e.check.args...)
	if e.atom != nil {
		ps = append(ps, e.atom.args...)
	}
	for i := range ps {
		ps[i].each(func(slot int) {
			if !inner[slot] {
				err = p.unsafe(r, e.literal)
			}
		})
	}
	return err
}

// atomStep chooses how the atoms of a positive literal are found.
func (p *Program) atomStep(s step, bound []bool) step {
	all, keyed := true, false
	var skeleton, rest []pattern
	args := s.literal.atom.args
	for _, a := range args {
		k, m, keys := a.keyed(bound, s.keys)
		skeleton, rest, s.keys = append(skeleton, k), append(rest, m), keys
		all, keyed = all && k.op == keyOp, keyed || k.op != anyOp
	}
	switch {
	case all:
		s.op, s.args = memberStep, args
	case keyed:
		s.op, s.args = lookupStep, resolveAll(rest, bound)
		s.index = s.literal.atom.relation.index(skeleton, len(s.keys), &p.base.Atoms, &p.base.Terms)
	default:
		s.op, s.args = scanStep, resolveAll(args, bound)
	}
	return s
}
