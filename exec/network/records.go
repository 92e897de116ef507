package network

import "github.com/ceptre-graph/ceptre/exec/trace"

// records are those of matches, each of which is a number: the rows of the facts that
// meet its atoms, and its values. For each atom, the matches of the same fact are a
// list, linked both ways, whose head stands with the fact: so what goes with a fact is
// found without a search.
type records struct {
	atoms, values int // of a match
	rows          []uint32
	terms         []trace.Sym // the values
	links         []link
	free          []uint32
}

// link is the next and the previous match of the same fact, plus one; 0 for none. What
// is free has no previous one.
type link struct{ next, previous uint32 }

// grow makes room for the next number.
func (m *records) grow() {
	for range m.atoms {
		m.rows = append(m.rows, 0)
		m.links = append(m.links, link{})
	}
	for range m.values {
		m.terms = append(m.terms, 0)
	}
}

// clear forgets all matches.
func (m *records) clear() { *m = records{atoms: m.atoms, values: m.values} }

// rowsOf returns the rows of a match.
func (m *records) rowsOf(match uint32) []uint32 {
	from := int(match) * m.atoms
	return m.rows[from : from+m.atoms]
}

// termsOf returns the values of a match.
func (m *records) termsOf(match uint32) []trace.Sym {
	from := int(match) * m.values
	return m.terms[from : from+m.values]
}

func (m *records) linkOf(match uint32, atom int) *link { return &m.links[int(match)*m.atoms+atom] }

func (m *records) next(match uint32, atom int) uint32 { return m.linkOf(match, atom).next }
