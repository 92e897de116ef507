package network

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// move enters a column of the fact that meets an atom of a part as the value of a
// variable of the rule.
type move struct {
	table  *Table
	atom   int
	column int
	to     lang.Variable
}

// newMoves returns what gives the variables of a part their values where a match does not
// hold them, and false where that takes more than columns of facts.
func (f *factor) newMoves() ([]move, bool) {
	var out []move
	for i, columns := range f.memory.unpack {
		for _, c := range columns {
			switch c.kind {
			case patternBind:
				out = append(out, move{f.memory.readers[i].table, i, c.column, f.variables[c.v]})
			case patternSame, patternConst: // of a match, these hold
			default:
				return nil, false
			}
		}
	}
	return out, true
}

// load enters the facts and values of a match into a choice.
func (f *factor) load(match uint32, c *Choice) {
	rows := f.memory.rowsOf(match)
	for i, at := range f.atoms {
		c.Facts[at].row = rows[i]
	}
	f.loadValues(match, rows, c.Values)
}

// loadValues enters the values of a match that has these rows.
func (f *factor) loadValues(match uint32, rows []uint32, values []trace.Sym) {
	if f.moved {
		for i := range f.moves {
			v := &f.moves[i]
			values[v.to] = v.table.cells[int(rows[v.atom])*v.table.width+v.column]
		}
		for i, s := range f.memory.termsOf(match) {
			values[f.given[i]] = s
		}
		return
	}
	env := f.memory.env
	f.memory.read(match, env)
	for i, v := range f.variables {
		values[v] = env[i]
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
