package exec

import (
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/lang"
)

// Plan says how it is found which transitions of a rule are enabled.
type Plan struct {
	Rule *lang.Rule
	// Asks are the premises that sensors answer. A rule that has any is matched premise
	// by premise in each state, and has no Network.
	Asks []*lang.Premise
	// Reads are the premises of which proofs may read the state. A rule that has any is matched
	// so, too. They are proved again when facts change that they may read.
	Reads   []*lang.Premise
	Network match.Explanation
	// Dense says that the rule has more matches than can be kept, and is matched premise
	// by premise, too.
	Dense bool
}

// Plan returns how it would be found in the present state which transitions of a rule
// are enabled.
func (m *Machine) Plan(r *lang.Rule) Plan {
	out := Plan{Rule: r}
	for i := range r.Premises {
		switch p := &r.Premises[i]; {
		case p.Kind == lang.Ask:
			out.Asks = append(out.Asks, p)
		case p.Kind == lang.Prove && len(p.Atom.Pred.Reads()) > 0:
			out.Reads = append(out.Reads, p)
		}
	}
	out.Dense = len(out.Asks)+len(out.Reads) == 0 && m.rules[r].matches == nil
	if matches := m.rules[r].matches; matches != nil {
		out.Network = matches.Explain(m.rules[r].names)
	}
	return out
}

// Fprint writes the plan: the parts of the rule, and for each premise in which order
// the others are met when a fact that meets it is new.
func (p Plan) Fprint(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", p.Rule.Label)
	for _, a := range p.Asks {
		fmt.Fprintf(&b, "  slow: matched premise by premise in each state, for a sensor answers %s\n", a.Atom.Pred.Name)
	}
	for _, a := range p.Reads {
		var reads []string
		for _, pred := range a.Atom.Pred.Reads() {
			reads = append(reads, pred.Name)
		}
		fmt.Fprintf(&b, "  matched premise by premise in each state; %s is proved again when facts of %s change\n", a.Atom.Pred.Name, strings.Join(reads, ", "))
	}
	if p.Dense {
		b.WriteString("  slow: matched premise by premise in each state, for there are more matches than can be kept\n")
	}
	for _, part := range p.Network.Components {
		fmt.Fprintf(&b, "  kept: %s\n", part.Text)
		for _, plan := range part.Plans {
			fmt.Fprintf(&b, "    %s\n", strings.Join(append([]string{"new " + plan.Atom}, plan.Steps...), "; "))
		}
	}
	for _, tie := range p.Network.Ties {
		fmt.Fprintf(&b, "  counted: %s\n", tie)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
