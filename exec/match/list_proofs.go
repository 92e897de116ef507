package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// prove tries the answers to a proof one after another, if the matches left differ in them.
func (l *lister) prove(i int, t turn) bool {
	all := l.left[t.part]
	if len(all) == 1 {
		return l.take(i + 1)
	}
	if err := l.rank(t, all); err != nil {
		return false
	}
	rank, size := l.ranks[t.part], l.matches.components[t.part].conflicts.size
	for group := range groups(all, func(match uint32) uint32 { return rank[int(match)/size] }) {
		l.left[t.part] = group
		if !l.take(i + 1) {
			return false
		}
	}
	l.left[t.part] = all
	return true
}

// rank records the index of the answer to a proof in each of some matches, which have the same
// facts and the same answers to earlier proofs. The answers have been found before, so only the
// context can cause an error.
func (l *lister) rank(t turn, matches []uint32) error {
	f := &l.matches.components[t.part]
	p, m := f.conflicts.proofs[t.index], f.conflicts
	find := m.network.search
	find.begin()
	m.read(matches[0], m.env)
	found, err := p.answers(l.done, find, m.env)
	if err != nil {
		return err
	}
	order := newTuples(len(p.gives))
	for i := range found.count {
		order.add(found.values[i*len(p.gives):][:len(p.gives)])
	}
	n := m.kept() + 1
	l.ranks[t.part] = slices.Grow(l.ranks[t.part][:0], n)[:n]
	given := make([]trace.Sym, len(p.gives))
	for _, match := range matches {
		m.read(match, m.env)
		for i, v := range p.gives {
			given[i] = m.env[v]
		}
		l.ranks[t.part][int(match)/m.size], _ = order.find(given)
	}
	return nil
}
