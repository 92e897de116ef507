// Package stable finds the stable models of ground logic programs with a SAT solver.
//
// The program becomes a propositional formula that says of each atom that it holds if and only if the body of one of
// its rules does: Clark's completion. Its models are the stable models if no atom supports itself through positive
// literals (Fages, “Consistency of Clark's completion and existence of stable models”, 1994). Otherwise a model can
// have an unfounded set: atoms that only each other support. The formula then gets a loop formula, which asks for
// support from outside, and the solver goes on (Lin and Zhao, “ASSAT: computing answer sets of a logic program by
// SAT solvers”, Artificial Intelligence 157, 2004).
//
//	formula.go     clauses, and the solver that is given them
//	sum.go         sums of weights as decision diagrams
//	completion.go  rules → clauses
//	loops.go       components of the positive graph, unfounded sets, loop formulas
//	search.go      which models come first
//	core.go        why there is no model
package stable

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Solve returns up to most stable models of a program, each as the truth values of its atoms by number. The seed
// decides which model comes first. The same seed gives the same models in the same order.
//
// A program without models has a core: the numbers of rules that can not be met together, in ascending order. They
// are constraints and choices with bounds where these alone exclude all models, and otherwise rules of any sort. No
// rule of a small core can be left out.
//
// The error is that of the context, or says which rule the program must not contain.
func Solve(ctx context.Context, p *ground.Program, seed uint64, most int) (models [][]bool, core []int, err error) {
	s, err := newSearch(p, guardNone)
	if err != nil || most <= 0 {
		return nil, nil, err
	}
	s.random = rand.New(rand.NewPCG(seed, 0))
	s.steer(firstSome)
	for len(models) < most {
		found, err := s.next(ctx)
		if err != nil {
			return models, nil, err
		}
		if !found {
			break
		}
		models = append(models, s.values())
	}
	if len(models) == 0 {
		core, err = findCore(ctx, p)
	}
	return models, core, err
}

// Check returns an error if a program has a rule that [Solve] can not handle: one with several heads that is no
// choice, or a recursive sum with positive and negative weights. The models of programs with such sums are a harder
// problem than satisfiability.
func Check(p *ground.Program) error {
	_, err := circles(p)
	return err
}

// refuse returns an error at the place of a ground rule.
func refuse(r *ground.Rule, message string) error {
	if r.Origin == nil || r.Origin.Source == nil {
		return errors.New(message)
	}
	return &syntax.Error{Source: r.Origin.Source, Span: r.Origin.Span, Msg: message}
}
