// Package prove proves atoms of backward predicates from their clauses.
//
// The search is SLD resolution: depth first, clauses in order, all answers, equal ones once (Lloyd,
// "Foundations of Logic Programming", 1987, chapter 2). An answer must be ground. Clauses are
// indexed by each argument, and recursion that only counts is skipped, with the same answers.
// [Limits] stop a search that would not end, with an [EndlessError] that shows where it was.
//
// Clauses may ask the state. Recursive predicates of which proofs may read it are solved with
// tables, as are those of which the depth-first search came to no end. A [Table] keeps answers, and
// proves them again once facts have changed of predicates that their proofs may read. A [Deriver]
// returns proofs.
package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// goal is a list of premises still to be met.
type goal struct {
	premise *lang.Premise
	frame   []*node // the variables of the clause that the premise stands in
	parent  *goal   // the goal that the clause meets
	clause  *clause // the clause that asks for the goal; nil for the query
	waits   bool    // a comparison of values that are not known yet
	next    *goal
}

// solver searches for all proofs of one atom. Every goal tried, every pair of
// terms compared and every symbol of an answer is a step.
type solver struct {
	done    context.Context // ends the search early
	limits  Limits
	defined *definitions
	source  Source // of facts of the state; nil for none
	trail   []*node
	steps   int
	answer  func() error
	// clauses counts the clauses tried. leaked says that a variable from outside
	// the last of them was bound to a term of its head.
	clauses int
	leaked  bool
	// used is the proof at hand.
	used    Proof
	*tables // nil before a predicate is solved with tables
	// columns and values are the arguments that the last search for facts of the state gave.
	columns []int
	values  []lang.Value
	// depth is the number of goals on the way to the current one. Each takes its part of the stack.
	depth int
}

// spent reports whether the search has used up its steps. Callers then stop halfway, and solve returns
// an error.
func (s *solver) spent() bool { return s.steps > s.limits.Steps }

// Prove returns all ground instances of an atom that follow from its
// predicate's clauses, in the order of the first proof of each. args are the values of those
// variables that are bound. A search that comes to no end depth first is made again with tables;
// the error is that of the first where these do not help.
func (k *Table) Prove(ctx context.Context, a lang.Atom, args []lang.Value, bound []bool, limits Limits, from Source) (
	*Answer, error) {
	out, err := k.search(ctx, a, args, bound, limits, from)
	first := err
	for k.defined.again(a.Pred, err) {
		steps := out.steps
		out, err = k.search(ctx, a, args, bound, limits, from)
		out.steps += steps
	}
	if errors.As(err, new(*EndlessError)) {
		err = first
	}
	return out, err
}

// search is one search of prove.
func (k *Table) search(ctx context.Context, a lang.Atom, args []lang.Value, bound []bool, limits Limits, from Source) (
	*Answer, error) {
	frame := make([]*node, len(args))
	for i := range args {
		if bound[i] {
			frame[i] = fromValue(args[i])
		} else {
			frame[i] = &node{text: fmt.Sprintf("_%d", i+1)}
		}
	}
	out := &Answer{}
	reads := len(k.defined.of(a.Pred).reads) > 0
	seen := make(map[string]bool)
	s := &solver{done: ctx, limits: limits, defined: k.defined, source: from}
	s.answer = func() error {
		f, err := s.instance(a, frame)
		if key := string(term.AppendKeys(nil, f.Args)); err == nil && !seen[key] {
			seen[key] = true
			out.Facts = append(out.Facts, f)
			if reads {
				out.Proofs = append(out.Proofs, slices.Clone(s.used))
			}
		}
		return err
	}
	err := s.begin(&goal{premise: &lang.Premise{Kind: lang.Prove, Atom: a}, frame: frame})
	out.steps = s.steps
	return out, err
}

// begin solves the query, with tables if they are needed.
func (s *solver) begin(g *goal) error {
	if s.defined.of(g.premise.Atom.Pred).tabled {
		return s.solveTabled(g)
	}
	return s.solve(g)
}

// instance returns an atom with its variables replaced; they must be bound to
// ground terms.
func (s *solver) instance(a lang.Atom, frame []*node) (lang.Fact, error) {
	f := lang.Fact{Pred: a.Pred, Args: make([]lang.Value, len(a.Args))}
	for i, t := range a.Args {
		v, ok := s.value(build(t, frame))
		if !ok && !s.spent() {
			return lang.Fact{Pred: a.Pred}, fmt.Errorf("an answer to `%s` leaves an argument open", show(a, frame))
		}
		f.Args[i] = v
	}
	return f, nil
}

