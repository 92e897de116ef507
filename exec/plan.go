package exec

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/premises"
	"github.com/ceptre-graph/ceptre/lang"
)

// plan is how a rule is matched.
type plan struct {
	premises []lang.Premise
	vars     int // the rule's own come first
	needs    []need
}

// need is how many resources of a predicate a rule takes, whatever their
// arguments.
type need struct {
	pred  *lang.Pred
	count int
}

// plan returns how the rule is matched premise by premise.
func (r *rule) plan() *plan {
	if r.planned == nil {
		p := premises.Of(r.Rule)
		r.planned = &plan{p.InOrder(nil), len(p.Types), needs(r.Rule)}
	}
	return r.planned
}

// needs returns the predicates that a rule takes facts of, in the order of the premises.
func needs(rule *lang.Rule) []need {
	var out []need
	for _, p := range rule.Premises {
		if !p.Kind.OnState() {
			continue
		}
		i := slices.IndexFunc(out, func(n need) bool { return n.pred == p.Atom.Pred })
		if i < 0 {
			i = len(out)
			out = append(out, need{pred: p.Atom.Pred})
		}
		out[i].count++
	}
	return out
}

// Plan describes how the enabled transitions of a rule are found.
type Plan struct {
	Rule *lang.Rule
	// Asks are the premises that sensors answer. A rule that has any is matched premise
	// by premise in each state, and has no Network.
	Asks []*lang.Premise
	// Reads are the premises of which proofs may read the state. A rule that has any is matched
	// that way, too. They are proved again when facts change that they may read.
	Reads   []*lang.Premise
	Network match.Explanation
	// Dense says that the rule has more matches than can be kept, and is matched premise
	// by premise, too.
	Dense bool
}

// Plan returns the plan for finding the enabled transitions of a rule in the present state.
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
		fmt.Fprintf(&b, "  matched premise by premise in each state; %s is proved again when facts of %s change\n",
			a.Atom.Pred.Name, strings.Join(reads, ", "))
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

// FprintPlans writes the plans of all rules and links, stage by stage, in the present state.
func (m *Machine) FprintPlans(w io.Writer) error {
	var b bytes.Buffer
	for _, s := range m.program.Stages {
		fmt.Fprintf(&b, "stage %s\n", s.Name)
		rules := s.Rules
		for _, l := range s.Links {
			rules = append(rules[:len(rules):len(rules)], &l.Rule)
		}
		for _, rule := range rules {
			if err := m.Plan(rule).Fprint(&b); err != nil {
				return err
			}
		}
	}
	_, err := b.WriteTo(w)
	return err
}
