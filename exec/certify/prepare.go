package certify

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// newInduction returns the check that some statements keep each other. The error says what it cannot judge.
func newInduction(ctx context.Context, prog *lang.Program, start *lang.Start, all []*lang.Statement) (
	*induction, error) {
	k := &induction{done: ctx, all: all, permanent: make(map[*lang.Pred]bool), matters: make(map[*lang.Pred][]bool),
		constants: make(map[*lang.Type][]lang.Value)}
	linear := make(map[*lang.Pred]bool)
	makes := func(p *lang.Pred, permanent bool) {
		if permanent {
			k.permanent[p] = true
		} else {
			linear[p] = true
		}
	}
	for _, i := range start.Context.Facts {
		makes(i.Fact.Pred, i.Permanent)
	}
	for _, r := range prog.Rules() {
		for _, m := range r.Results {
			makes(m.Atom.Pred, m.Permanent)
			k.mention(m.Atom)
		}
		for _, p := range r.Premises {
			k.mention(p.Atom)
			k.name(p.X)
			k.name(p.Y)
		}
	}
	for _, s := range all {
		atoms := make([]lang.Atom, 0, len(s.Sum)+len(s.Premises))
		for _, n := range s.Sum {
			atoms = append(atoms, n.Pattern)
		}
		for _, p := range s.Premises {
			if p.Kind == lang.Prove && len(p.Atom.Pred.Reads()) > 0 {
				return nil, fmt.Errorf("%s asks clauses that read the state", s.Label)
			}
			if p.Kind.OnState() {
				atoms = append(atoms, p.Atom)
			}
			k.name(p.X)
			k.name(p.Y)
		}
		for _, a := range atoms {
			if k.permanent[a.Pred] && linear[a.Pred] {
				return nil, fmt.Errorf("facts of %s are permanent or not", a.Pred.Name)
			}
			k.mention(a)
			k.tell(s, a)
		}
	}
	return k, nil
}

// tell notes which arguments of a pattern tell values apart: all but variables that stand nowhere else.
func (k *induction) tell(s *lang.Statement, a lang.Atom) {
	if k.matters[a.Pred] == nil {
		k.matters[a.Pred] = make([]bool, len(a.Args))
	}
	times := make(map[lang.Variable]int)
	for _, n := range s.Sum {
		for _, t := range n.Pattern.Args {
			lang.EachVariable(t, func(v lang.Variable) { times[v]++ })
		}
	}
	for _, p := range s.Premises {
		for _, t := range slices.Concat([]lang.Term{p.X, p.Y}, p.Atom.Args) {
			lang.EachVariable(t, func(v lang.Variable) { times[v]++ })
		}
	}
	for i, t := range a.Args {
		v, ok := t.(lang.Variable)
		if k.permanent[a.Pred] || !ok || int(v) < s.Free || times[v] > 1 {
			k.matters[a.Pred][i] = true
		}
	}
}

// mention notes the constants of an atom.
func (k *induction) mention(a lang.Atom) {
	for _, t := range a.Args {
		k.name(t)
	}
}

// name notes the constants of a term.
func (k *induction) name(t lang.Term) {
	var v lang.Value
	of := (*lang.Type)(nil)
	switch t := t.(type) {
	case lang.Number:
		v, of = lang.NumberValue(t.Of, t.Num), t.Of
	case *lang.Compound:
		for _, a := range t.Args {
			k.name(a)
		}
		if len(t.Args) == 0 {
			v, of = lang.NewValue(t.Con, nil), t.Con.Result
		}
	}
	if of != nil && !slices.ContainsFunc(k.constants[of], v.Equal) {
		k.constants[of] = append(k.constants[of], v)
	}
}
