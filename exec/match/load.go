package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// newBinds returns which variables of the rule get their values from the first columns of the
// fact that meets an atom, with unbound for none, and whether that is all that the fact
// gives, as it is of most.
func (f *component) newBinds(atom int) (binds [ownArgs]lang.Variable, all bool) {
	all = true
	for i := range binds {
		binds[i] = unbound
	}
	for _, c := range f.conflicts.unpack[atom] {
		switch {
		case c.kind == patternBind && c.column < ownArgs:
			binds[c.column] = f.variables[c.v]
		case c.kind == patternSame || c.kind == patternConst: // of a match, these hold
		default:
			all = false
		}
	}
	return binds, all
}

// unbound stands for no variable.
const unbound lang.Variable = -1

// load enters the facts and values of a match into a choice.
func (f *component) load(match uint32, c *Choice) {
	rows := f.conflicts.rowsOf(match)
	for i, at := range f.atoms {
		c.Facts[at].row = rows[i]
	}
	if !f.moved {
		f.loadAll(match, c.Values)
		return
	}
	for i := range f.slots {
		s := &f.slots[i]
		for column, v := range s.binds {
			if v != unbound {
				c.Values[v] = s.table.facts[rows[i]].args[column]
			}
		}
	}
	f.loadGiven(match, c.Values)
}

// loadGiven enters the values that a match holds.
func (f *component) loadGiven(match uint32, values []trace.Sym) {
	for i, s := range f.conflicts.termsOf(match) {
		values[f.given[i]] = trace.Sym(s)
	}
}

// loadAll enters all values where that takes more than moves.
func (f *component) loadAll(match uint32, values []trace.Sym) {
	m := f.conflicts
	m.read(match, m.env)
	for i, v := range f.variables {
		values[v] = m.env[i]
	}
}

// read enters the values of the variables of a match into env.
func (m *conflictSet) read(match uint32, env []trace.Sym) {
	rows := m.rowsOf(match)
	for i, r := range m.elements {
		m.network.terms.fits(m.unpack[i], r.table.at(rows[i]), env)
	}
	for i, s := range m.termsOf(match) {
		env[m.given[i]] = trace.Sym(s)
	}
}
