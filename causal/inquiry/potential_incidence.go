package inquiry

import (
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang"
)

// Incidence returns what a firing of a rule adds to the number of facts, and to the
// quantities in them, in any run from the starts that are known. A permanent result adds one fact or, where
// it holds already, none. An atom that both linear and permanent facts can meet
// takes one fact or none.
func (p *Potential) Incidence(r *lang.Rule) rules.Incidence {
	var changes []rules.Change
	for _, premise := range r.Premises {
		if premise.Kind == lang.Consume {
			changes = append(changes, p.taken(r, premise))
		}
	}
	for _, result := range r.Results {
		c := rules.Change{Kind: p.kind(result.Atom), Permanent: result.Permanent, Least: 1, Most: 1}
		if result.Permanent {
			c.Least = 0
		}
		changes = append(changes, c)
	}
	return rules.NewIncidence(append(changes, p.quantities(r)...))
}

// taken returns what meeting a premise of a rule takes.
func (p *Potential) taken(r *lang.Rule, premise lang.Premise) rules.Change {
	c := rules.Change{Kind: p.kind(premise.Atom), Least: 0, Most: -1}
	for _, k := range p.meeting(r, premise) {
		if k.Permanent {
			c.Most = 0
		} else {
			c.Least = -1
		}
	}
	return c
}
