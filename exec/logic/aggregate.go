package logic

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// conditional checks a conditional literal: its literal has to hold for each instance of its condition. Where both
// are open, an atom stands for “the literal holds, or the condition does not”.
func (e *evaluation) conditional(s *step) bool {
	p, el := &e.parts[s.literal.number], s.literal.elements[0]
	p.reset()
	return e.run(el.steps, func() bool {
		pos, not := e.condition(el)
		ok := (el.check.demand == nil || e.ask(el.check.demand, el.check.asks)) && e.check(&el.check)
		q := &e.parts[el.literal.number]
		switch {
		case len(pos)+len(not) == 0:
			p.holds, p.absent = append(p.holds, q.holds...), append(p.absent, q.absent...)
			p.pos, p.not = append(p.pos, q.pos...), append(p.not, q.not...)
			e.noteCondition(p, el)
			return ok
		case !ok:
			p.not = append(p.not, e.conjunction(pos, not))
		case len(q.pos) > 0 && slices.Contains(pos, q.pos[0]): // it implies itself
		case len(q.pos)+len(q.not) > 0:
			c := e.conjunction(pos, not)
			a, fresh := e.auxiliary("#if", []ground.Atom{c}, q.pos, q.not)
			if fresh {
				e.addAux(a, q.pos, q.not)
				e.addAux(a, nil, []ground.Atom{c})
			}
			p.pos = append(p.pos, a)
		}
		return true
	})
}

// noteCondition adds the atoms of an element's condition to the reason of a part. Those that hold in all questions
// are left out: there can be many, and they explain little.
func (e *evaluation) noteCondition(p *part, el *element) {
	for _, l := range el.condition {
		if r := l.atom.relation; r != nil && r.dynamic {
			q := &e.parts[l.number]
			p.holds, p.absent = append(p.holds, q.holds...), append(p.absent, q.absent...)
		}
	}
}

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

// valuation is the set of tuples of an aggregate, ready to be compared.
type valuation struct {
	function logic.Function
	fixed    int64       // count or sum of facts
	best     ground.Term // least or largest of facts, and #sup or #inf where there are none
	open     []tuple
}

func (e *evaluation) valuation(f logic.Function, tuples []tuple) *valuation {
	v := &valuation{function: f, best: e.terms.Infimum()}
	if f == logic.Min {
		v.best = e.terms.Supremum()
	}
	for _, t := range tuples {
		switch {
		case !t.fact:
			v.open = append(v.open, t)
		case f == logic.Count:
			v.fixed++
		case f == logic.Sum:
			v.fixed += int64(e.terms.Value(t.weight))
		case v.isBetter(e, t.weight, v.best):
			v.best = t.weight
		}
	}
	return v
}

// isBetter reports whether a term is less than another, for #min, or greater, for #max.
func (v *valuation) isBetter(e *evaluation, t, than ground.Term) bool {
	c := e.terms.Compare(t, than)
	return v.function == logic.Min && c < 0 || v.function == logic.Max && c > 0
}

func (v *valuation) isExtreme() bool { return v.function == logic.Min || v.function == logic.Max }

func (v *valuation) weight(e *evaluation, t tuple) int64 {
	if v.function == logic.Count {
		return 1
	}
	return int64(e.terms.Value(t.weight))
}

// values returns the values that the aggregate may have, sorted.
func (v *valuation) values(e *evaluation) []ground.Term {
	if v.isExtreme() {
		out := []ground.Term{v.best}
		for _, t := range v.open {
			if v.isBetter(e, t.weight, v.best) {
				out = append(out, t.weight)
			}
		}
		slices.SortFunc(out, e.terms.Compare)
		return slices.Compact(out)
	}
	sums := []int64{v.fixed}
	for _, t := range v.open {
		n := len(sums)
		for _, s := range sums[:n] {
			sums = append(sums, s+v.weight(e, t))
		}
		slices.Sort(sums)
		sums = slices.Compact(sums)
	}
	out := make([]ground.Term, len(sums))
	for i, s := range sums {
		out[i] = e.terms.Integer(int32(s))
	}
	return out
}

// guards returns what the open tuples have to meet for the guards to hold, and false if they cannot.
func (v *valuation) guards(e *evaluation, s *step, assigned int) ([]ground.Sum, bool) {
	var sums []ground.Sum
	for i := range s.args {
		t, ok := e.build(&s.args[i])
		if !ok {
			return nil, false
		}
		op := s.literal.guards[i].op
		if i == assigned {
			op = logic.Equal
		}
		more, ok := v.compare(e, op, t)
		if op == logic.NotEqual && s.literal.unfinished && ok && more != nil {
			more, ok = v.unequal(e, t)
		}
		if !ok {
			return nil, false
		}
		sums = append(sums, more...)
	}
	return sums, true
}

