package network

import (
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// draw draws a match of the part and resources, and enters them into the choice that is
// drawn. It is compiled with all that it calls, and not with those who call it.
//
//go:noinline
func (f *factor) draw(source *rand.PCG) {
	s := &f.memory.sampler
	match, x := uint32(0), uint64(0)
	if s.some == 0 { // as in nearly all draws
		match = s.ones[Below(source, s.total)]
	} else {
		match, x = s.draw(source)
	}
	if f.shares && f.drawShared(match, source) {
		return
	}
	seats, words, at := f.seats, s.words, int(match)+rowsWord
	for i := range seats {
		seat, row := &seats[i], words[at+i]
		fact := &seat.table.facts[row]
		seat.fact.row, *seat.resource = row, fact.last
		if fact.stock != one {
			x = f.choose(seat, fact, x)
		}
		*seat.values[0], *seat.values[1] = fact.args[0], fact.args[1]
	}
	if f.rest {
		f.loadRest(match)
	}
}

// loadRest enters the values into the choice that is drawn that the seats do not give. It takes
// registers of draw, which has to do this rarely.
//
//go:noinline
func (f *factor) loadRest(match uint32) {
	if f.moved {
		f.loadGiven(match, f.drawn.Values)
	} else {
		f.loadAll(match, f.drawn.Values)
	}
}

// drawShared draws resources for a match in which a fact meets several atoms, and is false
// where none does.
//
//go:noinline
func (f *factor) drawShared(match uint32, source *rand.PCG) bool {
	if !f.memory.repeats(f.memory.rowsOf(match)) {
		return false
	}
	f.load(match, f.drawn)
	f.chooseApart(f.drawn, source)
	return true
}

// choose chooses one of the resources of a fact by the rest of a number divided by how
// many there are, and returns the quotient, for the next atom.
//
//go:noinline
func (f *factor) choose(s *seat, fact *fact, x uint64) uint64 {
	f.drawn.permanent = f.drawn.permanent || fact.stock.permanent()
	row := s.fact.row
	if s.permanent {
		*s.resource = s.table.permanent(row)
		return x
	}
	*s.resource, x = s.table.pickOne(row, x)
	return x
}

// pickOne is choose for both kinds of resources. A linear one becomes the last.
func (t *Table) pickOne(row uint32, x uint64) (trace.ResourceID, uint64) {
	fact := &t.facts[row]
	linear, n := fact.stock.linear(), fact.stock.resources()
	k := x % n
	x /= n
	if k == linear {
		return t.permanent(row), x
	}
	t.swap(fact, k, linear-1)
	return fact.last, x
}

// chooseApart draws resources of the facts of a choice one after another: several atoms
// may be met by the same fact.
func (f *factor) chooseApart(c *Choice, source *rand.PCG) {
	for i, r := range f.memory.readers {
		t, at := r.table, f.atoms[i]
		row := c.Facts[at].row
		fact := &t.facts[row]
		c.permanent = c.permanent || fact.stock.permanent()
		switch s := fact.stock; {
		case r.permanent || s.linear() == 0:
			c.Resources[at] = t.permanent(row)
		case s == one:
			c.Resources[at] = fact.last
		default:
			c.Resources[at] = f.chooseOne(c, i, source)
		}
	}
}

// chooseOne draws a resource for an atom of whose fact there are several. Linear
// ones that are taken already are moved to the end of the list.
func (f *factor) chooseOne(c *Choice, i int, source *rand.PCG) trace.ResourceID {
	fact := c.Facts[f.atoms[i]]
	good := fact.Permanent()
	taken, later := f.sharers(c, i)
	left := fact.at().stock.linear() - uint64(taken)
	if good != 0 && stays(source, left, later) {
		return good
	}
	k := Below(source, left)
	fact.table.swap(fact.at(), k, left-1)
	return *fact.table.linear(fact.at(), left-1)
}

// sharers returns how many linear resources of an atom's fact are taken by atoms
// before it, and how many atoms after it are met by the same fact.
func (f *factor) sharers(c *Choice, i int) (taken, later int) {
	fact := c.Facts[f.atoms[i]]
	for j, at := range f.atoms {
		switch {
		case c.Facts[at] != fact || f.memory.readers[j].permanent:
		case j > i:
			later++
		case j < i && c.Resources[at] != fact.Permanent():
			taken++
		}
	}
	return taken, later
}
