package match

// A network that has been reset behaves like a new one: for the same facts it finds the same
// matches, in the same order. It keeps all that does not depend on facts: terms and their numbers,
// the components of rules, and the templates of plans, each of which replaces the making of an
// equal one.

// Reset removes all facts and matches.
func (n *Network) Reset() {
	for _, t := range n.tables { // in any order: tables are independent
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

// reset empties a table. It keeps the allocated memory.
func (t *Table) reset() {
	facts, cells, asked := t.facts[:0], t.cells[:0], t.constants
	*t = *newTable(t.pred)
	t.facts, t.cells, t.constants = facts, cells, asked
}

// reset makes a conflict set as if it had never been used. It keeps the allocated memory.
func (m *conflictSet) reset() {
	m.sampler = sampler{ones: m.ones[:0], words: m.words[:0], size: m.size, conflicts: m}
	m.free, m.overflow = m.free[:0], nil
	m.wanted, m.current = false, false
	m.idle, m.cost, m.err, m.watchers, m.keeping = 0, 0, nil, nil, 0
	m.eachProof((*proof).forget)
}

// reset forgets the answers of clauses.
func (d *planTemplate) reset() { d.eachProof((*proof).forget) }
