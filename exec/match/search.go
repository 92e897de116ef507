package match

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// search finds matches, step by step.
type search struct {
	network *Network
	env     []trace.Sym // by variable of the plan
	rows    []uint32    // by atom of the plan
	steps   int         // facts tried, and steps of proofs
	look    int         // number of steps at which pause is called next
}

// often is the number of steps between two calls of pause.
const often = 1 << 12

// begin starts a search.
func (s *search) begin() { s.steps, s.look = 0, min(often, s.network.limits.MatchSteps+1) }

// fit makes room for plans of a rule.
func (s *search) fit(r *Rule) {
	for len(s.env) < len(r.Types) {
		s.env = append(s.env, 0)
	}
	for len(s.rows) < len(r.Atoms) {
		s.rows = append(s.rows, 0)
	}
}

// spend counts facts tried and steps of proofs.
func (s *search) spend(ctx context.Context, steps int) error {
	if s.steps += steps; s.steps < s.look {
		return nil
	}
	return s.pause(ctx)
}

// pause checks whether the search must end.
func (s *search) pause(ctx context.Context) error {
	s.look = min(s.steps+often, s.network.limits.MatchSteps+1)
	if s.steps > s.network.limits.MatchSteps {
		return &StepsError{s.network.limits.MatchSteps}
	}
	return ctx.Err()
}

// StepsError says that the search for matches reached [Limits.MatchSteps].
type StepsError struct{ Steps int }

// Error returns how far the search went.
func (e *StepsError) Error() string { return fmt.Sprintf("gave up matching after %d steps", e.Steps) }

// from starts the search from a fact, and reports whether the fact fits.
func (s *search) from(root *node, row uint32) bool {
	s.rows[0] = row
	return s.fits(root.rest, root.table.at(row))
}

