package match

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

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

// want enters a conflict set among those of the network.
func (n *Network) want(m *conflictSet) {
	if !m.wanted {
		m.wanted = true
		n.conflictSets = append(n.conflictSets, m)
	}
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

func (w *writer) atom(a lang.Atom) string { return a.Pred.Name + w.args(a.Args) }

func (w *writer) args(ts []lang.Term) string {
	var b strings.Builder
	for _, t := range ts {
		b.WriteString(" " + w.term(t))
	}
	return b.String()
}

func (w *writer) term(t lang.Term) string {
	switch t := t.(type) {
	case lang.Variable:
		return w.names[t]
	case *lang.Successor:
		if !t.Of.Numerals {
			return spelled(t.Of, t.By, w.term(t.Var))
		}
		return "(" + w.term(t.Var) + " + " + t.By.String() + ")"
	case *lang.Calculation:
		return "(" + w.term(t.X) + " " + string(t.Op) + " " + w.term(t.Y) + ")"
	case *lang.Compound:
		if len(t.Args) == 0 {
			return t.Con.Name
		}
		return "(" + t.Con.Name + w.args(t.Args) + ")"
	case lang.Literal:
		return lang.Value{Text: string(t)}.String()
	case lang.Number:
		if !t.Of.Numerals {
			return spelled(t.Of, t.Num, t.Of.Zero.Name)
		}
		return t.Num.String()
	}
	panic(fmt.Sprintf("network: unknown term %T", t))
}

// spelled writes a number by the constructors of its type, so much above an innermost term. It is
// no larger than what the program spells out.
func spelled(of *lang.Type, n lang.Nat, innermost string) string {
	times := int(n.Int())
	return strings.Repeat("("+of.Succ.Name+" ", times) + innermost + strings.Repeat(")", times)
}
