package solution

import (
	"context"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// The search assigns facts to premises. At each node it takes the fact or the premise with the fewest options (“fail
// first”: Haralick and Elliott, “Increasing tree search efficiency for constraint satisfaction problems”, Artificial
// Intelligence 14, 1980): a linear fact that is not used up yet has the premises that it fits, a premise has the
// facts. Equal facts form a group, and premises that differ only in the names of variables of their own form a class,
// so that no two assignments that look the same are tried. A premise that a linear copy of a fact can meet takes
// that, then a permanent one, then an affine one: any other choice leaves more to be used up.
//
// If there is no solution, a second search finds what comes close. It sets aside the facts and premises without
// options, which are the defects of the attempt, and is a branch-and-bound search for the fewest of them.

const (
	// mostTried is the number of matches of a premise with a fact that are tried, some seconds of work.
	mostTried = 20_000_000
	// attemptPart is the divisor of the limit that gives that of the search for the best attempt.
	attemptPart = 100
	// worst is more defects than any attempt has.
	worst = math.MaxInt
	// checked is the number of matches between two looks at the context.
	checked = 1 << 12
)

// search is the state of a search.
type search struct {
	ctx     context.Context
	goal    *lang.Goal
	kinds   map[*lang.Pred]*kind
	groups  []*group
	classes []*class
	bound   term.Bindings
	table   *prove.Table
	due     int             // linear facts that are still to be used up
	excess  int             // of all kinds
	unmet   []*lang.Premise // premises that were set aside
	defects int             // facts and premises that were set aside
	fewest  int             // attempts with as many defects are of no interest
	best    *Result         // the attempt with the fewest defects
	tried   int
	limit   int
	err     error
}

// newSearch returns a search before its first run.
func newSearch(ctx context.Context, goal *lang.Goal, state []Resource) *search {
	s := &search{ctx: ctx, goal: goal, kinds: make(map[*lang.Pred]*kind), bound: term.NewBindings(len(goal.Vars)),
		table: prove.NewTable()}
	s.table.State = final{source(state)}
	s.addFacts(state)
	s.addPremises()
	for _, k := range s.kinds {
		s.excess += k.excess()
	}
	return s
}

// final is the state as proofs read it. It does not change.
type final struct{ prove.Resources }

// Version implements [prove.State].
func (final) Version([]*lang.Pred) int { return 1 }

// run searches for attempts with fewer defects than a number, and keeps the best one.
func (s *search) run(defects int) {
	s.fewest = defects
	s.next()
}

// over reports whether the search has come to its end. A search for the best attempt does not end without one.
func (s *search) over() bool {
	return s.err != nil || s.fewest == 0 || s.tried > s.limit && (s.fewest == 1 || s.best != nil)
}

// next assigns what has the fewest options, and goes on from there; at the end it keeps the attempt.
func (s *search) next() {
	if s.over() || s.defects+s.excess >= s.fewest {
		return
	}
	switch g, c, options := s.pick(); {
	case g == nil && c == nil:
		s.fewest, s.best = s.defects, s.attempt()
	case g != nil && options == 0:
		s.leave(g)
	case g != nil:
		for _, c := range g.of.classes {
			if c.kind == lang.Consume {
				s.assign(c, g, c.from)
			}
		}
	case c.kind == lang.Prove:
		s.prove(c)
	case options == 0:
		s.skip(c)
	default:
		for i, g := range c.of.groups[c.from:] {
			s.assign(c, g, c.from+i)
		}
	}
}

// pick returns the group or the class with the fewest options, and their number; nothing if all is done. Proofs come
// last, but before a choice among several options if all of their variables are known.
func (s *search) pick() (least *group, next *class, options int) {
	options = math.MaxInt
	for _, g := range s.groups {
		if g.due == 0 {
			continue
		}
		n := 0
		for _, c := range g.of.classes {
			if c.kind == lang.Consume {
				n += s.option(c, g, options-n)
			}
		}
		if n < options {
			least, options = g, n
		}
		if n == 0 {
			return g, nil, 0
		}
	}
	var proof *class
	for _, c := range s.classes {
		switch {
		case c.done():
			continue
		case c.kind == lang.Prove:
			if proof == nil || !s.known(proof) && s.known(c) {
				proof = c
			}
			continue
		}
		n := 0
		for _, g := range c.of.groups[c.from:] {
			n += s.option(c, g, options-n)
		}
		if n < options {
			least, next, options = nil, c, n
		}
		if n == 0 {
			return nil, c, 0
		}
	}
	if proof != nil && (options == math.MaxInt || options > 1 && s.known(proof)) {
		return nil, proof, 1
	}
	return least, next, options
}

// option returns 1 if the next member of a class can be met by a fact of a group, and 0 otherwise, or if no more
// options are of interest.
func (s *search) option(c *class, g *group, most int) int {
	if most <= 0 || c.done() || !c.admits(g) {
		return 0
	}
	mark := len(s.bound.Trail)
	fits := s.fits(c.members[c.next], g)
	s.bound.Undo(mark)
	if fits {
		return 1
	}
	return 0
}

// fits matches a premise with a fact, and binds its variables.
func (s *search) fits(p *lang.Premise, g *group) bool {
	if s.tried++; s.tried%checked == 0 && s.ctx.Err() != nil {
		s.err = s.ctx.Err()
	}
	return s.bound.FitAll(p.Atom.Args, g.fact.Args)
}

// known reports whether all variables of the next member of a class are known.
func (s *search) known(c *class) bool {
	return !slices.ContainsFunc(c.members[c.next].Atom.Args,
		func(t lang.Term) bool { return !term.Known(t, s.bound.Bound) })
}

// assign meets the next member of a class with a fact of a group, if it can, goes on from there, and takes it back.
func (s *search) assign(c *class, g *group, at int) {
	if s.over() || c.done() || !c.admits(g) {
		return
	}
	mark := len(s.bound.Trail)
	if s.fits(c.members[c.next], g) {
		before := s.keep(c.of, c, g)
		if s.due == 0 {
			c.from = at
		}
		c.next++
		if c.kind == lang.Consume {
			g.of.places--
			switch {
			case g.due > 0:
				g.due--
				g.of.due--
				s.due--
			case !g.permanent:
				g.affine--
			}
		}
		s.proceed(before)
	}
	s.bound.Undo(mark)
}

// leave sets the linear facts of a group aside, goes on from there, and takes it back.
func (s *search) leave(g *group) {
	before := s.keep(g.of, nil, g)
	g.left = g.due
	g.of.due -= g.due
	s.due -= g.due
	s.defects += g.due
	g.due = 0
	s.proceed(before)
}

// skip sets the next member of a class aside, goes on from there, and takes it back.
func (s *search) skip(c *class) {
	before := s.keep(c.of, c, nil)
	s.unmet = append(s.unmet, c.members[c.next])
	s.defects++
	c.next++
	if c.kind == lang.Consume {
		c.of.places--
	}
	s.proceed(before)
	s.unmet = s.unmet[:len(s.unmet)-1]
}

// prove meets the next member of a class by each of its proofs. It sets it aside if there is none.
func (s *search) prove(c *class) {
	p := c.members[c.next]
	found, _, err := s.table.Answers(s.ctx, p.Atom, s.bound.Args, s.bound.Bound,
		prove.Limits{Steps: prove.DefaultSteps, Depth: prove.DefaultDepth})
	if err != nil {
		s.err = err
		return
	}
	if len(found.Facts) == 0 {
		s.skip(c)
		return
	}
	for _, f := range found.Facts {
		mark := len(s.bound.Trail)
		if s.bound.FitAll(p.Atom.Args, f.Args) {
			before := s.keep(c.of, c, nil)
			c.next++
			s.proceed(before)
		}
		s.bound.Undo(mark)
	}
}

// snapshot is what one assignment changes, as it was before.
type snapshot struct {
	due, defects, excess int
	of                   *kind
	kind                 kind
	next                 *class // nil if none changes
	class                class
	from                 *group // nil if none changes
	group                group
}

// keep returns a snapshot before changes of a class and a group of one kind, one of which may be nil.
func (s *search) keep(of *kind, c *class, g *group) snapshot {
	b := snapshot{due: s.due, defects: s.defects, excess: s.excess, of: of, kind: *of, next: c, from: g}
	if c != nil {
		b.class = *c
	}
	if g != nil {
		b.group = *g
	}
	return b
}

// proceed goes on from a change, and takes it back.
func (s *search) proceed(before snapshot) {
	s.excess += before.of.excess() - before.kind.excess()
	s.next()
	s.due, s.defects, s.excess, *before.of = before.due, before.defects, before.excess, before.kind
	if before.next != nil {
		*before.next = before.class
	}
	if before.from != nil {
		*before.from = before.group
	}
}