// unequal returns what the open tuples have to meet for `value != t`, as a disjunction of less and greater. Aggregates
// that depend on themselves are no negations, so that compare would have another meaning.
func (v *valuation) unequal(e *evaluation, t ground.Term) ([]ground.Sum, bool) {
	var either []ground.Atom
	for _, op := range []logic.Op{logic.Less, logic.Greater} {
		sums, ok := v.compare(e, op, t)
		switch {
		case ok && len(sums) == 0:
			return nil, true
		case ok:
			either = append(either, e.sums(sums))
		}
	}
	if either == nil {
		return nil, false
	}
	return []ground.Sum{{Elements: []ground.Element{{Weight: 1, Atom: e.disjunction(either)}}, Lower: 1, Upper: 1}}, true
}

// compare returns what the open tuples have to meet for `value op t`.
func (v *valuation) compare(e *evaluation, op logic.Op, t ground.Term) ([]ground.Sum, bool) {
	if v.isExtreme() {
		return v.compareExtreme(e, op, t)
	}
	if e.terms.Kind(t) != ground.IntegerKind { // all integers compare alike
		return nil, compare(op, e.terms.Integer(0), t, e.terms)
	}
	n := int64(e.terms.Value(t)) - v.fixed
	sum := ground.Sum{Lower: math.MinInt64, Upper: math.MaxInt64}
	switch op {
	case logic.Less:
		sum.Upper = n - 1
	case logic.LessOrEqual:
		sum.Upper = n
	case logic.Greater:
		sum.Lower = n + 1
	case logic.GreaterOrEqual:
		sum.Lower = n
	default:
		sum.Lower, sum.Upper, sum.Negated = n, n, op == logic.NotEqual
	}
	least, most := int64(0), int64(0)
	for _, t := range v.open {
		w := v.weight(e, t)
		least, most = least+min(w, 0), most+max(w, 0)
		sum.Elements = append(sum.Elements, e.element(w, t.when))
	}
	switch {
	case sum.Lower <= least && most <= sum.Upper:
		return nil, !sum.Negated
	case sum.Lower > most || sum.Upper < least:
		return nil, sum.Negated
	}
	return []ground.Sum{sum}, true
}

// element returns the element of a sum for a tuple with conditions.
func (e *evaluation) element(weight int64, when []ground.Element) ground.Element {
	if len(when) == 1 {
		return ground.Element{Weight: weight, Atom: when[0].Atom, Not: when[0].Not}
	}
	var of []ground.Atom
	for _, w := range when {
		if w.Not {
			w.Atom = e.absence(w.Atom)
		}
		of = append(of, w.Atom)
	}
	return ground.Element{Weight: weight, Atom: e.disjunction(of)}
}

// compareExtreme is compare for #min and #max: it asks whether a tuple is there that is better than t, or as good.
func (v *valuation) compareExtreme(e *evaluation, op logic.Op, t ground.Term) ([]ground.Sum, bool) {
	if v.function == logic.Min {
		switch op {
		case logic.Less:
			op = logic.Greater
		case logic.LessOrEqual:
			op = logic.GreaterOrEqual
		case logic.Greater:
			op = logic.Less
		case logic.GreaterOrEqual:
			op = logic.LessOrEqual
		}
	}
	switch op {
	case logic.Greater:
		return v.exists(e, t, true, false)
	case logic.GreaterOrEqual:
		return v.exists(e, t, false, false)
	case logic.Less:
		return v.exists(e, t, false, true)
	case logic.LessOrEqual:
		return v.exists(e, t, true, true)
	}
	some, can := v.exists(e, t, false, false)
	none, may := v.exists(e, t, true, true)
	if op == logic.Equal {
		return append(some, none...), can && may
	}
	return e.negate(append(some, none...), can && may)
}

// exists returns what has to hold for a tuple to be there that is better than t, or as good if strict is false; or
// its opposite.
func (v *valuation) exists(e *evaluation, t ground.Term, strict, opposite bool) ([]ground.Sum, bool) {
	fits := func(w ground.Term) bool { return v.isBetter(e, w, t) || !strict && w == t }
	if fits(v.best) {
		return nil, !opposite
	}
	sum := ground.Sum{Lower: 1, Upper: math.MaxInt64}
	if opposite {
		sum.Lower, sum.Upper = math.MinInt64, 0
	}
	for _, o := range v.open {
		if fits(o.weight) {
			sum.Elements = append(sum.Elements, e.element(1, o.when))
		}
	}
	if sum.Elements == nil {
		return nil, opposite
	}
	return []ground.Sum{sum}, true
}
