package match

import "github.com/ceptre-graph/ceptre/exec/trace"

// A run may start from a hundred thousand facts. What they take is known before they are
// entered, so that there is room for all of them at once and nothing is moved.

// Fill enters linear resources of facts of a table, as so many calls of [Network.Put] would,
// with the numbers from id on. The arguments of all facts stand one after another. The network
// is new, or was reset: nothing was taken out, and no matches are known.
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

// enterAll returns the rows of facts, which are made where there are none.
func (t *Table) enterAll(args []trace.Sym, count int) []uint32 {
	rows := make([]uint32, count)
	for i := range rows {
		key := args[i*t.width:][:t.width]
		row := t.quick(key) - 1
		if int(row) >= t.len { // there is none, or its number does not tell
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

// make makes the facts of rows that were added.
func (t *Table) make() {
	if t.len > 2*len(t.facts) {
		t.facts = append(make([]fact, 0, t.len), t.facts...)
	}
	for row := uint32(len(t.facts)); int(row) < t.len; row++ {
		t.describe(row, t.tuples.at(row))
	}
}

// foresee takes down how many resources of facts there will be, and returns of how many facts
// there were none.
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

// heap moves the last linear resource to the others, for which there is room as soon as there
// is the first.
func (t *Table) heap(f *fact) {
	if f.pile == 0 {
		t.piles = append(t.piles, make([]trace.ResourceID, 0, f.multiplicity.linear()-1))
		f.pile = uint32(len(t.piles))
	}
	t.pileUp(f)
}
