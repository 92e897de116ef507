package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// scene is a case of a rule that fires: which values are equal, and which facts meet the premises. The state before
// has the facts of the scene with before, and others; the state after has those with after, and the same others. Two
// linear facts of the scene are never the same resource.
type scene struct {
	*store
	rule  *lang.Rule
	args  []expr // of the rule's variables
	facts []fact
	goals []goal // premises that clauses prove
	vars  []expr // of the statement: the free variables of an invariant, all of a `#never`
}

// fact is a fact of a scene.
type fact struct {
	pred          *lang.Pred
	args          []expr
	permanent     bool
	before, after bool
}

// goal is an instance of a premise that clauses prove.
type goal struct {
	pred  *lang.Pred
	args  []expr
	depth int // of the clauses that lead to it
}

// clone returns a copy with a store.
func (s *scene) with(st *store) *scene {
	c := *s
	c.store = st
	c.facts, c.goals = slices.Clone(s.facts), slices.Clone(s.goals)
	return &c
}

func (s *scene) clone() *scene { return s.with(s.store.clone()) }

// scenes returns the cases of a rule, by what meets its premises and whether permanent facts that it makes are there
// before. Facts of irrelevant predicates are left out.
func (p *prover) scenes(r *lang.Rule) []*scene {
	first := &scene{store: &store{}, rule: r}
	first.args = first.freshAll(r.Vars)
	all := []*scene{first}
	for i := range r.Premises {
		all = each(all, func(s *scene) []*scene { return p.premise(s, &r.Premises[i], s.args) })
	}
	for i := range r.Results {
		all = each(all, func(s *scene) []*scene { return p.result(s, &r.Results[i]) })
	}
	return all
}

// each replaces each scene by the scenes that a function makes of it.
func each(all []*scene, f func(*scene) []*scene) []*scene {
	var out []*scene
	for _, s := range all {
		if out = append(out, f(s)...); len(out) > maxCases {
			panic(outOfRange{})
		}
	}
	return out
}

func when(ok bool, s *scene) []*scene {
	if !ok {
		return nil
	}
	return []*scene{s}
}

// premise returns the cases in which a premise of the rule is met.
func (p *prover) premise(s *scene, premise *lang.Premise, vars []expr) []*scene {
	if premise.Kind == lang.Compare {
		return s.compare(premise, vars)
	}
	pred := premise.Atom.Pred
	args, ok := s.buildAll(premise.Atom.Args, vars)
	switch {
	case !ok:
		return nil
	case premise.Kind == lang.Prove:
		s.goals = append(s.goals, goal{pred: pred, args: args})
		return []*scene{s}
	case !premise.Kind.OnState() || !p.relevant[pred]:
		return []*scene{s}
	}
	var out []*scene
	if premise.Kind != lang.Permanent && p.possible.linear[pred] {
		t := s.clone()
		t.facts = append(t.facts, fact{pred, args, false, true, premise.Kind == lang.Keep})
		out = append(out, t)
	}
	if p.possible.permanent[pred] {
		s.facts = append(s.facts, fact{pred, args, true, true, true})
		out = append(out, s)
	}
	return out
}

// result returns the cases in which the rule makes a fact.
func (p *prover) result(s *scene, r *lang.Result) []*scene {
	args, ok := s.buildAll(r.Atom.Args, s.args)
	if !ok || !p.relevant[r.Atom.Pred] {
		return when(ok, s)
	}
	if !r.Permanent {
		s.facts = append(s.facts, fact{r.Atom.Pred, args, false, false, true})
		return []*scene{s}
	}
	there := s.clone()
	there.facts = append(there.facts, fact{r.Atom.Pred, args, true, true, true})
	s.facts = append(s.facts, fact{r.Atom.Pred, args, true, false, true})
	return []*scene{there, s}
}

// compare returns the cases in which a comparison holds.
func (s *scene) compare(premise *lang.Premise, vars []expr) []*scene {
	x, ok := s.build(premise.X, vars)
	if !ok {
		return nil
	}
	y, ok := s.build(premise.Y, vars)
	if !ok {
		return nil
	}
	if premise.Op == lang.Same {
		return when(s.assumeEqual(x, y), s)
	}
	if premise.Op == lang.Differs {
		return s.differ(x, y)
	}
	return when(s.assumeLeast(ordering(premise.Op, x.num, y.num)), s)
}

// differ returns the cases in which two terms differ.
func (s *scene) differ(x, y expr) []*scene {
	v, q := s.equal(x, y)
	switch v {
	case yes:
		return nil
	case no:
		return []*scene{s}
	}
	if q.kind == sameValue || q.kind == hasHead {
		return when(s.assumeApart(x, y), s)
	}
	var out []*scene
	for _, st := range s.split(q) {
		out = append(out, s.with(st).differ(x, y)...)
	}
	return out
}
