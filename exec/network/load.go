package network

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// move enters a column of a fact as the value of a variable of the rule.
type move struct {
	column int
	to     lang.Variable
}

// newMoves returns what gives the variables of a part their values from the fact that
// meets an atom, and whether that is all that the fact gives.
func (f *factor) newMoves(atom int) (moves []move, all bool) {
	all = true
	for _, c := range f.memory.unpack[atom] {
		switch c.kind {
		case patternBind:
			moves = append(moves, move{c.column, f.variables[c.v]})
		case patternSame, patternConst: // of a match, these hold
		default:
			all = false
		}
	}
	return moves, all
}

// load enters the facts and values of a match into a choice.
func (f *factor) load(match uint32, c *Choice) {
	rows := f.memory.rowsOf(match)
	for i, at := range f.atoms {
		c.Facts[at].row = rows[i]
	}
	for i := range f.seats {
		f.seats[i].load(rows[i], c.Values)
	}
	f.loadRest(match, c.Values)
}

// load enters the values that a fact gives which meets the atom.
func (s *seat) load(row uint32, values []trace.Sym) {
	t := s.table
	from := int(row) * t.width
	for _, v := range s.moves {
		values[v.to] = t.cells[from+v.column]
	}
}

// loadRest enters the values that a match holds, and what takes more than moves.
func (f *factor) loadRest(match uint32, values []trace.Sym) {
	m := f.memory
	from := int(match) * m.values
	for i, v := range f.given {
		values[v] = m.terms[from+i]
	}
	if f.moved {
		return
	}
	m.read(match, m.env)
	for i, v := range f.variables {
		values[v] = m.env[i]
	}
}

// read enters the values of the variables of a match into env.
func (m *memory) read(match uint32, env []trace.Sym) {
	rows := m.rowsOf(match)
	for i, r := range m.readers {
		m.network.terms.fits(m.unpack[i], r.table.at(rows[i]), env)
	}
	for i, s := range m.termsOf(match) {
		env[m.given[i]] = s
	}
}
