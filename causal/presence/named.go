package presence

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// arguments returns what a rule was applied to, without what it has no name for but a
// wildcard: no text can tell of that.
func (p *Places) arguments(e causal.Event) []trace.Term {
	step := p.graph.Step(e)
	rule := p.graph.Declared(e)
	if rule == nil || len(rule.Params) != len(step.Args) {
		return step.Args
	}
	var named []trace.Term
	for i, arg := range step.Args {
		if !strings.HasPrefix(rule.Params[i].Name, "_") {
			named = append(named, arg)
		}
	}
	return named
}

// acts reports whether an event's arguments name the character, or no character at all.
func (p *Places) acts(e causal.Event, who int) bool {
	args := p.arguments(e)
	return p.name(args, func(i int) bool { return i == who }) || !p.name(args, func(int) bool { return true })
}

// name reports whether terms, subterms included, name a character that satisfies so.
func (p *Places) name(terms []trace.Term, so func(who int) bool) bool {
	return slices.ContainsFunc(terms, func(t trace.Term) bool {
		who, ok := p.people[t.Head]
		return ok && so(who) || p.name(t.Args, so)
	})
}
