package logic

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// tuple is a tuple of an aggregate: it is in the set if it is a fact, or if one of its conditions holds.
type tuple struct {
	key    ground.Term
	weight ground.Term // the first term
	fact   bool
	when   []ground.Element
}

// collect returns the tuples of an aggregate, in the order in which they come up.
func (e *evaluation) collect(s *step) ([]tuple, bool) {
	p := &e.parts[s.literal.number]
	p.reset()
	var tuples []tuple
	at := make(map[ground.Term]int)
	for _, el := range s.literal.elements {
		if !e.run(el.steps, func() bool {
			terms, ok := e.buildAll(nil, el.tuple)
			if !ok {
				return true
			}
			t := tuple{key: e.terms.Compound("", terms...)}
			if len(terms) > 0 {
				t.weight = terms[0]
			}
			if s.literal.function == logic.Sum && (len(terms) == 0 || e.terms.Kind(t.weight) != ground.IntegerKind) {
				return true
			}
			i, ok := at[t.key]
			if !ok {
				i = len(tuples)
				at[t.key], tuples = i, append(tuples, t)
			}
			pos, not := e.condition(el)
			switch {
			case tuples[i].fact:
			case len(pos)+len(not) == 0:
				tuples[i].fact = true
				e.noteCondition(p, el)
			case len(pos) == 0 && len(not) == 1:
				tuples[i].when = append(tuples[i].when, ground.Element{Atom: not[0], Not: true})
			default:
				tuples[i].when = append(tuples[i].when, ground.Element{Atom: e.conjunction(pos, not)})
			}
			return true
		}) {
			return nil, false
		}
	}
	return tuples, true
}

// aggregate calls next if an aggregate may have a value that its guards allow, or for each such value where a
// variable is given it.
func (e *evaluation) aggregate(s *step, next func() bool) bool {
	tuples, ok := e.collect(s)
	if !ok {
		return e.err == nil
	}
	v := e.valuation(s.literal.function, tuples)
	p := &e.parts[s.literal.number]
	assigned := slices.IndexFunc(s.args, func(p pattern) bool { return p.op == bindOp })
	if assigned < 0 {
		sums, ok := v.guards(e, s, -1)
		if s.literal.negated {
			sums, ok = e.negate(sums, ok)
		}
		p.sums = sums
		return !ok || next()
	}
	for _, t := range v.values(e) {
		e.values[s.args[assigned].slot] = t
		sums, ok := v.guards(e, s, assigned)
		if !ok {
			continue
		}
		p = &e.parts[s.literal.number] // the slice may have grown
		p.sums = sums
		if !next() {
			return false
		}
	}
	return true
}

// negate returns the opposite of the conjunction of sums, and whether it can be.
func (e *evaluation) negate(sums []ground.Sum, possible bool) ([]ground.Sum, bool) {
	switch {
	case !possible:
		return nil, true
	case len(sums) == 0:
		return nil, false
	case len(sums) == 1:
		sums[0].Negated = !sums[0].Negated
		return sums, true
	}
	return []ground.Sum{{Elements: []ground.Element{{Weight: 1, Atom: e.sums(sums)}}, Lower: 0, Upper: 0}}, true
}

// sums returns an atom that holds if sums are met.
func (e *evaluation) sums(sums []ground.Sum) ground.Atom {
	var key []ground.Atom
	for _, s := range sums {
		for _, bound := range []int64{s.Lower, s.Upper} {
			key = append(key, ground.Atom(min(max(bound, math.MinInt32), math.MaxInt32)))
		}
		key = append(key, ground.Atom(len(s.Elements)))
		if s.Negated {
			key = append(key, -1)
		}
		for _, el := range s.Elements {
			sign := el.Atom
			if el.Not {
				sign = -1 - sign
			}
			key = append(key, sign, ground.Atom(el.Weight))
		}
	}
	a, fresh := e.auxiliary("#sums", key)
	if fresh {
		e.reasons = append(e.reasons, given)
		e.rules = append(e.rules, ground.Rule{Head: []ground.Atom{a}, Sums: sums})
	}
	return a
}
