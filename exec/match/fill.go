package match

import "github.com/ceptre-graph/ceptre/exec/trace"

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
		if f.last != 0 {
			t.heap(f)
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

// heap moves the last linear resource to the others. The first call for a fact allocates room for
// all of them.
func (t *Table) heap(f *fact) {
	if f.pile == 0 {
		t.piles = append(t.piles, make([]trace.ResourceID, 0, f.multiplicity.linear()-1))
		f.pile = uint32(len(t.piles))
	}
	t.pileUp(f)
}
