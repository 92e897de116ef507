package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// lint warns of what a right program hardly means: predicates and constants that
// nothing mentions, rules that can never fire, stages that no run comes to.
func (c *checker) lint() {
	u := usage{preds: make(map[*Pred]bool), cons: make(map[*Constructor]bool)}
	u.program(c.prog)
	for _, p := range c.prog.Preds {
		if !u.preds[p] {
			c.warnf(p.Span, "nothing uses predicate `%s`", p.Name)
		}
	}
	for _, t := range c.prog.Types {
		for _, k := range t.Constructors {
			if !u.cons[k] {
				c.warnf(k.Span, "nothing mentions `%s`", k.Name)
			}
		}
	}
	for _, r := range c.prog.Rules() {
		c.lintRule(r)
	}
	c.lintStages()
}

func (c *checker) warnf(span syntax.Span, format string, args ...any) {
	c.errorf(span, format, args...).Warning = true
}

// lintRule warns of the first premise that nothing can meet.
func (c *checker) lintRule(r *Rule) {
	for _, p := range r.Premises {
		pred := p.Atom.Pred
		switch {
		case p.Kind == Compare:
		case p.Kind == Prove && len(pred.Clauses) == 0:
			c.warnf(p.Span, "rule `%s` can never fire: `%s` has no clauses", r.Name, pred.Name)
			return
		case p.Kind == Permanent && !c.permanent[pred]:
			c.warnf(p.Span, "rule `%s` can never fire: no rule and no context makes `!%s`", r.Name, pred.Name)
			return
		case p.Kind != Prove && !c.linear[pred] && !c.permanent[pred]:
			c.warnf(p.Span, "rule `%s` can never fire: no rule and no context makes `%s`", r.Name, pred.Name)
			return
		}
	}
}

// lintStages warns of stages that no trace starts in and no link leads to from
// one that is reached. A program without traces is not judged.
func (c *checker) lintStages() {
	reached := make(map[*Stage]bool)
	var visit func(*Stage)
	visit = func(s *Stage) {
		if s == nil || reached[s] {
			return
		}
		reached[s] = true
		for _, l := range s.Links {
			visit(l.To)
		}
	}
	for _, t := range c.prog.Traces {
		visit(t.Stage)
	}
	for _, s := range c.prog.Stages {
		if len(reached) > 0 && !reached[s] {
			c.warnf(s.Span, "no run comes to stage `%s`", s.Name)
		}
	}
}

// usage is what a program mentions beside declaring it.
type usage struct {
	preds map[*Pred]bool
	cons  map[*Constructor]bool
}

func (u usage) program(p *Program) {
	for _, r := range p.Rules() {
		u.premises(r.Premises)
		for _, result := range r.Results {
			u.atom(result.Atom)
		}
	}
	for _, pred := range p.Preds {
		for _, clause := range pred.Clauses {
			u.terms(clause.Head.Args)
			u.premises(clause.Premises)
		}
	}
	for _, ctx := range p.Contexts {
		u.context(ctx)
	}
	for _, t := range p.Traces {
		u.context(t.Context)
	}
}

func (u usage) premises(ps []Premise) {
	for _, p := range ps {
		if p.Kind == Compare {
			u.terms([]Term{p.X, p.Y})
			continue
		}
		u.atom(p.Atom)
	}
}

func (u usage) atom(a Atom) {
	u.preds[a.Pred] = true
	u.terms(a.Args)
}

func (u usage) terms(ts []Term) {
	for _, t := range ts {
		if k, ok := t.(*Compound); ok {
			u.cons[k.Con] = true
			u.terms(k.Args)
		}
	}
}

func (u usage) context(ctx *Context) {
	for _, f := range ctx.Facts {
		u.preds[f.Fact.Pred] = true
		u.values(f.Fact.Args)
	}
}

func (u usage) values(vs []Value) {
	for _, v := range vs {
		u.cons[v.Con] = true
		u.values(v.Args)
	}
}
