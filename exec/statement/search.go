package statement

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/premises"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// search tries facts of a state for each premise of a `#never` in turn. It tries only facts that agree with the premise
// in an argument whose value is known.
type search struct {
	term.Bindings
	done      context.Context
	statement *lang.Statement
	facts     []lang.Initial
	of        map[*lang.Pred][]int        // the facts of each predicate
	with      map[column]map[string][]int // the facts by the value of a column, which was known once
	uses      []int                       // the facts chosen so far
	proofs    *prove.Table
	source    prove.Resources
	limits    prove.Limits
}

// column is an argument of a predicate.
type column struct {
	pred *lang.Pred
	at   int
}

// errFound ends a search.
var errFound = errors.New("found")

// together returns the first way in which facts meet the premises of a `#never`, nil if there is none.
func together(ctx context.Context, never *lang.Statement, facts []lang.Initial, limits prove.Limits) (
	*Violation, error) {
	p := plan(never)
	s := &search{Bindings: term.NewBindings(len(p.Types)), done: ctx, statement: never, facts: facts,
		of: make(map[*lang.Pred][]int), with: make(map[column]map[string][]int), proofs: prove.NewTable(), limits: limits}
	if limits.Steps <= 0 {
		s.limits.Steps = prove.DefaultSteps
	}
	if limits.Depth <= 0 {
		s.limits.Depth = prove.DefaultDepth
	}
	for i, f := range facts {
		s.of[f.Fact.Pred] = append(s.of[f.Fact.Pred], i)
		s.source = append(s.source, prove.Resource{ID: trace.ResourceID(i + 1), Fact: f.Fact, Permanent: f.Permanent})
	}
	switch err := s.meet(p.InOrder(nil)); err {
	case errFound:
	case nil:
		return nil, nil
	default:
		return nil, &Failure{never, err}
	}
	v := &Violation{Statement: never, Values: slices.Clone(s.Args[:len(never.Vars)])}
	for _, i := range s.uses {
		v.Facts = append(v.Facts, facts[i])
	}
	return v, nil
}

// plan takes the premises of a `#never` apart.
func plan(never *lang.Statement) *premises.Premises {
	return premises.Of(&lang.Rule{Vars: never.Vars, Premises: never.Premises})
}

// meet meets the premises in their order. It returns errFound once all are met.
func (s *search) meet(left []lang.Premise) error {
	if len(left) == 0 {
		return errFound
	}
	switch p := left[0]; p.Kind {
	case lang.Compare:
		return s.compare(p, left[1:])
	case lang.Prove:
		return s.prove(p, left[1:])
	default:
		return s.choose(p, left[1:])
	}
}

// compare goes on if a comparison holds. Its right side is known, and the left one of all but `==`.
func (s *search) compare(p lang.Premise, left []lang.Premise) error {
	y, err := term.Evaluate(p.Y, s.Args)
	if err != nil {
		return noValue(err)
	}
	if p.Op == lang.Same && term.IsPattern(p.X) {
		defer s.Undo(len(s.Trail))
		if !s.Fit(p.X, y) {
			return nil
		}
		return s.meet(left)
	}
	x, err := term.Evaluate(p.X, s.Args)
	if err != nil {
		return noValue(err)
	}
	if !term.Holds(p.Op, x, y) {
		return nil
	}
	return s.meet(left)
}

// noValue returns nil for the error of a calculation that fails, and other errors unchanged.
func noValue(err error) error {
	if errors.Is(err, term.ErrNoNumber) {
		return nil
	}
	return err
}

// choose meets a premise by each fact in turn, and then the others.
func (s *search) choose(p lang.Premise, left []lang.Premise) error {
	if err := s.done.Err(); err != nil {
		return err
	}
	for _, i := range s.candidates(p.Atom) {
		f := s.facts[i]
		if !f.Permanent && (p.Kind == lang.Permanent || slices.Contains(s.uses, i)) {
			continue
		}
		mark := len(s.Trail)
		if s.FitAll(p.Atom.Args, f.Fact.Args) {
			s.uses = append(s.uses, i)
			if err := s.meet(left); err != nil {
				return err
			}
			s.uses = s.uses[:len(s.uses)-1]
		}
		s.Undo(mark)
	}
	return nil
}

// candidates returns the facts that agree with an atom in the first argument that is known.
func (s *search) candidates(a lang.Atom) []int {
	for i, t := range a.Args {
		if !term.Known(t, s.Bound) {
			continue
		}
		v, err := term.Evaluate(t, s.Args)
		if err != nil {
			return nil
		}
		c := column{a.Pred, i}
		if s.with[c] == nil {
			s.with[c] = make(map[string][]int)
			for _, at := range s.of[a.Pred] {
				k := string(term.AppendKey(nil, s.facts[at].Fact.Args[i]))
				s.with[c][k] = append(s.with[c][k], at)
			}
		}
		return s.with[c][string(term.AppendKey(nil, v))]
	}
	return s.of[a.Pred]
}

// prove meets a premise by each answer of the clauses, and then the others.
func (s *search) prove(p lang.Premise, left []lang.Premise) error {
	answers, err := s.proofs.Prove(s.done, p.Atom, s.Args, s.Bound, s.limits, s.source)
	if err != nil {
		return err
	}
	for _, f := range answers.Facts {
		mark := len(s.Trail)
		if s.FitAll(p.Atom.Args, f.Args) {
			if err := s.meet(left); err != nil {
				return err
			}
		}
		s.Undo(mark)
	}
	return nil
}
