package network

import "github.com/ceptre-graph/ceptre/exec/trace"

// Nearly all that happens to facts is that the only resource goes, or that one comes where there
// was none. Most of the time of many runs is spent on what follows from that, so it has a way
// of its own: the weights of all matches of a fact that goes become 0, and those of one
// that comes were 0.

// gauge finds out whether facts of the table may go the swift way: those that may rest, and whose
// matches are counted by nobody else.
func (t *Table) gauge() {
	t.swift = t.rests && t.places == nil && len(t.readers) <= ownHeads
	for _, r := range t.readers {
		t.swift = t.swift && len(r.memory.watchers) == 0
	}
}

// goes takes the only resource of a fact out, if that can be done the swift way.
func (n *Network) goes(t *Table, row uint32, f *fact) bool {
	if f.stock != one || f.known != one || !f.easy {
		return false
	}
	f.stock, f.known, f.last = 0, 0, 0
	readers := t.readers
	for at, head := range f.heads[:len(readers)] {
		if head != 0 {
			m := readers[at].memory
			m.idle++
			m.sampler.zero(head)
		}
	}
	if t.resting++; t.resting > mostResting || len(t.waiting) > 0 {
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
	readers := t.readers
	for at, head := range f.heads[:len(readers)] {
		if head == 0 {
			continue
		}
		r := readers[at]
		switch r.kind {
		case single:
			r.memory.idle++
			r.memory.sampler.one(head)
		case joined:
			r.memory.idle++
			o := r.other
			switch n := o.table.facts[r.memory.words[int(head)+o.word]].known.resources(); n {
			case 0:
			case 1:
				r.memory.sampler.one(head)
			default:
				r.memory.give(head, n)
			}
		default:
			r.revise(head, one.meeting(r.permanent))
		}
	}
	return true
}
