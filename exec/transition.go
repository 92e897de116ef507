package exec

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// Transition is a rule with one choice of the resources that meet its premises.
type Transition struct {
	Rule *lang.Rule
	Link *lang.Link // nil for the rules of a stage
	// Args are the values of Rule.Vars.
	Args []lang.Value
	// Uses are the resources that meet the premises on the state, in the order
	// of these premises.
	Uses []*Resource
	// Proves are the instances of the premises that are proved or answered by a
	// sensor, in their order.
	Proves []lang.Fact
	// Reads are the resources that the proofs of these read, each once.
	Reads []*Resource
}

// String returns the rule's name and arguments.
func (t Transition) String() string { return t.Rule.Label + lang.Arguments(t.Args) }

// Takes returns the resources that the transition consumes, and those that it reads, each once, in
// the order of the premises; those that proofs read come last.
func (t Transition) Takes() (consumes, reads []*Resource) {
	i := 0
	for _, p := range t.Rule.Premises {
		if !p.Kind.OnState() {
			continue
		}
		r := t.Uses[i]
		i++
		switch {
		case p.Kind == lang.Consume && !r.Permanent:
			consumes = append(consumes, r)
		case !slices.Contains(reads, r):
			reads = append(reads, r)
		}
	}
	for _, r := range t.Reads {
		if !slices.Contains(consumes, r) && !slices.Contains(reads, r) {
			reads = append(reads, r)
		}
	}
	return consumes, reads
}

// Results returns the facts that firing the transition asserts, in the order of
// the rule. A permanent one may hold already.
func (t Transition) Results() []lang.Initial {
	out := make([]lang.Initial, len(t.Rule.Results))
	for i, r := range t.Rule.Results {
		out[i] = lang.Initial{Fact: t.instance(r.Atom), Permanent: r.Permanent}
	}
	return out
}

// Makes returns the facts that firing the transition adds to a state: its results, without permanent
// ones that hold already.
func (t Transition) Makes(state *Context) []lang.Initial {
	var out []lang.Initial
	for _, f := range t.Results() {
		holds := func(r *Resource) bool { return r.Permanent && r.Fact.Equal(f.Fact) }
		again := func(g lang.Initial) bool { return g.Permanent && g.Fact.Equal(f.Fact) }
		if f.Permanent && (slices.ContainsFunc(state.Of(f.Fact.Pred), holds) || slices.ContainsFunc(out, again)) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// Acts returns the actions that firing the transition asks for, in the order of
// the rule.
func (t Transition) Acts() []lang.Fact {
	var out []lang.Fact
	for _, a := range t.Rule.Actions {
		out = append(out, t.instance(a))
	}
	return out
}

// instance returns an atom of the right side. The transition is enabled, so its
// terms have values.
func (t Transition) instance(a lang.Atom) lang.Fact {
	args, err := term.EvaluateAll(a.Args, t.Args)
	if err != nil {
		panic(fmt.Sprintf("exec: %v: %v", t, err))
	}
	return lang.Fact{Pred: a.Pred, Args: args}
}
