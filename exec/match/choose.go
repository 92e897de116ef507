package match

import (
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// draw draws a match of the component and its resources, and enters them into the drawn choice.
// It inlines its callees and is not inlined itself.
//
//go:noinline
func (f *component) draw(source *rand.PCG) {
	s := &f.conflicts.sampler
	match, x := uint32(0), uint64(0)
	if s.some == 0 { // the case of nearly all draws
		match = s.ones[Below(source, s.total)]
	} else {
		match, x = s.draw(source)
	}
	if f.odd && f.drawOdd(match, source) {
		return
	}
	seats, words, at, other := f.slots, s.words, int(match)+rowsWord, multiplicity(0)
	for i := range seats {
		seat, row := &seats[i], words[at+i]
		fact := &seat.table.facts[row]
		seat.fact.row, *seat.resource = row, fact.last
		*seat.values[0], *seat.values[1] = fact.args[0], fact.args[1]
		other |= fact.multiplicity ^ one
	}
	if other != 0 {
		f.choose(x)
	}
}

// drawOdd enters the values that the slots do not give. If a fact meets several atoms, it enters the
// whole match and returns true. It is a function of its own because draw rarely needs it, and would
// have fewer registers with it.
//
//go:noinline
func (f *component) drawOdd(match uint32, source *rand.PCG) bool {
	switch {
	case f.shares && f.drawShared(match, source):
		return true
	case !f.moved:
		f.loadAll(match, f.drawn.Values)
	default:
		f.loadGiven(match, f.drawn.Values)
	}
	return false
}

// drawShared draws resources for a match in which a fact meets several atoms. It returns false if
// no fact does.
func (f *component) drawShared(match uint32, source *rand.PCG) bool {
	if !f.conflicts.repeats(f.conflicts.rowsOf(match)) {
		return false
	}
	f.load(match, f.drawn)
	f.chooseApart(f.drawn, source)
	return true
}

// choose chooses a resource of each fact that has more than a single linear one. The number x
// modulo the number of resources selects one, and the quotient serves the next fact.
//
//go:noinline
func (f *component) choose(x uint64) {
	for i := range f.slots {
		s := &f.slots[i]
		stock := s.fact.at().multiplicity
		if stock == one {
			continue
		}
		f.drawn.permanent = f.drawn.permanent || stock.permanent()
		if s.permanent {
			*s.resource = s.table.permanent(s.fact.row)
		} else {
			*s.resource, x = s.table.pickOne(s.fact.row, x)
		}
	}
}

// pickOne is choose for facts with both kinds of resources. A chosen linear one becomes the last.
func (t *Table) pickOne(row uint32, x uint64) (trace.ResourceID, uint64) {
	fact := &t.facts[row]
	linear, n := fact.multiplicity.linear(), fact.multiplicity.resources()
	k := x % n
	x /= n
	if k == linear {
		return t.permanent(row), x
	}
	t.swap(fact, k, linear-1)
	return fact.last, x
}

// chooseApart draws the resources of a choice one after another, because a fact may meet several
// atoms.
func (f *component) chooseApart(c *Choice, source *rand.PCG) {
	for i, r := range f.conflicts.elements {
		t, at := r.table, f.atoms[i]
		row := c.Facts[at].row
		fact := &t.facts[row]
		c.permanent = c.permanent || fact.multiplicity.permanent()
		switch s := fact.multiplicity; {
		case r.permanent || s.linear() == 0:
			c.Resources[at] = t.permanent(row)
		case s == one:
			c.Resources[at] = fact.last
		default:
			c.Resources[at] = f.chooseOne(c, i, source)
		}
	}
}

// chooseOne draws a resource for an atom with a fact that has several. Linear resources
// that are already taken are moved to the end of the list.
func (f *component) chooseOne(c *Choice, i int, source *rand.PCG) trace.ResourceID {
	fact := c.Facts[f.atoms[i]]
	good := fact.Permanent()
	taken, later := f.sharers(c, i)
	left := fact.at().multiplicity.linear() - uint64(taken)
	if good != 0 && stays(source, left, later) {
		return good
	}
	k := Below(source, left)
	fact.table.swap(fact.at(), k, left-1)
	return *fact.table.linear(fact.at(), left-1)
}

// sharers returns the number of linear resources of an atom's fact that earlier atoms
// take, and the number of later atoms that the same fact meets.
func (f *component) sharers(c *Choice, i int) (taken, later int) {
	fact := c.Facts[f.atoms[i]]
	for j, at := range f.atoms {
		switch {
		case c.Facts[at] != fact || f.conflicts.elements[j].permanent:
		case j > i:
			later++
		case j < i && c.Resources[at] != fact.Permanent():
			taken++
		}
	}
	return taken, later
}
