package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// newBinds returns the variables of the rule that get their values from the first columns of a
// fact, or unbound, by column. It also reports whether the fact gives no other values, as is the
// case for most atoms.
func (f *component) newBinds(atom int) (binds [ownArgs]lang.Variable, all bool) {
	all = true
	for i := range binds {
		binds[i] = unbound
	}
	for _, c := range f.conflicts.unpack[atom] {
		switch {
		case c.kind == patternBind && c.column < ownArgs:
			binds[c.column] = f.variables[c.v]
		case c.kind == patternSame || c.kind == patternConst: // these hold in every match
		default:
			all = false
		}
	}
	return binds, all
}

// unbound stands for no variable.
const unbound lang.Variable = -1

// load stores the facts and values of a match in a choice.
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

// loadGiven stores the values in the record of a match.
func (f *component) loadGiven(match uint32, values []trace.Sym) {
	for i, s := range f.conflicts.termsOf(match) {
		values[f.given[i]] = trace.Sym(s)
	}
}

// loadAll stores all values if some of them have to be computed.
func (f *component) loadAll(match uint32, values []trace.Sym) {
	m := f.conflicts
	m.read(match, m.env)
	for i, v := range f.variables {
		values[v] = m.env[i]
	}
}

// read stores the values of the variables of a match in env.
func (m *conflictSet) read(match uint32, env []trace.Sym) {
	rows := m.rowsOf(match)
	for i, r := range m.elements {
		m.network.terms.fits(m.unpack[i], r.table.at(rows[i]), env)
	}
	for i, s := range m.termsOf(match) {
		env[m.given[i]] = trace.Sym(s)
	}
}