// solve meets the goals in every way, and calls answer for each.
func (s *solver) solve(g *goal) error {
	if g == nil {
		return s.answer()
	}
	s.depth++
	defer func() { s.depth-- }()
	if s.steps++; s.spent() || s.depth > s.limits.Depth {
		return s.endless(g)
	}
	if s.clauses%often == 0 && s.done.Err() != nil {
		return s.done.Err()
	}
	if g.premise.Kind == lang.Compare {
		return s.compare(g)
	}
	terms, err := s.calculateAll(g.premise.Atom.Args, g.frame)
	switch {
	case errors.Is(err, term.ErrNoNumber):
		return nil
	case err != nil:
		return s.inClause(g, err)
	}
	args := buildAll(terms, g.frame)
	switch {
	case g.premise.Kind.OnState():
		return s.read(g, args)
	case s.defined.of(g.premise.Atom.Pred).tabled:
		return s.suspend(g, args)
	case !s.ground(args):
		return s.resolve(g, args)
	}
	proved, err := s.holds(g, args)
	if err != nil || !proved {
		return err
	}
	return s.solve(g.next)
}

// errProved ends the search for a proof of which one is enough.
var errProved = errors.New("proved")

// holds reports whether a goal without variables follows. It looks for one proof
// only: any other would lead to the same answers again.
func (s *solver) holds(g *goal, args []*node) (bool, error) {
	alone := *g
	alone.next = nil
	mark, answer := len(s.trail), s.answer
	s.answer = func() error { return errProved }
	err := s.resolve(&alone, args)
	s.answer = answer
	s.undo(mark)
	if errors.Is(err, errProved) {
		return true, nil
	}
	return false, err
}

// resolve meets a goal by each clause in turn, and then those that follow it.
func (s *solver) resolve(g *goal, args []*node) error {
	d := s.defined.of(g.premise.Atom.Pred)
	if d.skip != nil {
		defer s.undo(len(s.trail))
		landed, _, ok := d.skip.take(s, args)
		if !ok {
			return nil
		}
		args = landed
	}
	for found := d.find(args); ; {
		c := found.next()
		if c == nil {
			return nil
		}
		mark, used := len(s.trail), len(s.used)
		if frame, ok := s.fit(c, args); ok {
			s.used = append(s.used, inference{clause: c})
			goals := g.next // behind the clause's premises
			for i := range slices.Backward(c.premises) {
				goals = &goal{premise: &c.premises[i], frame: frame, parent: g, clause: c, next: goals}
			}
			if err := s.solve(goals); err != nil {
				return err
			}
			s.used = s.used[:used]
		}
		s.undo(mark)
		if s.spent() {
			return s.endless(g)
		}
	}
}

// read meets a goal by each fact of the state that fits, and then those that follow it.
func (s *solver) read(g *goal, args []*node) error {
	if s.source == nil {
		return nil
	}
	s.columns, s.values = s.columns[:0], s.values[:0]
	for i, n := range args {
		if v, ok := s.value(n); ok {
			s.columns, s.values = append(s.columns, i), append(s.values, v)
		}
	}
	for _, f := range s.source.Find(g.premise, s.columns, s.values) {
		mark, used := len(s.trail), len(s.used)
		if s.steps++; s.unifyAll(f.args, args) {
			s.used = append(s.used, inference{fact: f})
			if err := s.solve(g.next); err != nil {
				return err
			}
			s.used = s.used[:used]
		}
		s.undo(mark)
		if s.spent() {
			return s.endless(g)
		}
	}
	return nil
}

// endless returns the error of a search that is given up. It shows the goal that
// the search keeps coming back to: the nearest of the predicate that most goals
// around g are of.
func (s *solver) endless(g *goal) error {
	if g.premise.Kind == lang.Compare {
		g = g.parent
	}
	counts := make(map[*lang.Pred]int)
	for a := g; a != nil; a = a.parent {
		counts[a.premise.Atom.Pred]++
	}
	worst := g
	for a := g; a != nil; a = a.parent {
		if counts[a.premise.Atom.Pred] > counts[worst.premise.Atom.Pred] {
			worst = a
		}
	}
	e := &EndlessError{Steps: s.steps, Goal: show(worst.premise.Atom, worst.frame)}
	if s.depth > s.limits.Depth {
		e.Depth = s.limits.Depth
	}
	return e
}
