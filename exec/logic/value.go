package logic

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

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
		if limit := e.program.options.MaxRules; len(sums) > limit {
			e.err = e.rule.error(e.rule.source.Span, "an aggregate of this rule can have more than %d values", limit)
			return nil
		}
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
