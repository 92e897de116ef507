package induction

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/lang"
)

// maxDepth bounds how deep proofs are looked into, clause by clause.
const maxDepth = 3

// unfold returns the cases of a goal, false if there is no goal left to look into. If clauses prove few facts, and
// these do not depend on the state, each fact is a case; otherwise each clause is one.
func (p *prover) unfold(s *scene) ([]*scene, bool) {
	i := slices.IndexFunc(s.goals, func(g goal) bool { return g.depth < maxDepth })
	if i < 0 {
		return nil, false
	}
	g := s.goals[i]
	rest := s.clone()
	rest.goals = slices.Delete(rest.goals, i, i+1)
	if facts, ok := p.tables.of(g.pred); ok {
		var out []*scene
		for _, f := range facts {
			t := rest.clone()
			args := make([]expr, len(f.Args))
			for i, v := range f.Args {
				args[i] = ground(v)
			}
			if t.equate(g.args, args) {
				out = append(out, t)
			}
		}
		return out, true
	}
	var out []*scene
	for _, c := range g.pred.Clauses {
		t := rest.clone()
		vars := t.freshAll(c.Vars)
		args, ok := t.buildAll(c.Head.Args, vars)
		if !ok || !t.equate(args, g.args) {
			continue
		}
		all := []*scene{t}
		for _, premise := range c.Premises {
			all = each(all, func(s *scene) []*scene { return s.clausePremise(premise, vars, g.depth+1) })
		}
		out = append(out, all...)
	}
	return out, true
}

// clausePremise returns the cases in which a premise of a clause is met. What a clause reads of the state is ignored.
func (s *scene) clausePremise(premise lang.Premise, vars []expr, depth int) []*scene {
	switch premise.Kind {
	case lang.Compare:
		return s.compare(&premise, vars)
	case lang.Prove:
		args, ok := s.buildAll(premise.Atom.Args, vars)
		if ok {
			s.goals = append(s.goals, goal{pred: premise.Atom.Pred, args: args, depth: depth})
		}
		return when(ok, s)
	}
	return []*scene{s}
}

// tables are the facts that clauses prove, of predicates with few of them.
type tables map[*lang.Pred][]lang.Fact

// maxFacts and maxSteps bound the facts of a table and the work to find them.
const (
	maxFacts = 64
	maxSteps = 5_000
)

// of returns all facts of a predicate that clauses prove, false if that depends on the state, or there are too many.
func (t tables) of(p *lang.Pred) ([]lang.Fact, bool) {
	facts, known := t[p]
	if !known {
		a := lang.Atom{Pred: p, Args: make([]lang.Term, len(p.Args))}
		for i := range a.Args {
			a.Args[i] = lang.Variable(i)
		}
		args, bound := make([]lang.Value, len(a.Args)), make([]bool, len(a.Args))
		limits := prove.Limits{Steps: maxSteps, Depth: maxSteps}
		if len(p.Reads()) == 0 {
			found, err := prove.NewTable().Prove(context.Background(), a, args, bound, limits, nil)
			if err == nil && len(found.Facts) <= maxFacts {
				facts = append([]lang.Fact{}, found.Facts...)
			}
		}
		t[p] = facts
	}
	return facts, facts != nil
}
