package stable

import (
	"context"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/go-air/gini/z"
)

// search goes through the stable models of a program.
type search struct {
	*completion
	circles []*circle
	// Choices and others are the atoms that models differ in: two models that agree on them are the same. Choices are
	// atoms that a choice can derive, others occur in negative literals or sums.
	choices, others []z.Lit
	found           []bool // by variable: the stable model that was found last
}

func newSearch(p *ground.Program, g guard) (*search, error) {
	circles, err := circles(p)
	if err != nil {
		return nil, err
	}
	completion, err := complete(p, g)
	if err != nil {
		return nil, err
	}
	s := &search{completion: completion, circles: circles}
	seen := make([]bool, len(s.atoms))
	add := func(list []z.Lit, a ground.Atom) []z.Lit {
		if seen[a] || s.atoms[a] == yes || s.atoms[a] == no {
			return list
		}
		seen[a] = true
		return append(list, s.atoms[a])
	}
	for _, r := range p.Rules {
		if r.Choice != nil {
			for _, a := range r.Head {
				s.choices = add(s.choices, a)
			}
		}
	}
	for _, r := range p.Rules {
		for _, a := range r.Not {
			s.others = add(s.others, a)
		}
		for _, sum := range r.Sums {
			for _, e := range sum.Elements {
				s.others = add(s.others, e.Atom)
			}
		}
	}
	return s, nil
}

// stable reports whether there is a stable model with the assumptions, which found then holds.
func (s *search) stable(ctx context.Context, assumptions []z.Lit) (bool, error) {
	for {
		if ok, err := s.solve(ctx, assumptions); !ok {
			return false, err
		}
		refuted := false
		for _, c := range s.circles {
			refuted = c.refute(s.completion) || refuted
		}
		if !refuted {
			s.found, s.model = s.model, s.found
			return true, nil
		}
	}
}

// next finds another stable model, and reports whether there is one. It is the first model in the lexicographic order
// of a random sequence of literals, so that it depends on the program and the random numbers alone, and not on how
// the solver works.
func (s *search) next(ctx context.Context, random *rand.Rand) (bool, error) {
	if ok, err := s.stable(ctx, nil); !ok {
		return false, err
	}
	sequence := append(shuffle(s.choices, random), shuffle(s.others, random)...)
	prefix := make([]z.Lit, 0, len(sequence))
	for _, m := range sequence {
		if s.found[m.Var()] != m.IsPos() {
			if s.implied(prefix, m.Not()) {
				continue
			}
			ok, err := s.stable(ctx, append(prefix, m))
			if err != nil {
				return false, err
			}
			if !ok {
				m = m.Not()
			}
		}
		prefix = append(prefix, m)
	}
	s.clause(negations(prefix)...)
	return true, nil
}

// shuffle returns literals in a random order, and each or its negation.
func shuffle(literals []z.Lit, random *rand.Rand) []z.Lit {
	out := make([]z.Lit, len(literals))
	for i, j := range random.Perm(len(literals)) {
		out[i] = literals[j]
		if random.IntN(2) == 0 {
			out[i] = out[i].Not()
		}
	}
	return out
}

func negations(literals []z.Lit) []z.Lit {
	out := make([]z.Lit, len(literals))
	for i, m := range literals {
		out[i] = m.Not()
	}
	return out
}

// values returns the truth values of all atoms in the stable model that was found last.
func (s *search) values() []bool {
	out := make([]bool, len(s.atoms))
	for a, m := range s.atoms {
		out[a] = s.found[m.Var()] == m.IsPos()
	}
	return out
}
