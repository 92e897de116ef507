package network

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// search finds matches, step by step.
type search struct {
	network *Network
	env     []trace.Sym // by variable of the plan
	rows    []uint32    // by atom of the plan
	steps   int         // facts tried, and steps of proofs
	look    int         // at how many steps it is looked whether the search is to end
}

// often is after how many steps of a search it is looked whether it is to end.
const often = 1 << 12

// begin sets out on a search.
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
	s.look = min(s.steps+often, s.network.limits.MatchSteps+1)
	if s.steps > s.network.limits.MatchSteps {
		return fmt.Errorf("gave up matching after %d steps", s.network.limits.MatchSteps)
	}
	return ctx.Err()
}

// from starts from a fact, if it fits.
func (s *search) from(root *node, row uint32) bool {
	s.rows[0] = row
	return s.fits(root.rest, root.table.at(row))
}

// arrive goes on from where a node has been met.
func (s *search) arrive(ctx context.Context, n *node) error {
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

// meet meets a node in every way, and goes on.
func (s *search) meet(ctx context.Context, n *node) error {
	var ok bool
	var err error
	switch n.kind {
	case joinStep:
		return s.join(ctx, n)
	case proofStep:
		return s.prove(ctx, n)
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

// fits matches columns of a fact, and enters what they give into env.
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

// noValue tells an instance that fails, which is no error, from a calculation that
// must not go on.
func noValue(err error) error {
	if err == ErrNoNumber {
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

// keyOf returns the key of a join or lookup, and false where it has none.
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

// lookup meets an atom with the one fact that it asks for.
func (s *search) lookup(n *step) (bool, error) {
	row, ok, err := s.find(n)
	if !ok || !n.table.facts[row].shown || n.another && row == s.rows[0] {
		return false, err
	}
	s.rows[n.atom] = row
	return true, nil
}

func (s *search) find(n *step) (uint32, bool, error) {
	if n.plain {
		switch len(n.vars) {
		case 1:
			row, ok := n.table.find1(s.env[n.vars[0]])
			return row, ok, nil
		case 2:
			row, ok := n.pair(s.env[n.vars[0]], s.env[n.vars[1]])
			return row, ok, nil
		}
	}
	key, ok, err := s.keyOf(n)
	if !ok {
		return 0, false, err
	}
	row, ok := n.table.find(key)
	return row, ok, nil
}

// pair finds the fact of a pair.
func (n *step) pair(a, b trace.Sym) (uint32, bool) {
	if n.index == nil {
		return n.table.find2(a, b)
	}
	key, other := a, b
	if n.by == 1 {
		key, other = b, a
	}
	bucket, ok := n.index.keys.find1(key)
	if !ok {
		return 0, false
	}
	for _, row := range n.index.buckets[bucket] {
		if n.table.cells[2*int(row)+1-n.by] == other {
			return row, true
		}
	}
	return 0, false
}

// among returns the facts that a join looks at.
func (s *search) among(n *step) ([]uint32, error) {
	if n.plain && len(n.vars) == 1 {
		if b, ok := n.index.keys.find1(s.env[n.vars[0]]); ok {
			return n.index.buckets[b], nil
		}
		return nil, nil
	}
	key, ok, err := s.keyOf(n)
	if !ok {
		return nil, err
	}
	return n.index.find(key), nil
}

// join meets an atom with each fact that it may be, and goes on.
func (s *search) join(ctx context.Context, n *node) error {
	rows, err := s.among(&n.step)
	if err != nil {
		return err
	}
	if err := s.spend(ctx, len(rows)+1); err != nil {
		return err
	}
	width, cells := n.table.width, n.table.cells
	sole := n.sole()
	for _, row := range rows {
		if n.another && row == s.rows[0] || !s.fits(n.rest, cells[int(row)*width:]) {
			continue
		}
		s.rows[n.atom] = row
		if sole != nil { // of many facts, few pass it
			if holds, ok := sole.quick.holds(s.env); ok && !holds {
				continue
			}
		}
		if err := s.arrive(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// sole returns the quick check that is all that comes after a node, or nil.
func (n *node) sole() *node {
	if len(n.leaves) == 0 && len(n.next) == 1 && n.next[0].isQuick {
		return n.next[0]
	}
	return nil
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
