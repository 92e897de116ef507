package structure

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/farkas"
	"github.com/ceptre-graph/ceptre/lang"
)

// Growth are facts that may become more and more, as far as their numbers tell.
type Growth struct {
	Pred *lang.Pred
	// Facts are these facts as programs write them: `have charcoal`, `at _ _`.
	Facts string
	// Arg is the argument whose numbers may add up to more and more; -1 where there may be more and more facts.
	Arg int
	// Round are the rules that leave more of these facts and no fewer others, in the order of the program.
	Round []Times
}

// Times says how often a rule is fired in a round.
type Times struct {
	Rule  *lang.Rule
	Times int
}

// A round of firings after which there are at least as many facts of each place, and one of its stages as before, is
// a combination x ≥ 0 of the effects of rules that is ≥ 0: C·x − s = 0 with s ≥ 0. So the rules, and for each place a
// rule that takes a fact from it, are the vectors for package farkas. By the theorem of the alternative, places that
// no round makes more of have a weighted sum that no rule makes greater, so that they are bounded (Memmi and
// Roucairol, "Linear algebra in net theory", 1980).

// rounds are the rules as vectors, of the numbers that they add to places.
type rounds struct {
	places  []place
	number  map[string]int
	varies  []bool // by place: a sum that a rule changes by a number that depends on its variables
	vectors []farkas.Vector
	rules   []*lang.Rule // of the vectors
	by      splits
}

// mostCasesInAll bounds the vectors of rules that are told apart by the symbols in facts.
const mostCasesInAll = 1_000

// mostVectors bounds the rules and places, as the time grows with their square at least: 6,000 of them took 14 s.
const mostVectors = 1_200

// growths returns the facts that may grow, by the round with the fewest rules for each predicate, and the predicates
// of which rules make facts that stay bounded; in the order declared. It reports false where the search was given up.
func (f *finder) growths(ctx context.Context) (grow []Growth, bounded []*lang.Pred, ok bool) {
	r := f.newRounds(newSplits(f.schemes))
	if r == nil {
		r = f.newRounds(nil)
	}
	stages := len(r.places)
	f.addStages(r, stages)
	rules := len(r.vectors)
	vectors := r.vectors
	for i := range r.places {
		vectors = append(vectors, farkas.Vector{{Index: i, N: -1}})
	}
	if len(vectors) > mostVectors {
		return nil, nil, false
	}
	found, ok := farkas.Minimal(ctx, vectors, stages+len(f.prog.Stages))
	if !ok {
		return nil, nil, false
	}
	growing := make(map[*lang.Pred]bool)
	for _, g := range r.best(found, rules) {
		growing[g.Pred] = growing[g.Pred] || g.Arg < 0
		grow = append(grow, g)
	}
	for _, p := range f.prog.Preds {
		if !growing[p] && f.makes(p) {
			bounded = append(bounded, p)
		}
	}
	rank := make(map[*lang.Pred]int)
	for i, p := range f.prog.Preds {
		rank[p] = i
	}
	slices.SortStableFunc(grow, func(a, b Growth) int { return cmp.Or(rank[a.Pred]-rank[b.Pred], a.Arg-b.Arg) })
	return grow, bounded, true
}

// makes reports whether a rule makes facts of a predicate.
func (f *finder) makes(p *lang.Pred) bool {
	return slices.ContainsFunc(f.schemes, func(s scheme) bool {
		return slices.ContainsFunc(s.rule.Results, func(r lang.Result) bool { return r.Atom.Pred == p })
	})
}

// best returns for each predicate, and each of its sums, the growth with the fewest rules among some combinations.
func (r *rounds) best(found []farkas.Vector, rules int) []Growth {
	type what struct {
		pred *lang.Pred
		sum  int
	}
	known := make(map[what]bool)
	var out []Growth
	for _, x := range found { // those of few elements come first
		times := make(map[*lang.Rule]int)
		for _, e := range x {
			if e.Index < rules {
				times[r.rules[e.Index]] += int(e.N)
			}
		}
		for _, e := range x {
			if e.Index < rules {
				continue
			}
			p := r.places[e.Index-rules]
			if known[what{p.pred, p.sum}] {
				continue
			}
			known[what{p.pred, p.sum}] = true
			out = append(out, Growth{Pred: p.pred, Facts: p.pattern(), Arg: p.sum, Round: inOrder(times)})
		}
	}
	return out
}

