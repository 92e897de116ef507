package network

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// move enters one of the first columns of a fact as the value of a variable of the rule.
type move struct {
	column uint8
	to     *trace.Sym // in the choice that is drawn
	v      lang.Variable
}

// newMoves returns what gives the variables of a part their values from the fact that
// meets an atom, and whether that is all that the fact gives, as it is of most.
func (f *factor) newMoves(atom int) (moves []move, all bool) {
	all = true
	for _, c := range f.memory.unpack[atom] {
		switch {
		case c.kind == patternBind && c.column < ownArgs:
			moves = append(moves, move{uint8(c.column), &f.drawn.Values[f.variables[c.v]], f.variables[c.v]})
		case c.kind == patternSame || c.kind == patternConst: // of a match, these hold
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
	if !f.moved {
		f.loadAll(match, c.Values)
		return
	}
	for i := range f.seats {
		s := &f.seats[i]
		args := &s.table.facts[rows[i]].args
		for _, v := range s.moves {
			c.Values[v.v] = args[v.column%ownArgs]
		}
	}
	f.loadGiven(match, c.Values)
}

// loadGiven enters the values that a match holds.
func (f *factor) loadGiven(match uint32, values []trace.Sym) {
	for i, s := range f.memory.termsOf(match) {
		values[f.given[i]] = trace.Sym(s)
	}
}

// loadAll enters all values where that takes more than moves.
func (f *factor) loadAll(match uint32, values []trace.Sym) {
	m := f.memory
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
		env[m.given[i]] = trace.Sym(s)
	}
}
