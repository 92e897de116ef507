package lang

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// lint warns of what a right program hardly means: predicates, types and constants that
// nothing mentions, numbers and actions that are tied to nothing, rules that can
// never fire, stages that no run comes to or that none leaves.
func (c *checker) lint() {
	u := usage{preds: make(map[*Pred]bool), cons: make(map[*Constructor]bool), types: make(map[*Type]bool)}
	u.program(c.prog)
	for _, p := range c.prog.Preds {
		if !u.preds[p] {
			c.warnf(syntax.UnusedPredicate, p.Span, "predicate `%s` is never used", p.Name).Fix = c.removal(p.Span)
		} else if p.Kind == Action && p.Handler == "" {
			tie := fmt.Sprintf("#action %s PRINT.", p.Name)
			c.warnf(syntax.UntiedAction, p.Span, "no action is tied to `%s`; add `%s`", p.Name,
				tie).Fix = c.addition(tie)
		}
	}
	for _, t := range c.prog.Types {
		c.lintType(t, u)
	}
	for _, r := range c.prog.Rules() {
		if p, why := c.firstUnmet(r.Premises); why != "" {
			e := c.warnf(syntax.NeverFires, p.Span, "rule `%s` can never fire: %s", r.Name, why)
			if p.Kind == Ask {
				e.Fix = c.addition(p.Atom.Pred.sensor())
			}
		}
	}
	k := newCopies(c.prog)
	for _, r := range c.prog.Rules() {
		c.lintTwice(r, k)
	}
	c.lintDeadlocks()
	c.lintStatements()
	c.lintStages()
}

// lintType warns of a type that nothing has, or else of its constants that nothing mentions.
func (c *checker) lintType(t *Type, u usage) {
	if !u.types[t] {
		e := c.warnf(syntax.UnusedType, t.Span, "type `%s` is never used: no predicate has an argument of this type", t.Name)
		if len(t.Constructors) == 0 {
			e.Fix = c.removal(t.Span)
		}
		return
	}
	for _, k := range t.Constructors {
		if k != t.Zero && k != t.Succ && !u.cons[k] {
			c.warnf(syntax.UnusedConstant, k.Span, "constant `%s` is never used", k.Name).Fix = c.removal(k.Span)
		}
	}
}

func (c *checker) warnf(code syntax.Code, span syntax.Span, format string, args ...any) *syntax.Error {
	e := c.errorf(code, span, format, args...)
	e.Warning = true
	return e
}

// firstUnmet returns the first of the premises of a rule or link that nothing can meet, and
// says why; "" where something may meet each.
func (c *checker) firstUnmet(premises []Premise) (Premise, string) {
	for _, p := range premises {
		if why := c.unmet(p); why != "" {
			return p, why
		}
	}
	return Premise{}, ""
}

// unmet says why nothing can meet a premise; "" where something may.
func (c *checker) unmet(p Premise) string {
	pred := p.Atom.Pred
	switch p.Kind {
	case Ask:
		if pred.Handler == "" {
			return fmt.Sprintf("no sensor answers `%s`; add `%s`", pred.Name, pred.sensor())
		}
	case Prove:
		if len(pred.Clauses) == 0 {
			return fmt.Sprintf("`%s` has no clauses", pred.Name)
		}
	case Permanent:
		if !c.permanent[pred] {
			return fmt.Sprintf("no rule and no context makes `!%s`", pred.Name)
		}
	case Consume, Keep:
		if !c.linear[pred] && !c.permanent[pred] {
			return fmt.Sprintf("no rule and no context makes `%s`", pred.Name)
		}
	}
	return ""
}

// sensor is a directive that ties the predicate to a sensor.
func (p *Pred) sensor() string { return "#sensor " + p.Name + " LINE." }

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
			c.warnf(syntax.UnreachableStage, s.Span, "no run enters stage `%s`", s.Name)
			continue
		}
		if why := c.trapped(s); why != "" {
			c.warnf(syntax.NoWayOut, s.Span, "no way leads out of stage `%s`: %s", s.Name, why)
		}
	}
}