// inOrder returns how often rules are fired, in the order of the program.
func inOrder(times map[*lang.Rule]int) []Times {
	var out []Times
	for rule, n := range times {
		out = append(out, Times{rule, n})
	}
	slices.SortFunc(out, func(a, b Times) int {
		x, y := a.Rule.Start, b.Rule.Start
		return cmp.Or(x.Line-y.Line, x.Col-y.Col)
	})
	return out
}

// pattern returns the facts of a place as programs write them.
func (p place) pattern() string {
	out := p.pred.Name
	for i, m := range p.only {
		switch {
		case i == p.sum:
			out += " N"
		case !m.exact:
			out += " _"
		case m.head.con != nil && len(m.head.con.Args) > 0:
			out += " (" + m.head.con.Name + wildcards(len(m.head.con.Args)) + ")"
		default:
			out += " " + m.head.String()
		}
	}
	return out
}

// newRounds returns the vectors of rules; nil if there are too many.
func (f *finder) newRounds(by splits) *rounds {
	r := &rounds{number: make(map[string]int), by: by}
	for i := range f.schemes {
		s := &f.schemes[i]
		cases, ok := s.cases(by)
		if !ok || by != nil && len(r.vectors)+len(cases) > mostCasesInAll {
			return nil
		}
		for _, c := range cases {
			r.vectors = append(r.vectors, f.roundOf(r, s, c))
			r.rules = append(r.rules, s.rule)
		}
	}
	for i, v := range r.vectors {
		r.vectors[i] = slices.DeleteFunc(v, func(e farkas.Element) bool { return r.varies[e.Index] || e.N == 0 })
	}
	return r
}

// roundOf returns the greatest numbers that a rule adds to places in a case.
func (f *finder) roundOf(r *rounds, s *scheme, chosen map[lang.Variable]head) farkas.Vector {
	adds := make(map[int]int64)
	sums := make(map[int]map[string]int64)
	effects := slices.Clone(s.effects)
	for _, result := range s.rule.Results { // a used fact of a mixed predicate may be permanent, and stay
		endless := slices.ContainsFunc(result.Atom.Pred.Args, (*lang.Type).Infinite)
		if f.kinds[result.Atom.Pred] == mixed && (!result.Permanent || endless) {
			effects = append(effects, effect{atom: result.Atom, by: 1})
		}
	}
	for _, e := range effects {
		p := e.atom.Pred
		if f.kinds[p] == permanent && !slices.ContainsFunc(p.Args, (*lang.Type).Infinite) {
			continue // there are only so many
		}
		placesOf(p, s.marks(e.atom, chosen, r.by), nil, func(at place) {
			n, ok := r.number[at.name()]
			if !ok {
				n = len(r.places)
				r.number[at.name()] = n
				r.places = append(r.places, at)
				r.varies = append(r.varies, false)
			}
			if at.sum < 0 {
				adds[n] += e.by
				return
			}
			if sums[n] == nil {
				sums[n] = make(map[string]int64)
			}
			addMultiple(sums[n], s.sum(e.atom.Args[at.sum]), e.by)
			r.varies[n] = r.varies[n] || f.kinds[p] != linear
		})
	}
	for n, sum := range sums {
		adds[n] = sum[""]
		delete(sum, "")
		r.varies[n] = r.varies[n] || len(sum) > 0
	}
	var v farkas.Vector
	for _, n := range slices.Sorted(maps.Keys(adds)) {
		v = append(v, farkas.Element{Index: n, N: adds[n]})
	}
	return v
}

// addStages adds that a link leaves its stage and enters another, in equations from a number on.
func (f *finder) addStages(r *rounds, from int) {
	for i, rule := range r.rules {
		l := rule.Link()
		if l == nil || l.To == l.Stage {
			continue
		}
		ends := farkas.Vector{{Index: from + slices.Index(f.prog.Stages, l.Stage), N: -1}}
		if l.To != nil {
			ends = append(ends, farkas.Element{Index: from + slices.Index(f.prog.Stages, l.To), N: 1})
		}
		slices.SortFunc(ends, func(a, b farkas.Element) int { return a.Index - b.Index })
		r.vectors[i] = append(r.vectors[i], ends...)
	}
}
