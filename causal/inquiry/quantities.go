package inquiry

import (
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// quantities returns what a firing of a rule adds to the quantities in facts: the sum of
// those in facts that it makes, less the sum of those that it uses up. What one pays another
// gets, so that all have as much as before.
func (p *Potential) quantities(r *lang.Rule) []rules.Change {
	sums := make(map[rules.Change]*linearSum) // by quantity
	for _, premise := range r.Premises {
		if premise.Kind == lang.Consume {
			p.addQuantities(sums, premise.Atom, -1, !p.taken(r, premise).Exact())
		}
	}
	for _, result := range r.Results {
		if !result.Permanent {
			p.addQuantities(sums, result.Atom, 1, false)
		}
	}
	equations := equationsOf(r)
	var changes []rules.Change
	for c, s := range sums {
		c.Least, c.Most = s.boundsGiven(equations)
		changes = append(changes, c)
	}
	return changes
}

// addQuantities adds the quantities of an atom to their sums, so many times, and to those of
// their pools. They may stay as they are where a permanent fact can meet a premise.
func (p *Potential) addQuantities(sums map[rules.Change]*linearSum, a lang.Atom, times int, unsure bool) {
	for _, at := range p.Kinds.Quantities(a.Pred.Name) {
		for _, c := range rules.ChangesOf(p.Kinds, a.Pred.Name, constantArgs(a), at) {
			if sums[c] == nil {
				sums[c] = newLinearSum()
			}
			sums[c].add(a.Args[at], times)
			sums[c].unknown = sums[c].unknown || unsure
		}
	}
}

// constantArgs returns the arguments of an atom as terms of traces. Those that are no constants
// have no name.
func constantArgs(a lang.Atom) []trace.Term {
	args := make([]trace.Term, len(a.Args))
	for i, t := range a.Args {
		name, _ := constant(t)
		args[i] = trace.Const(name) // that of a variable tells nothing
	}
	return args
}
