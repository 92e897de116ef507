package prove

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// compare continues the search if a comparison holds. `==` unifies its sides. The others need their
// values, and wait for the goals that follow; but terms of different constructors differ whatever
// their arguments are.
func (s *solver) compare(g *goal) error {
	terms, err := s.calculateAll([]lang.Term{g.premise.X, g.premise.Y}, g.frame)
	var open *openError
	switch {
	case errors.Is(err, term.ErrNoNumber):
		return nil
	case errors.As(err, &open) && g.premise.Op != lang.Same:
		return s.wait(g, open)
	case err != nil:
		return s.inClause(g, err)
	}
	sides := buildAll(terms, g.frame)
	if g.premise.Op == lang.Same {
		s.clauses++
		s.leaked = true
		if s.unify(sides[0], sides[1]) && !s.spent() {
			return s.solve(g.next)
		}
		return nil // after too many steps the callers return the error
	}
	holds, unknown := s.decide(g.premise.Op, sides[0], sides[1])
	switch {
	case s.spent():
		return nil
	case unknown != nil:
		return s.wait(g, &openError{node: unknown, does: "compares"})
	case !holds:
		return nil
	}
	return s.solve(g.next)
}

// decide reports whether a comparison holds, or returns the variable on which that depends.
func (s *solver) decide(op lang.Op, x, y *node) (holds bool, unknown *node) {
	if op == lang.Differs {
		return s.differ(x, y)
	}
	x, y = s.deref(x), s.deref(y)
	for _, side := range []*node{x, y} {
		if side.isVar() {
			return false, side
		}
		if side.rest != nil {
			return false, side.rest
		}
	}
	s.steps += x.num.Words() + y.num.Words()
	return term.Ordered(op, x.num.Cmp(y.num)), nil
}

// differ reports whether two terms are different, or returns a variable on which that depends.
func (s *solver) differ(x, y *node) (different bool, unknown *node) {
	x, y = s.deref(x), s.deref(y)
	s.steps++
	switch {
	case x == y, s.spent():
		return false, nil
	case x.isVar():
		return false, x
	case y.isVar():
		return false, y
	case x.literal || y.literal:
		return !x.literal || !y.literal || x.text != y.text, nil
	case x.of != nil:
		return differNumbers(x, y)
	case x.con != y.con:
		return true, nil
	}
	for i := range x.args {
		different, open := s.differ(x.args[i], y.args[i])
		if different {
			return true, nil
		}
		if unknown == nil {
			unknown = open
		}
	}
	return false, unknown
}

// differNumbers is differ for numbers, each of which may be a constant plus an unknown number.
func differNumbers(x, y *node) (different bool, unknown *node) {
	order := x.num.Cmp(y.num)
	switch {
	case x.rest == y.rest: // two numbers, or more than the same unknown
		return order != 0, nil
	case x.rest == nil && order < 0, y.rest == nil && order > 0: // less than the other can be
		return true, nil
	case x.rest != nil:
		return false, x.rest
	}
	return false, y.rest
}

// wait takes the next goal that does not wait itself before one that does. Each goal is moved
// like that once for each that is met, so that this ends.
func (s *solver) wait(g *goal, open *openError) error {
	first := g.next
	for first != nil && first.waits {
		first = first.next
	}
	if first == nil {
		return s.inClause(g, open)
	}
	moved := *first
	moved.next = s.waiting(g, first)
	return s.solve(&moved)
}

// waiting returns the goals from one to another, which wait, before those that follow the other.
func (s *solver) waiting(from, to *goal) *goal {
	if from == to {
		return to.next
	}
	g := *from
	g.waits = true
	g.next = s.waiting(from.next, to)
	return &g
}

// openError reports a premise of a clause that needs the value of a variable which nothing binds.
type openError struct {
	node *node
	name string // of the variable in the clause
	does string // verb for the use of the variable in the clause
}

func (e *openError) Error() string {
	return fmt.Sprintf("a clause %s `%s`, and nothing gives it a value by then", e.does, e.name)
}

// ClauseError is an error within a clause.
type ClauseError struct {
	Clause *lang.Clause
	Err    error
}

// Error returns the error without its place.
func (e *ClauseError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *ClauseError) Unwrap() error { return e.Err }

// inClause adds the clause to an error of a goal. An error of the query, and one that has its
// clause already, are returned unchanged.
func (s *solver) inClause(g *goal, err error) error {
	var open *openError
	if g.clause == nil || !errors.As(err, &open) {
		return err
	}
	open.name = open.node.text
	for i, n := range g.frame {
		if n = s.deref(n); n == open.node || n.rest == open.node {
			open.name = g.clause.vars[i]
		}
	}
	return &ClauseError{g.clause.from, err}
}

// calculateAll returns terms with numbers in the place of calculations, whose
// variables must be known.
func (s *solver) calculateAll(ts []lang.Term, frame []*node) ([]lang.Term, error) {
	if !slices.ContainsFunc(ts, func(t lang.Term) bool { return !term.IsPattern(t) }) {
		return ts, nil
	}
	var failed error
	out := term.WithoutCalculations(ts, func(*lang.Calculation) lang.Variable { return 0 })
	for i, t := range ts {
		if out[i], failed = s.calculate(t, frame); failed != nil {
			return nil, failed
		}
	}
	return out, nil
}

// calculate returns a term with numbers in the place of calculations.
func (s *solver) calculate(t lang.Term, frame []*node) (lang.Term, error) {
	switch t := t.(type) {
	case *lang.Compound:
		args, err := s.calculateAll(t.Args, frame)
		return &lang.Compound{Con: t.Con, Args: args}, err
	case *lang.Calculation:
		x, err := s.operand(t.X, frame)
		if err != nil {
			return nil, err
		}
		y, err := s.operand(t.Y, frame)
		if err != nil {
			return nil, err
		}
		s.steps += x.Words() + y.Words() + x.Words()*y.Words()/8
		n, err := term.Calculate(t.Op, x, y)
		return lang.Number{Of: t.Of, Num: n}, err
	}
	return t, nil
}

// operand returns the number that a term stands for.
func (s *solver) operand(t lang.Term, frame []*node) (lang.Nat, error) {
	t, err := s.calculate(t, frame)
	if err != nil {
		return lang.Nat{}, err
	}
	n := s.deref(build(t, frame))
	if n.isVar() || n.rest != nil {
		if n.rest != nil {
			n = n.rest
		}
		return lang.Nat{}, &openError{node: n, does: "calculates with"}
	}
	return n.num, nil
}
