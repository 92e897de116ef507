package network

import "github.com/ceptre-graph/ceptre/exec/trace"

// Nearly all that happens to facts is that the only resource goes, or that one comes where there
// was none. Most of the time of many runs is spent on what follows from that, so it has a way
// of its own: the weights of all matches of a fact that goes become 0, and those of one
// that comes were 0.

// Made is a fact that is made.
type Made struct {
	Table *Table
	Args  []trace.Sym
}

// PutAll puts a linear resource of each of some facts, with the numbers from id on. It is
// compiled with all that it calls, and not with those who call it.
//
//go:noinline
func (n *Network) PutAll(facts []Made, id trace.ResourceID) {
	for i := range facts {
		t := facts[i].Table
		row := n.rowOf(t, facts[i].Args)
		if f := &t.facts[row]; !t.swift || !t.comes(f, id) {
			n.put(t, row, id)
		}
		id++
	}
}

// TakeAll takes a resource of each of some facts out, with the first of some numbers. It is
// compiled as [Network.PutAll] is.
//
//go:noinline
func (n *Network) TakeAll(facts []*Fact, ids []trace.ResourceID) {
	for i, x := range facts {
		if t := x.table; !t.swift || !n.goes(t, x.row, &t.facts[x.row]) {
			n.take(t, x.row, ids[i])
		}
	}
}

// gauge finds out whether facts of the table may go the swift way: those that may rest, and whose
// matches are counted by nobody else, and that have all the same readers.
func (t *Table) gauge() {
	t.swift = t.rests && t.places == nil && t.found == 0 && len(t.common.readers) <= ownHeads && t.watched == 0
}

// goes takes the only resource of a fact out, if that can be done the swift way.
func (n *Network) goes(t *Table, row uint32, f *fact) bool {
	if f.stock != one || f.known != one || !f.easy {
		return false
	}
	f.stock, f.known, f.last = 0, 0, 0
	readers := t.common.readers
	for at, head := range f.heads[:len(readers)] {
		if head == 0 {
			continue
		}
		m := readers[at].memory
		m.idle++
		switch s := &m.sampler; s.words[head] {
		case 0:
		case 1:
			s.fall(head)
			s.tell()
		default:
			s.setAny(head, 0)
		}
	}
	if t.resting++; t.resting > mostResting || len(t.posts) > 0 {
		n.rest(t, row)
	}
	return true
}

// comes enters a resource of a fact of which there was none, if that can be done the swift way.
func (t *Table) comes(f *fact, id trace.ResourceID) bool {
	if f.stock|f.known != 0 || !f.easy {
		return false
	}
	f.stock, f.known, f.last = one, one, id
	t.resting--
	readers := t.common.readers
	for at, head := range f.heads[:len(readers)] {
		if head == 0 {
			continue
		}
		r := readers[at]
		m, n := r.memory, uint64(1)
		switch r.kind {
		case single:
		case joined:
			n = r.other.meets(m.words[int(head)+r.other.word])
		default:
			r.revise(head, one.meeting(r.permanent))
			continue
		}
		m.idle++
		switch n {
		case 0:
		case 1:
			m.sampler.rise(head)
			m.sampler.tell()
		default:
			m.give(head, n)
		}
	}
	return true
}
