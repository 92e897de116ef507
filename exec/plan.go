package exec

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/term"
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
		p := newPlanner(r.Rule).plan(r.Rule)
		r.planned = &p
	}
	return r.planned
}

// newPlanner takes a rule apart.
func newPlanner(rule *lang.Rule) *planner {
	p := &planner{}
	for _, v := range rule.Vars {
		p.types = append(p.types, v.Type)
		p.names = append(p.names, v.Name)
	}
	p.sort(rule)
	p.check(rule)
	return p
}

// plan returns how the rule is matched premise by premise.
func (p *planner) plan(rule *lang.Rule) plan {
	p.comparisons = slices.Concat(p.comparisons, p.guards)
	return plan{p.inOrder(), len(p.types), needs(rule)}
}

// left returns the rule's left side for the network, and false where it needs an
// answer of the outside, or proofs that read the state.
func (p *planner) left() (*match.Rule, bool) {
	r := &match.Rule{Types: p.types, Checks: slices.Clone(p.comparisons)}
	for _, premise := range p.atoms {
		switch premise.Kind {
		case lang.Ask:
			return nil, false
		case lang.Prove:
			if len(premise.Atom.Pred.Reads()) > 0 {
				return nil, false
			}
			r.Proofs = append(r.Proofs, premise)
		default:
			r.Atoms = append(r.Atoms, premise)
		}
	}
	for _, g := range p.guards {
		if !hasResult(g.X) {
			r.Checks = append(r.Checks, g)
		}
	}
	return r, true
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

// planner sorts the premises of a rule. Calculations in atoms become variables
// of the plan, and comparisons that say what these are, so that atoms are
// patterns.
type planner struct {
	types              []*lang.Type // of the rule's variables and the plan's
	names              []string     // of these
	atoms, comparisons []lang.Premise
	guards             []lang.Premise // of the right side
}

// sort sorts the premises: those on the state, then those that are proved or asked for, and the
// comparisons.
func (p *planner) sort(rule *lang.Rule) {
	var rest []lang.Premise
	for _, premise := range rule.Premises {
		switch {
		case premise.Kind == lang.Compare:
			p.comparisons = append(p.comparisons, premise)
			continue
		case !premise.Kind.OnState():
			rest = append(rest, p.patterns(premise))
			continue
		}
		p.atoms = append(p.atoms, p.patterns(premise))
	}
	p.atoms = append(p.atoms, rest...)
}

// patterns returns an atom without calculations.
func (p *planner) patterns(premise lang.Premise) lang.Premise {
	premise.Atom.Args = term.WithoutCalculations(premise.Atom.Args, func(c *lang.Calculation) lang.Variable {
		v := lang.Variable(len(p.types))
		p.types = append(p.types, c.Of)
		p.names = append(p.names, fmt.Sprintf("#%d", len(p.names)+1))
		p.comparisons = append(p.comparisons, lang.Premise{Span: premise.Span, Kind: lang.Compare, Op: lang.Same, X: v, Y: c})
		return v
	})
	return premise
}

// check adds, for each term of the right side that may have no value, that it
// has one: then it is the same as itself.
func (p *planner) check(rule *lang.Rule) {
	check := func(ts []lang.Term) {
		for _, t := range ts {
			if mayFail(t) {
				p.guards = append(p.guards, lang.Premise{Kind: lang.Compare, Op: lang.Same, X: t, Y: t})
			}
		}
	}
	for _, r := range rule.Results {
		check(r.Atom.Args)
	}
	for _, a := range rule.Actions {
		check(a.Args)
	}
}

// isGuard reports whether a premise of a plan is one that [planner.check] has added: it has no
// place in the source.
func isGuard(p lang.Premise) bool { return p.Span == lang.Premise{}.Span }

// mayFail reports whether a term may have no value although its variables have.
func mayFail(t lang.Term) bool {
	switch t := t.(type) {
	case *lang.Calculation, *lang.Successor:
		return true
	case *lang.Compound:
		return slices.ContainsFunc(t.Args, mayFail)
	}
	return false
}

// hasResult reports whether a term has a value whatever the values of its variables are: it has no
// calculations but sums of two operands, which are never too large.
func hasResult(t lang.Term) bool {
	switch t := t.(type) {
	case *lang.Calculation:
		return t.Op == lang.Plus && isOperand(t.X) && isOperand(t.Y)
	case *lang.Compound:
		return !slices.ContainsFunc(t.Args, func(a lang.Term) bool { return !hasResult(a) })
	}
	return true
}

// isOperand reports whether a term is a number that need not be calculated.
func isOperand(t lang.Term) bool {
	switch t.(type) {
	case lang.Variable, lang.Number:
		return true
	}
	return false
}

// inOrder returns the premises in the order of matching: each comparison stands
// where its variables are known, of `==` those of one side.
func (p *planner) inOrder() []lang.Premise {
	known := make([]bool, len(p.types))
	out := p.ready(known)
	for _, premise := range p.atoms {
		out = append(out, premise)
		bind(premise.Atom.Args, known)
		out = append(out, p.ready(known)...)
	}
	return out
}

// ready removes the comparisons that can be tested from the list, and turns those of `==` so that
// the known side is Y. The variables that they give a value are marked as known.
func (p *planner) ready(known []bool) []lang.Premise {
	var out []lang.Premise
	for again := true; again; {
		again = false
		p.comparisons = slices.DeleteFunc(p.comparisons, func(c lang.Premise) bool {
			x, y := term.Known(c.X, known), term.Known(c.Y, known)
			switch {
			case x && y:
			case c.Op == lang.Same && y && term.IsPattern(c.X):
			case c.Op == lang.Same && x && term.IsPattern(c.Y):
				c.X, c.Y = c.Y, c.X
			default:
				return false
			}
			bind([]lang.Term{c.X}, known)
			out = append(out, c)
			again = true
			return true
		})
	}
	return out
}

func bind(ts []lang.Term, known []bool) {
	for _, t := range ts {
		lang.EachBinding(t, func(v lang.Variable) { known[v] = true })
	}
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
