package lang

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Disable returns a copy of the program in which some of its rules and links never fire: they have one more premise,
// which is false. Names, labels and the order of all rules are those of the program, so that runs of both can be
// compared.
func (p *Program) Disable(rules ...*Rule) *Program {
	out := *p
	stages := make(map[*Stage]*Stage)
	for _, s := range p.Stages {
		c := *s
		stages[s] = &c
	}
	rule := func(r *Rule) Rule {
		c := *r
		c.Stage = stages[r.Stage]
		if slices.Contains(rules, r) {
			c.Premises = append(slices.Clip(c.Premises), falsehood(r.Span))
		}
		return c
	}
	out.Stages, out.rules = nil, nil
	for _, s := range p.Stages {
		c := stages[s]
		c.Rules, c.Links = nil, nil
		for _, r := range s.Rules {
			r := rule(r)
			c.Rules = append(c.Rules, &r)
		}
		for _, l := range s.Links {
			c.Links = append(c.Links, &Link{Rule: rule(&l.Rule), To: stages[l.To]})
		}
		out.Stages = append(out.Stages, c)
	}
	out.listRules()
	out.Traces = nil
	for _, t := range p.Traces {
		c := *t
		c.Stage = stages[t.Stage]
		out.Traces = append(out.Traces, &c)
	}
	out.Statements = nil
	for _, s := range p.Statements {
		c := *s
		c.Stage = stages[s.Stage]
		out.Statements = append(out.Statements, &c)
	}
	return &out
}

// falsehood returns a premise that is false.
func falsehood(at syntax.Span) Premise {
	return Premise{Span: at, Kind: Compare, Op: Same, X: Literal("0"), Y: Literal("1")}
}
