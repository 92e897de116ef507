package exec

import (
	"slices"

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
	// Proves are the instances of the backward premises, in their order.
	Proves []lang.Fact
}

// String returns the rule's name and arguments.
func (t Transition) String() string { return t.Rule.Name + lang.Arguments(t.Args) }

// Takes returns the resources that the transition consumes, and those that it
// reads, each once, in the order of the premises.
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
	return consumes, reads
}

// Results returns the facts that firing the transition asserts, in the order of
// the rule. A permanent one may hold already.
func (t Transition) Results() []lang.Initial {
	out := make([]lang.Initial, len(t.Rule.Results))
	for i, r := range t.Rule.Results {
		f := lang.Fact{Pred: r.Atom.Pred, Args: make([]lang.Value, len(r.Atom.Args))}
		for k, a := range r.Atom.Args {
			f.Args[k] = substitute(a, t.Args)
		}
		out[i] = lang.Initial{Fact: f, Permanent: r.Permanent}
	}
	return out
}
