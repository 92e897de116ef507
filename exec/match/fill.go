package match

import (
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A run may start from a hundred thousand facts. Their sizes are known in advance, so that memory
// is allocated once and nothing has to be moved.

// Fill puts linear resources of facts of a table, numbered from id on, like a sequence of calls of
// [Network.Put]. The slice holds the arguments of all facts in sequence. The network must be new or
// reset: no resource has been taken, and no matches are known.
func (n *Network) Fill(t *Table, args []trace.Sym, count int, id trace.ResourceID) {
	rows := t.enterAll(args, count)
	if fresh := t.foresee(rows); fresh >= len(n.changed) {
		n.changed = append(make([]Fact, 0, len(n.changed)+fresh), n.changed...)
	}
	for _, row := range rows {
		f := &t.facts[row]
		if f.last != 0 { // it moves to the others, for all of which there is room from the first on
			if f.pile == 0 {
				t.piles = append(t.piles, make([]trace.ResourceID, 0, f.multiplicity.linear()-1))
				f.pile = uint32(len(t.piles))
			}
			t.pileUp(f)
		}
		f.last = id
		n.note(t, row, f)
		id++
	}
}

// enterAll returns the rows of facts, and makes missing ones.
func (t *Table) enterAll(args []trace.Sym, count int) []uint32 {
	rows := make([]uint32, count)
	for i := range rows {
		key := args[i*t.width:][:t.width]
		row := t.quick(key) - 1
		if int(row) >= t.len { // there is no row, or finding it takes a search
			var ok bool
			if row, ok = t.find(key); !ok {
				row = t.add(key)
			}
		}
		rows[i] = row
	}
	t.make()
	return rows
}

// make initializes the facts of added rows.
func (t *Table) make() {
	if t.len > 2*len(t.facts) {
		t.facts = append(make([]fact, 0, t.len), t.facts...)
	}
	for row := uint32(len(t.facts)); int(row) < t.len; row++ {
		t.describe(row, t.tuples.at(row))
	}
}

// foresee records the future number of resources of each fact, and returns the number of facts that
// had none.
func (t *Table) foresee(rows []uint32) int {
	fresh := 0
	for _, row := range rows {
		f := &t.facts[row]
		if f.multiplicity == 0 {
			fresh++
		}
		f.multiplicity += one
	}
	return fresh
}

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

// Collect frees the terms that are not in use, so that their numbers may be given to other terms.
// Terms are in use if a fact, a match, an answer of a clause, or the slice others contains them, or a
// network beside. It does not affect the further course of a run.
func (n *Network) Collect(others []trace.Sym) {
	m := n.terms.Marker()
	m.All(others)
	n.mark(m)
	for _, b := range n.beside {
		b.mark(m)
	}
	n.terms.Sweep(m)
}

// mark marks the terms in use.
func (n *Network) mark(m *term.Marker) {
	for _, t := range n.tables { // in any order: marking has no other effect
		t.mark(m)
	}
	for _, x := range n.shared {
		x.mark(m)
	}
}

// mark marks the terms of facts. It may mark terms of unused rows, too.
func (t *Table) mark(m *term.Marker) {
	for row := range uint32(t.rows()) {
		m.All(t.at(row))
	}
}

// mark marks the values of matches, and those of the questions to clauses and their answers.
func (m *conflictSet) mark(to *term.Marker) {
	for match := 0; match < len(m.words); match += m.size {
		for _, v := range m.termsOf(uint32(match)) {
			to.One(trace.Sym(v))
		}
	}
	m.eachProof(func(p *proof) {
		to.All(p.asked.cells)
		for _, a := range p.found {
			to.All(a.values)
		}
	})
}
