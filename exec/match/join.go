package match

import (
	"context"
	"slices"
)

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

// solePair returns the only step after a join, if it asks just whether a fact pairs the value that
// the join finds with a known one. Otherwise it returns nil.
func (n *node) solePair() *node {
	next := n.sole()
	if next != nil && next.kind == pairStep && n.binds && len(n.rest) == 0 && next.by == n.other && next.other != n.other {
		return next
	}
	return nil
}
