package network

import (
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// move enters a column of the fact that meets an atom of a part as the value of a
// variable of the rule.
type move struct {
	to     lang.Variable
	atom   int
	column int
}

// moves returns what gives the variables of a part their values, and false where more
// than a column of a fact does.
func (f *factor) newMoves() ([]move, bool) {
	var out []move
	for i, columns := range f.memory.unpack {
		for _, c := range columns {
			switch c.kind {
			case patternBind:
				out = append(out, move{f.variables[c.v], i, c.column})
			case patternSame, patternConst: // of a match, these hold
			default:
				return nil, false
			}
		}
	}
	return out, len(f.memory.given) == 0
}

// load enters the facts and values of a match into a choice.
func (f *factor) load(match uint32, c *Choice) {
	m := f.memory
	record := m.record(match)
	for i, atom := range f.atoms {
		c.Facts[atom].row = record[i]
	}
	if f.moved {
		for i := range f.moves {
			v := &f.moves[i]
			t := m.tables[v.atom]
			c.Values[v.to] = t.cells[int(record[v.atom])*t.width+v.column]
		}
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

// choose gives the atoms of a choice, which are met by different facts, their resources,
// by a number below its weight: each number stands for other resources.
func (f *factor) choose(c *Choice, x uint64) {
	for i, t := range f.memory.tables {
		at := f.atoms[i]
		row := c.Facts[at].row
		fact := &t.facts[row]
		switch n := fact.linear(); {
		case n == 0 || f.memory.kinds[i] == lang.Permanent:
			c.Resources[at] = t.permanent(row)
		case n == 1 && !fact.permanent:
			c.Resources[at] = fact.last
		default:
			c.Resources[at], x = t.pickOne(row, x)
		}
	}
}

// pickOne returns one of the resources of a fact of which there are several, by the
// rest of a number, and what the number is divided by as many. A linear one is moved to
// the end of the list.
func (t *Table) pickOne(row uint32, x uint64) (trace.ResourceID, uint64) {
	fact := &t.facts[row]
	linear := fact.linear()
	n := linear
	if fact.permanent {
		n++
	}
	k := x % n
	x /= n
	if k == linear {
		return t.permanent(row), x
	}
	id := *fact.at(k)
	t.swap(row, k, linear-1)
	return id, x
}

// chooseApart draws resources of the facts of a choice one after another: several atoms
// may be met by the same fact.
func (f *factor) chooseApart(c *Choice, source *rand.PCG) {
	for i, t := range f.memory.tables {
		at := f.atoms[i]
		row := c.Facts[at].row
		fact := &t.facts[row]
		switch s := fact.stock(); {
		case f.memory.kinds[i] == lang.Permanent || s == 1:
			c.Resources[at] = t.permanent(row)
		case s == 2:
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
	left := fact.at().linear() - uint64(taken)
	if good != 0 {
		ways, _ := waysFrom(left, true, later+1)
		stays, _ := waysFrom(left, true, later)
		if Below(source, ways) < stays {
			return good
		}
	}
	k := Below(source, left)
	fact.table.swap(fact.row, k, left-1)
	return *fact.at().at(left - 1)
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
		case j < i && c.Resources[at] != fact.Permanent():
			taken++
		}
	}
	return taken, later
}
