package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// rule says how a rule keeps the statement, or where the induction fails. It tries to do without other statements
// first.
func (p *prover) rule(r *lang.Rule) (Step, *Failure) {
	if p.prepare(r); !p.possible.rules[r] || p.untouched(r) {
		return Step{Rule: r}, nil
	}
	p.focus(func(a *assumption) bool { return a.statement == p.statement })
	if step, failure := p.keeps(r); failure == nil {
		return step, nil
	}
	p.focus(p.concerns(r))
	return p.keeps(r)
}

// keeps says how a rule keeps the statement, given the assumptions.
func (p *prover) keeps(r *lang.Rule) (step Step, failure *Failure) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(outOfRange); !ok {
				panic(e)
			}
			failure = &Failure{Rule: r, Exhausted: true}
		}
	}()
	for _, s := range p.scenes(r) {
		all := []*scene{s}
		if p.statement.Kind == lang.Never {
			all = p.violations(s)
		} else {
			s.vars = s.freshAll(p.statement.Vars[:p.statement.Free])
		}
		for _, s := range each(all, freshApart) {
			if open := p.close(s); open != nil {
				return step, p.failure(open)
			}
		}
	}
	step = Step{Rule: r}
	for _, a := range p.assumptions {
		switch {
		case !p.uses[a] || a.statement == p.statement:
		case a.quiet != nil:
			step.Quiet = append(step.Quiet, a.quiet)
		default:
			step.Uses = append(step.Uses, a.statement)
		}
	}
	return step, nil
}

// prepare collects what holds before a rule fires.
func (p *prover) prepare(r *lang.Rule) {
	p.holding = nil
	p.assumed = p.statement.Stage == nil || p.statement.Stage == r.Stage
	for _, s := range p.known {
		if s.Stage == nil || s.Stage == r.Stage {
			p.holding = append(p.holding, &assumption{statement: s})
		}
	}
	for _, q := range r.Stage.Rules {
		if q == r || r.Link() == nil && !r.Stage.Ordered {
			break
		}
		if s := quiet(q); s != nil {
			p.holding = append(p.holding, &assumption{s, q})
		}
	}
}

// focus makes some of what holds the assumptions. Facts of predicates of which they do not speak are then left out of
// scenes, which saves cases.
func (p *prover) focus(on func(*assumption) bool) {
	p.cases, p.uses, p.assumptions, p.relevant = 0, make(map[*assumption]bool), nil, make(map[*lang.Pred]bool)
	for _, pred := range predicates(p.statement) {
		p.relevant[pred] = true
	}
	for _, a := range p.holding {
		if on(a) {
			p.assumptions = append(p.assumptions, a)
			for _, pred := range predicates(a.statement) {
				p.relevant[pred] = true
			}
		}
	}
}

// concerns returns the test for assumptions that may matter for a rule: those about predicates of its premises, or of
// the statement.
func (p *prover) concerns(r *lang.Rule) func(*assumption) bool {
	about := predicates(p.statement)
	for _, premise := range r.Premises {
		if premise.Kind.OnState() {
			about = append(about, premise.Atom.Pred)
		}
	}
	return func(a *assumption) bool {
		return slices.ContainsFunc(predicates(a.statement), func(q *lang.Pred) bool { return slices.Contains(about, q) })
	}
}

// predicates returns the predicates of the state that a statement is about.
func predicates(s *lang.Statement) []*lang.Pred {
	var out []*lang.Pred
	for _, c := range s.Sum {
		out = append(out, c.Pattern.Pred)
	}
	for _, p := range s.Premises {
		if p.Kind.OnState() {
			out = append(out, p.Atom.Pred)
		}
	}
	return out
}

// quiet returns the statement that a rule cannot fire, nil if it says nothing of the state alone: a rule that asks a
// sensor waits for an answer, and one with results that may have no value may be unable to fire in spite of its
// premises. That a single premise is not met is an invariant, which says more than a `#never`: it is about the facts
// outside the scene, too.
func quiet(r *lang.Rule) *lang.Statement {
	s := &lang.Statement{Span: r.Span, Kind: lang.Never, Stage: r.Stage, Vars: r.Vars, Premises: slices.Clone(r.Premises)}
	onState := 0
	for i := range s.Premises {
		p := &s.Premises[i]
		switch {
		case p.Kind == lang.Ask, p.Kind.OnState() && calculates(p.Atom.Args):
			return nil
		case p.Kind == lang.Consume:
			p.Kind = lang.Keep
		}
		if p.Kind.OnState() {
			onState++
		}
	}
	for _, result := range r.Results {
		if calculates(result.Atom.Args) {
			return nil // a calculation may fail
		}
	}
	for _, a := range r.Actions {
		if calculates(a.Args) {
			return nil
		}
	}
	if onState == 1 && len(s.Premises) == 1 {
		a := s.Premises[0]
		return &lang.Statement{Span: r.Span, Kind: lang.Invariant, Stage: r.Stage, Vars: r.Vars, Op: lang.LessEq,
			Sum: []lang.Count{{Times: 1, Pattern: a.Atom, Permanent: a.Kind == lang.Permanent, Of: -1}}}
	}
	return s
}

// untouched reports whether a rule changes no facts that the statement, which holds before, is about. A `#never`
// minds only facts that are made.
func (p *prover) untouched(r *lang.Rule) bool {
	if !p.assumed || p.readsState() {
		return false
	}
	about := predicates(p.statement)
	return !slices.ContainsFunc(r.Results, func(x lang.Result) bool { return slices.Contains(about, x.Atom.Pred) }) &&
		(p.statement.Kind == lang.Never || !slices.ContainsFunc(r.Premises, func(x lang.Premise) bool {
			return x.Kind == lang.Consume && p.possible.linear[x.Atom.Pred] && slices.Contains(about, x.Atom.Pred)
		}))
}

// freshApart returns the cases in which permanent facts that are new differ from those that were there before. Where
// one is equal, it is in another scene, as a fact that is there already.
func freshApart(s *scene) []*scene {
	all := []*scene{s}
	for i, f := range s.facts {
		for j, g := range s.facts {
			if f.permanent && g.permanent && f.pred == g.pred && !f.before && g.before {
				all = each(all, func(s *scene) []*scene {
					return s.differ(expr{kind: compound, args: s.facts[i].args}, expr{kind: compound, args: s.facts[j].args})
				})
			}
		}
	}
	return all
}
