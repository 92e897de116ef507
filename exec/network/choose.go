package network

import (
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// load enters the facts and values of a match into a choice.
func (f *factor) load(match uint32, c *Choice) {
	m := f.memory
	record := m.record(match)
	for i, t := range m.tables {
		c.Facts[f.atoms[i]] = Fact{t, record[i]}
	}
	if f.same {
		m.read(record, c.Values)
		return
	}
	m.read(record, m.env)
	for i, v := range f.variables {
		c.Values[v] = m.env[i]
	}
}

// read enters the values of the variables in a record into env.
func (m *memory) read(record []uint32, env []trace.Sym) {
	for i, t := range m.tables {
		m.network.terms.fits(m.unpack[i], t.at(record[i]), env)
	}
	for i, v := range m.given {
		env[v] = trace.Sym(record[len(m.tables)+i])
	}
}

// choose draws resources of the facts of a choice.
func (f *factor) choose(c *Choice, source rand.Source) {
	for i, t := range f.memory.tables {
		at := f.atoms[i]
		fact := &t.facts[c.Facts[at].row]
		switch s := fact.stock(); {
		case f.memory.kinds[i] == lang.Permanent || s == 1:
			c.Resources[at] = fact.forGood
		case s == 2:
			c.Resources[at] = fact.linear[0]
		default:
			c.Resources[at] = f.chooseOne(c, i, source)
		}
	}
}

// chooseOne draws a resource for an atom of whose fact there are several. Linear
// ones that are taken already are moved to the end of the list.
func (f *factor) chooseOne(c *Choice, i int, source rand.Source) trace.ResourceID {
	fact := c.Facts[f.atoms[i]]
	good := fact.at().forGood
	taken, later := f.sharers(c, i)
	all := fact.at().linear
	left := uint64(len(all) - taken)
	if good != 0 {
		ways, _ := waysFrom(left, true, later+1)
		stays, _ := waysFrom(left, true, later)
		if Below(source, ways) < stays {
			return good
		}
	}
	k := Below(source, left)
	fact.table.swap(fact.row, k, left-1)
	return all[left-1]
}

// sharers returns how many linear resources of an atom's fact are taken by atoms
// before it, and how many atoms after it are met by the same fact.
func (f *factor) sharers(c *Choice, i int) (taken, later int) {
	fact := c.Facts[f.atoms[i]]
	for j, at := range f.atoms {
		switch {
		case c.Facts[at] != fact || f.memory.kinds[j] == lang.Permanent:
		case j > i:
			later++
		case j < i && c.Resources[at] != fact.at().forGood:
			taken++
		}
	}
	return taken, later
}
