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
	random          *rand.Rand // for steer; nil if the solver is not steered
	steering        z.Var      // the first of the variables that steer uses; 0 if there are none yet
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

// Sizes of a try: how many candidates with unfounded atoms end the first try, and that one in how many values is true
// at first. Each try after it has double the numbers. Random mazes of 16 × 16 cells took between 10 ms and more than
// 15 s in one try, and take less than 0.2 s in several.
const (
	firstLimit = 16
	firstSome  = 2
)

// stable is like solve, for models without unfounded atoms. The time that a search takes varies much with its first
// decisions, so a search that is steered is begun anew after some candidates (Gomes, Selman and Kautz, “Boosting
// combinatorial search through randomization”, AAAI 1998). Loop formulas that were found are kept.
func (s *search) stable(ctx context.Context, assumptions []z.Lit) (bool, error) {
	limit, some := firstLimit, firstSome
	for refuted := 0; ; refuted++ {
		if refuted == limit && s.random != nil {
			limit, some = 2*limit, 2*some
			s.steer(some)
		}
		if ok, err := s.solve(ctx, assumptions); !ok {
			return false, err
		}
		stable := true
		for _, c := range s.circles {
			stable = !c.refute(s.completion) && stable
		}
		if stable {
			return true, nil
		}
	}
}

// steer makes the solver begin anew. It will decide first on the atoms that models differ in, in a random order,
// choices before others, and try random values first, of which one in some is true.
//
// Gini decides on the newest variable first until it has learnt from conflicts, and tries the value first that more
// of its short clauses contain. So each atom has a variable more that is equivalent to it, and one clause more that
// prefers a value. The clause always holds, as it has a literal that is free.
func (s *search) steer(some int) {
	s.restart()
	if s.steering == 0 {
		s.steering = s.variables + 1
		s.variables += z.Var(1 + len(s.others) + len(s.choices))
	}
	free, next := s.steering.Pos(), s.steering
	s.preferences = s.preferences[:0]
	for _, list := range [][]z.Lit{s.others, s.choices} {
		for _, i := range s.random.Perm(len(list)) {
			next++
			m, n := next.Pos(), list[i]
			s.preferences = append(s.preferences, m.Not(), n, z.LitNull, m, n.Not(), z.LitNull)
			if s.random.IntN(some) > 0 {
				m = m.Not()
			}
			s.preferences = append(s.preferences, m, free, z.LitNull)
		}
	}
}

// next finds another stable model, and reports whether there is one.
func (s *search) next(ctx context.Context) (bool, error) {
	if ok, err := s.stable(ctx, nil); !ok {
		return false, err
	}
	var others []z.Lit // of the next model at least one is different
	for _, list := range [][]z.Lit{s.choices, s.others} {
		for _, m := range list {
			if s.holds(m) {
				m = m.Not()
			}
			others = append(others, m)
		}
	}
	s.clause(others...)
	return true, nil
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
		out[a] = s.holds(m)
	}
	return out
}
