package match

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// Explanation says how the matches of a rule are kept up to date.
type Explanation struct {
	Components []ComponentPlan
	// Ties are the comparisons and premises that tie components. The fitting pairs of such
	// components are counted instead of listed.
	Ties []string
}

// ComponentPlan says how the matches of a component are kept up to date.
type ComponentPlan struct {
	Text  string // its premises
	Plans []AtomPlan
}

// AtomPlan lists the steps that a new fact of an atom leads to.
type AtomPlan struct {
	Atom  string
	Steps []string
}

// Explain returns how the matches of the rule would be kept up to date in the present
// state, with the names of its variables.
func (m *Matches) Explain(names []string) Explanation {
	if !m.taken {
		m.take()
	}
	var out Explanation
	for i := range m.components {
		out.Components = append(out.Components, m.components[i].explain(names))
	}
	for _, p := range m.joins {
		out.Ties = append(out.Ties, p.explain(names))
	}
	for _, g := range m.groups {
		out.Ties = append(out.Ties, g.explain(names))
	}
	return out
}

// explain explains a component.
func (f *component) explain(names []string) ComponentPlan {
	own := f.names(names)
	out := ComponentPlan{Text: (&writer{own}).rule(f.Rule)}
	n := f.conflicts.network
	for i := range f.Atoms {
		arranged := f.Rule.arranged(n.order(f.Rule, i))
		w := &writer{arranged.names(own)}
		a := AtomPlan{Atom: w.atom(arranged.Atoms[0].Atom)}
		steps := n.steps(arranged.Rule)
		for k := range steps[1:] {
			a.Steps = append(a.Steps, w.step(arranged.Rule, &steps[k+1].step))
		}
		out.Plans = append(out.Plans, a)
	}
	return out
}

// names returns the names of the variables of a component, given those of the rule.
func (p *subrule) names(whole []string) []string {
	var out []string
	for _, v := range p.variables {
		out = append(out, whole[v])
	}
	return out
}

// explain says what ties the components.
func (p *thetaJoin) explain(names []string) string {
	text := func(side int) string {
		f := p.components[side]
		w := &writer{f.names(names)}
		if p.op == "" {
			return w.atom(f.Atoms[0].Atom)
		}
		return w.term(f.Atoms[0].Atom.Args[p.columns[side]])
	}
	if p.op == "" {
		return text(0) + " and " + text(1) + " take different resources"
	}
	return text(0) + " " + string(p.op) + " " + text(1)
}

// explain says what ties the components.
func (g group) explain(names []string) string {
	var all []string
	for _, f := range g {
		all = append(all, (&writer{f.names(names)}).atom(f.Atoms[0].Atom))
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " and " + all[last] + " take different resources"
}

// step describes a step.
func (w *writer) step(r *Rule, s *step) string {
	switch s.kind {
	case lookupStep, pairStep:
		return "look up " + w.atom(r.Atoms[s.atom].Atom)
	case joinStep:
		return w.join(r.Atoms[s.atom].Atom, s)
	case proofStep:
		return "prove " + w.atom(s.proof.atom)
	case giveStep:
		return "calculate " + w.check(s.check)
	}
	return "compare " + w.check(s.check)
}

// join describes a join and the arguments that it finds facts by.
func (w *writer) join(a lang.Atom, s *step) string {
	var by []string
	for _, c := range s.index.columns {
		by = append(by, w.term(a.Args[c]))
	}
	if len(by) == 0 {
		return "each " + w.atom(a)
	}
	return "each " + w.atom(a) + " by " + strings.Join(by, ", ")
}

// conflictSet returns the conflict set of a rule of one component. Rules that say the same share it.
func (n *Network) conflictSet(r *Rule) *conflictSet {
	text := r.String()
	m := n.shared[text]
	if m == nil {
		m = n.newConflictSet(r)
		n.shared[text] = m
	}
	return m
}

// String returns the rule with its variables numbered: `at V0 V1 * !gate V1 * V0 <> V2`.
func (r *Rule) String() string { return numbered(len(r.Types)).rule(r) }

// numbered returns a writer of rules with so many variables.
func numbered(variables int) *writer {
	w := &writer{}
	w.number(variables)
	return w
}

// number sees to it that there are names for so many variables.
func (w *writer) number(variables int) {
	for v := len(w.names); v < variables; v++ {
		w.names = append(w.names, fmt.Sprintf("V%d", v))
	}
}

// writer writes rules with names for their variables.
type writer struct{ names []string }

// rule leaves out whether a premise is kept, which is all the same to matching.
func (w *writer) rule(r *Rule) string {
	var all []string
	for _, a := range r.Atoms {
		mark := ""
		if a.Kind == lang.Permanent {
			mark = "!"
		}
		all = append(all, mark+w.atom(a.Atom))
	}
	for _, a := range r.Proofs {
		all = append(all, w.atom(a.Atom))
	}
	for _, c := range r.Checks {
		all = append(all, w.check(c))
	}
	return strings.Join(all, " * ")
}

// check writes a comparison. An equation of a term with itself asks whether the term has a value.
func (w *writer) check(c lang.Premise) string {
	x, y := w.term(c.X), w.term(c.Y)
	if c.Op == lang.Same && x == y {
		return x + " is a number"
	}
	return x + " " + string(c.Op) + " " + y
}

func (w *writer) atom(a lang.Atom) string { return a.Text(w.name) }

func (w *writer) term(t lang.Term) string { return lang.TermText(t, w.name) }

func (w *writer) name(v lang.Variable) string { return w.names[v] }
