package structure

import (
	"context"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/farkas"
	"github.com/ceptre-graph/ceptre/lang"
)

// A P-semiflow gives weights ≥ 0 to places so that no firing changes the weighted sum (Murata, "Petri nets:
// properties, analysis and applications", Proceedings of the IEEE 77, 1989, section V.B). Here the rules are
// schemes: for keys, the sum has to stay for each value of the key. Terms that are not written alike have
// equations of their own; where they are equal in a firing, the sums of their changes are 0, too.
//
// A permanent fact that is there already is not made again. So sums with permanent facts may fall short of what
// the equations say. They are exact where the linear facts that the rule needs for the same key already
// make up the whole sum, since no permanent fact is there beside them.

// flow is a P-semiflow with its value in each state.
type flow struct {
	family  *family
	by      splits // by which the facts of the family's places are told apart
	weights farkas.Vector
	terms   []term
	op      lang.Op // Same, or LessEq
	bound   int64
}

// flows returns the semiflows of rules from a start: for each type of keys, and without key, the minimal ones, and
// single places and pairs that can only fall.
func (f *finder) flows(ctx context.Context) []flow {
	keys := append(f.keys(), nil)
	var out []flow
	for _, key := range keys {
		found, ok := f.flowsOf(ctx, key, newSplits(f.schemes))
		if !ok {
			found, ok = f.flowsOf(ctx, key, nil)
		}
		f.cut = f.cut || !ok
		out = append(out, found...)
	}
	return out
}

// keys returns the types of arguments of facts that rules change, in the order declared.
func (f *finder) keys() []*lang.Type {
	var out []*lang.Type
	for _, t := range f.prog.Types {
		for _, s := range f.schemes {
			if slices.ContainsFunc(s.effects, func(e effect) bool { return slices.Contains(e.atom.Pred.Args, t) }) {
				out = append(out, t)
				break
			}
		}
	}
	return out
}

// flowsOf returns the semiflows with keys of a type. It reports false where the search was given up.
func (f *finder) flowsOf(ctx context.Context, key *lang.Type, by splits) ([]flow, bool) {
	fam, ok := f.newFamily(key, by)
	if !ok {
		return nil, false
	}
	found, ok := farkas.Minimal(ctx, fam.columns(), len(fam.equations))
	if !ok {
		return nil, false
	}
	var out []flow
	covered := make(map[int]bool)
	for _, weights := range found {
		out = f.addFlow(out, fam, weights, by, lang.Same)
		for _, w := range weights {
			covered[w.Index] = true
		}
	}
	for _, weights := range fam.falling(covered) {
		out = f.addFlow(out, fam, weights, by, lang.LessEq)
	}
	return out, true
}

// mostFalling bounds the places of which pairs are tried.
const mostFalling = 60

// falling returns single places that can only fall, and then pairs of others, of places in no flow.
func (f *family) falling(covered map[int]bool) []farkas.Vector {
	var out []farkas.Vector
	var left []int
	for i, p := range f.places {
		if p.sum >= 0 || covered[i] {
			continue
		}
		if one := (farkas.Vector{{Index: i, N: 1}}); f.falls(one) {
			out = append(out, one)
		} else {
			left = append(left, i)
		}
	}
	left = left[:min(len(left), mostFalling)]
	for k, i := range left {
		for _, j := range left[k+1:] {
			if two := (farkas.Vector{{Index: i, N: 1}, {Index: j, N: 1}}); f.falls(two) {
				out = append(out, two)
			}
		}
	}
	return out
}

// addFlow adds a semiflow with its bound to a list, unless it says nothing: no facts count in it at the start, so
// that there are none ever. Facts at the start that no rule changes may count in it, too.
func (f *finder) addFlow(to []flow, fam *family, weights farkas.Vector, by splits, op lang.Op) []flow {
	out := flow{family: fam, by: by, weights: weights, op: op}
	var ok bool
	if out.terms, ok = out.findTerms(); !ok {
		f.cut = true
		return to
	}
	bounds, ok := f.initial(out.terms)
	if !ok {
		f.cut = true
		return to
	}
	least, most := bounds.extremes(fam.key)
	if most <= 0 {
		return to
	}
	if out.bound = most; least != most || !f.exact(&out) {
		out.op = lang.LessEq
	}
	if out.op == lang.LessEq && fam.key != nil && fam.key.Counts() {
		return to // of numbers that facts happen to have
	}
	return append(to, out)
}

