package exec

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// plan is how a rule is matched; it is made once.
type plan struct {
	premises []lang.Premise
	needs    []need
}

// need is how many resources of a predicate a rule takes, whatever their
// arguments.
type need struct {
	pred  *lang.Pred
	count int
}

func newPlan(rule *lang.Rule) plan { return plan{inOrder(rule), needs(rule)} }

// needs returns what a rule takes, in the order of the premises.
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

// inOrder returns a rule's premises in the order of matching: those on the
// state, then the backward ones, and each comparison where its variables are
// known.
func inOrder(rule *lang.Rule) []lang.Premise {
	var state, proofs, comparisons, out []lang.Premise
	for _, p := range rule.Premises {
		switch p.Kind {
		case lang.Compare:
			comparisons = append(comparisons, p)
		case lang.Prove:
			proofs = append(proofs, p)
		default:
			state = append(state, p)
		}
	}
	known := make([]bool, len(rule.Vars))
	ready := func(p lang.Premise) bool { return allKnown(p.X, known) && allKnown(p.Y, known) }
	for _, p := range append(state, proofs...) {
		out = append(out, drain(&comparisons, ready)...)
		out = append(out, p)
		for _, t := range p.Atom.Args {
			lang.EachVariable(t, func(v lang.Variable) { known[v] = true })
		}
	}
	return append(out, comparisons...)
}

// drain takes what is ready out of a list.
func drain(list *[]lang.Premise, ready func(lang.Premise) bool) []lang.Premise {
	var out []lang.Premise
	*list = slices.DeleteFunc(*list, func(p lang.Premise) bool {
		if ready(p) {
			out = append(out, p)
			return true
		}
		return false
	})
	return out
}

func allKnown(t lang.Term, known []bool) bool {
	switch t := t.(type) {
	case lang.Variable:
		return known[t]
	case *lang.Compound:
		return !slices.ContainsFunc(t.Args, func(a lang.Term) bool { return !allKnown(a, known) })
	}
	return true
}

// substitute returns the value of a term whose variables all have one.
func substitute(t lang.Term, args []lang.Value) lang.Value {
	switch t := t.(type) {
	case lang.Variable:
		return args[t]
	case lang.Literal:
		return lang.Value{Text: string(t)}
	case *lang.Compound:
		vals := make([]lang.Value, len(t.Args))
		for i, a := range t.Args {
			vals[i] = substitute(a, args)
		}
		return lang.NewValue(t.Con, vals)
	}
	panic(fmt.Sprintf("exec: unknown term %T", t))
}
