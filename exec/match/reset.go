package match

// A network that has been reset goes on as a new one would: to the same facts it finds the
// same matches, in the same order. What is kept is what does not depend on facts: terms and
// their numbers, the components of rules, and the templates of plans, each of which is used again where
// the same one would be made anew.

// Reset takes all facts out, and forgets all matches.
func (n *Network) Reset() {
	for _, t := range n.tables { // in any order: each by itself
		t.reset()
	}
	for _, m := range n.conflictSets {
		m.reset()
	}
	for _, m := range n.matches {
		m.reset()
	}
	n.conflictSets, n.crowded, n.noted, n.merged = n.conflictSets[:0], nil, n.noted[:0], n.merged[:0]
	n.Release()
	n.changed, n.gone = n.changed[:0], n.gone[:0]
	n.room, n.commits, n.relaxed, n.shown, n.planned = mostWords, 0, relaxEvery, 0, 0
}

// reset makes a table a new one, which has the room of the old one.
func (t *Table) reset() {
	facts, cells, asked := t.facts[:0], t.cells[:0], t.constants
	*t = *newTable(t.pred)
	t.facts, t.cells, t.constants = facts, cells, asked
}

// reset makes a conflict set one that nobody has asked for, with the room that it has.
func (m *conflictSet) reset() {
	m.sampler = sampler{ones: m.ones[:0], words: m.words[:0], size: m.size, conflicts: m}
	m.free, m.overflow = m.free[:0], nil
	m.wanted, m.current = false, false
	m.idle, m.cost, m.err, m.watchers, m.keeping = 0, 0, nil, nil, 0
	m.eachProof((*proof).forget)
}

// reset forgets what clauses have answered.
func (d *planTemplate) reset() { d.eachProof((*proof).forget) }
