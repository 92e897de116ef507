package network

import (
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// draw draws a match of the part and resources, and enters them into the choice that is
// drawn.
func (f *factor) draw(source *rand.PCG) {
	m, c := f.memory, f.drawn
	match, x := m.sampler.draw(source)
	if len(m.alike) > 0 && m.repeats(m.rowsOf(match)) {
		f.load(match, c)
		f.chooseApart(c, source)
		return
	}
	words, seats := m.words[match:], f.seats
	for i := range seats {
		s := &seats[i]
		row := words[i+rowsWord]
		fact := &s.table.facts[row]
		id := fact.last
		if fact.stock != one {
			id, x = s.choose(row, x)
			c.permanent = c.permanent || fact.stock.permanent()
		}
		s.fact.row, *s.resource = row, id
		for _, v := range s.moves {
			c.Values[v.to] = fact.args[v.column%ownArgs]
		}
	}
	if f.rest {
		f.loadRest(match, c.Values)
	}
}

// choose chooses one of the resources of a fact by the rest of a number divided by how
// many there are, and returns the quotient, too, for the next atom.
func (r *reader) choose(row uint32, x uint64) (trace.ResourceID, uint64) {
	if r.permanent {
		return r.table.permanent(row), x
	}
	return r.table.pickOne(row, x)
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
	if good != 0 {
		ways, _ := waysFrom(left, true, later+1)
		stays, _ := waysFrom(left, true, later)
		if Below(source, ways) < stays {
			return good
		}
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