// trapped says why a stage with links is neither left nor an end; "" where it
// may be left, or has no links and so is an end.
func (c *checker) trapped(s *Stage) string {
	dead, loops := 0, 0
	for _, l := range s.Links {
		_, unmet := c.firstUnmet(l.Premises)
		switch {
		case unmet != "":
			dead++
		case l.To == s && len(l.Premises) == 0:
			loops++
		case l.To != s:
			return ""
		}
	}
	switch {
	case loops > 0:
		return "its link back to itself always applies"
	case dead > 0 && dead == len(s.Links):
		return "none of its links can ever be taken"
	}
	return ""
}

// usage is what a program mentions beside declaring it.
type usage struct {
	preds map[*Pred]bool
	cons  map[*Constructor]bool
	types map[*Type]bool // of which a predicate or a term of another type takes terms, and those of numbers and texts
}

// program enters what a program mentions. Of clauses the constants count in any case, but the
// predicates only if what the clauses are for is used.
func (u usage) program(p *Program) {
	for _, t := range p.Types {
		u.has(t)
	}
	for _, pred := range p.Preds {
		for _, t := range pred.Args {
			u.types[t] = true
		}
		if pred.Handler != "" && pred.Kind == Sense {
			u.answers(pred.Args, make(map[*Type]bool))
		}
		for _, clause := range pred.Clauses {
			u.terms(clause.Head.Args)
			u.terms(terms(clause.Premises))
		}
	}
	for _, r := range p.Rules() {
		u.premises(r.Premises)
		for _, result := range r.Results {
			u.atom(result.Atom)
		}
		for _, action := range r.Actions {
			u.atom(action)
		}
	}
	for _, s := range p.Statements {
		u.premises(s.AsPremises())
	}
	for _, ctx := range p.Contexts {
		u.context(ctx)
	}
	for _, t := range p.Traces {
		u.context(t.Context)
	}
}

// has enters a type of numbers, which are compared by themselves, or of texts, and the other types
// that terms of a type take.
func (u usage) has(t *Type) {
	if t.Zero != nil || t.Numerals || t.Texts {
		u.types[t] = true
	}
	for _, k := range t.Constructors {
		for _, arg := range k.Args {
			if arg != t {
				u.types[arg] = true
			}
		}
	}
}

// answers enters all that a sensor may answer, type by type: the constants are
// the words that it understands.
func (u usage) answers(types []*Type, seen map[*Type]bool) {
	for _, t := range types {
		if seen[t] {
			continue
		}
		seen[t] = true
		for _, k := range t.Constructors {
			u.cons[k] = true
			u.answers(k.Args, seen)
		}
	}
}

func (u usage) premises(ps []Premise) {
	u.terms(terms(ps))
	u.asked(ps)
}

// asked enters the predicates of premises.
func (u usage) asked(ps []Premise) {
	for _, p := range ps {
		if p.Kind != Compare {
			u.pred(p.Atom.Pred)
		}
	}
}

// terms returns the terms in premises.
func terms(ps []Premise) []Term {
	var out []Term
	for _, p := range ps {
		if p.Kind == Compare {
			out = append(out, p.X, p.Y)
		} else {
			out = append(out, p.Atom.Args...)
		}
	}
	return out
}

func (u usage) atom(a Atom) {
	u.pred(a.Pred)
	u.terms(a.Args)
}

// pred enters a predicate, and those that its clauses ask for.
func (u usage) pred(p *Pred) {
	if u.preds[p] {
		return
	}
	u.preds[p] = true
	for _, clause := range p.Clauses {
		u.asked(clause.Premises)
	}
}

func (u usage) terms(ts []Term) {
	for _, t := range ts {
		switch t := t.(type) {
		case *Compound:
			u.cons[t.Con] = true
			u.terms(t.Args)
		case *Calculation:
			u.terms([]Term{t.X, t.Y})
		}
	}
}

func (u usage) context(ctx *Context) {
	for _, f := range ctx.Facts {
		u.pred(f.Fact.Pred)
		u.values(f.Fact.Args)
	}
}

func (u usage) values(vs []Value) {
	for _, v := range vs {
		u.cons[v.Con] = true
		u.values(v.Args)
	}
}