// values are sums of a flow by key: texts of values.
type values map[string]int64

// extremes returns the least and the greatest sum for a key of a type. Constants of a finite type that have no facts
// have the sum 0, and so has some value of all other types.
func (v values) extremes(key *lang.Type) (least, most int64) {
	if key == nil {
		return v[""], v[""]
	}
	sums := slices.Collect(maps.Values(v))
	if len(sums) == 0 {
		return 0, 0
	}
	least, most = slices.Min(sums), slices.Max(sums)
	if constants, ok := constantsOf(key); !ok || len(v) < len(constants) {
		least = min(least, 0)
	}
	return least, most
}

// constantsOf returns the constants of a type that has no other terms.
func constantsOf(t *lang.Type) ([]*lang.Constructor, bool) {
	hasArgs := func(c *lang.Constructor) bool { return len(c.Args) > 0 }
	if t.Counts() || t.Texts || len(t.Constructors) == 0 || slices.ContainsFunc(t.Constructors, hasArgs) {
		return nil, false
	}
	return t.Constructors, true
}

// initial returns the sums of an invariant at the start; false where one is too large.
func (f *finder) initial(terms []term) (values, bool) {
	out := make(values)
	for _, i := range f.facts {
		for _, t := range terms {
			if !t.matches(i.Fact) {
				continue
			}
			key, n := "", int64(1)
			if t.key >= 0 {
				key = i.Fact.Args[t.key].String()
			}
			if t.sum >= 0 {
				n = i.Fact.Args[t.sum].Num.Int()
			}
			if n > farkas.MaxCoefficient || out[key] > 1<<61 {
				return nil, false
			}
			out[key] += t.times * n
		}
	}
	return out, true
}

// exact reports whether no firing makes a permanent fact of a flow that may be there already.
func (f *finder) exact(of *flow) bool {
	for i := range f.schemes {
		s := &f.schemes[i]
		cases, _ := s.cases(of.by)
		for _, c := range cases {
			if !of.makesNew(s, c) {
				return false
			}
		}
	}
	return true
}

// makesNew reports whether the permanent facts of a flow that a rule makes are not there yet.
func (of *flow) makesNew(s *scheme, chosen map[lang.Variable]head) bool {
	made := make(map[string]int)
	for _, e := range s.effects {
		of.family.each(s, e.atom, chosen, of.by, func(p place, class string) {
			if e.once && of.weight(p) > 0 {
				made[class]++
			}
		})
	}
	if len(made) == 0 {
		return true
	}
	needed := of.needed(s, chosen)
	for class, n := range made {
		if n > 1 || needed[class] < of.bound {
			return false
		}
	}
	return true
}

// needed returns how much of the sum of a flow the linear facts make up that a rule needs, by class of key.
func (of *flow) needed(s *scheme, chosen map[lang.Variable]head) map[string]int64 {
	out := make(map[string]int64)
	for _, a := range s.present {
		of.family.each(s, a, chosen, of.by, func(p place, class string) {
			if p.sum < 0 {
				out[class] += of.weight(p)
			}
		})
	}
	return out
}

// weight returns the weight of a place.
func (of *flow) weight(p place) int64 {
	n, ok := of.family.number[p.name()]
	if !ok {
		return 0
	}
	return of.weights.At(n)
}

// forbids reports whether a rule needs facts, in each case, that make up more of the sum for a key than there ever is.
func (of *flow) forbids(s *scheme) bool {
	cases, _ := s.cases(of.by)
	for _, c := range cases {
		tooMany := false
		for _, n := range of.needed(s, c) {
			tooMany = tooMany || n > of.bound
		}
		if !tooMany {
			return false
		}
	}
	return len(cases) > 0
}