// arrive continues the search after a node has been met.
func (s *search) arrive(ctx context.Context, n *node) error {
	if len(n.next) == 0 && len(n.leaves) == 1 {
		return n.leaves[0].enter(s)
	}
	for i := range n.leaves {
		if err := n.leaves[i].enter(s); err != nil {
			return err
		}
	}
	for _, c := range n.next {
		if err := s.meet(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// meet meets a node in every way, and continues the search after each.
func (s *search) meet(ctx context.Context, n *node) error {
	var ok bool
	var err error
	switch n.kind {
	case joinStep:
		return s.join(ctx, n)
	case proofStep:
		return s.prove(ctx, n)
	case pairStep:
		ok = s.pair(&n.step)
	case lookupStep:
		ok, err = s.lookup(&n.step)
	case checkStep:
		ok, err = s.holds(&n.step)
	case giveStep:
		ok, err = s.give(&n.step)
	}
	if !ok || err != nil {
		return err
	}
	return s.arrive(ctx, n)
}

func (s *search) fits(columns []columnPattern, fact []trace.Sym) bool {
	return s.network.terms.fits(columns, fact, s.env)
}

// fits matches columns of a fact, and stores the values that they give in env.
func (t *Terms) fits(columns []columnPattern, fact, env []trace.Sym) bool {
	for i := range columns {
		c := &columns[i]
		switch c.kind {
		case patternBind:
			env[c.v] = fact[c.column]
		case patternSame:
			if env[c.v] != fact[c.column] {
				return false
			}
		default:
			if !t.match(c.pattern, fact[c.column], env) {
				return false
			}
		}
	}
	return true
}

func (s *search) give(n *step) (bool, error) {
	y, err := s.network.terms.eval(&n.y, s.env)
	if err != nil {
		return false, noValue(err)
	}
	return s.network.terms.match(&n.gives, y, s.env), nil
}

// noValue distinguishes an instance that fails, which is no error, from a calculation that
// must end the search.
func noValue(err error) error {
	if err == term.ErrNoNumber {
		return nil
	}
	return err
}

func (s *search) holds(n *step) (bool, error) {
	if n.isQuick {
		if holds, ok := n.quick.holds(s.env); ok {
			return holds, nil
		}
	}
	t := s.network.terms
	x, err := t.eval(&n.x, s.env)
	if err != nil {
		return false, noValue(err)
	}
	y, err := t.eval(&n.y, s.env)
	if err != nil {
		return false, noValue(err)
	}
	return t.compare(n.op, x, y), nil
}

// keyOf returns the key of a join or lookup, and false if a part of it has no value.
func (s *search) keyOf(n *step) ([]trace.Sym, bool, error) {
	for i := range n.key {
		if x := &n.key[i]; x.kind == exprVar {
			n.buffer[i] = s.env[x.v]
			continue
		}
		v, err := s.network.terms.eval(&n.key[i], s.env)
		if err != nil {
			return nil, false, noValue(err)
		}
		n.buffer[i] = v
	}
	return n.buffer, true, nil
}

// lookup meets an atom that has only known values with the only fact that fits it.
func (s *search) lookup(n *step) (bool, error) {
	key, ok, err := s.keyOf(n)
	if !ok {
		return false, err
	}
	row, ok := n.table.find(key)
	if !ok || !n.table.facts[row].shown || n.another && row == s.rows[0] {
		return false, nil
	}
	s.rows[n.atom] = row
	return true, nil
}

// pair is lookup for a pair of variables.
func (s *search) pair(n *step) bool {
	m := n.index.pair(s.env[n.by], s.env[n.other])
	if m == nil || n.another && m.row == s.rows[0] {
		return false
	}
	s.rows[n.atom] = m.row
	return true
}

func (s *search) prove(ctx context.Context, n *node) error {
	answers, err := n.proof.answers(ctx, s, s.env)
	if err != nil {
		return err
	}
	width := len(n.proof.gives)
	for k := range answers.count {
		for j, v := range n.proof.gives {
			s.env[v] = answers.values[k*width+j]
		}
		if err := s.arrive(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// join continues the search with each fact that may meet an atom.
func (s *search) join(ctx context.Context, n *node) error {
	var members []member
	if n.single {
		members = n.index.of(s.env[n.by])
	} else if key, ok, err := s.keyOf(&n.step); err != nil {
		return err
	} else if ok {
		members = n.index.members(key)
	}
	if err := s.spend(ctx, len(members)+1); err != nil {
		return err
	}
	if len(members) >= manyMembers {
		return s.joinMany(ctx, n, members)
	}
	if p := n.pair; p != nil {
		if members = p.index.seek(members, s.env[p.other]); len(members) == 0 {
			return nil
		}
		return s.joinPairs(ctx, n, members)
	}
	return s.joinAll(ctx, n, members)
}

// joinPairs is joinAll for a next step that only asks whether a fact pairs the found value with a
// known one, and mostly fails. The first of the members may form such a pair. Members that cannot
// are skipped, so that facts are looked up in a tight loop.
func (s *search) joinPairs(ctx context.Context, n *node, members []member) error {
	p := n.pair
	known := s.env[p.other]
	for len(members) > 0 {
		e := members[0]
		members = p.index.seek(members[1:], known)
		m := p.index.only(e.open)
		if m == nil {
			m = p.index.pair(e.open, known)
		}
		if m == nil || m.open != known || n.another && e.row == s.rows[0] || p.another && m.row == s.rows[0] {
			continue
		}
		s.env[n.other] = e.open
		s.rows[n.atom], s.rows[p.atom] = e.row, m.row
		if err := s.arrive(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// joinMany is joinAll for many facts, few of which may pass the range filter.
func (s *search) joinMany(ctx context.Context, n *node, members []member) error {
	var f rangeFilter
	if !f.set(n, s.env) {
		return s.joinAll(ctx, n, members)
	}
	for some := range slices.Chunk(members, filterSize) {
		if err := s.joinAll(ctx, n, f.pass(some)); err != nil {
			return err
		}
	}
	return nil
}

// joinAll continues the search with each of the given facts for an atom.
func (s *search) joinAll(ctx context.Context, n *node, members []member) error {
	for _, e := range members {
		if n.another && e.row == s.rows[0] {
			continue
		}
		if n.binds {
			s.env[n.other] = e.open
		}
		if len(n.rest) > 0 && !s.fits(n.rest, n.table.at(e.row)) {
			continue
		}
		s.rows[n.atom] = e.row
		if err := s.arrive(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// sole returns the only step after a node, or nil.
func (n *node) sole() *node {
	if len(n.leaves) == 0 && len(n.next) == 1 {
		return n.next[0]
	}
	return nil
}
