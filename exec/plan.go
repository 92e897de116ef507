package exec

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// plan returns a rule's premises in the order of matching: those on the state,
// then the backward ones, and each comparison where its variables are known.
func plan(rule *lang.Rule) []lang.Premise {
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
			learn(t, known)
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

func learn(t lang.Term, known []bool) {
	switch t := t.(type) {
	case lang.Variable:
		known[t] = true
	case *lang.Compound:
		for _, a := range t.Args {
			learn(a, known)
		}
	}
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
