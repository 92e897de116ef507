package network

import (
	"math"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// records are those of matches, each of which is a number: the rows of the facts that
// meet its atoms, its values, and its weight. For each atom, the matches of the same
// fact are a list, linked both ways, whose head stands with the fact: so what goes with
// a fact is found without a search.
type records struct {
	atoms, values int // of a match
	rows          []uint32
	terms         []trace.Sym // the values
	links         []link
	tails         []tail
	free          []uint32
	large         map[uint32]uint64 // weights for which there is no room in a tail
}

// link is the next and the previous match of the same fact, plus one; 0 for none.
type link struct{ next, previous uint32 }

// tail is the weight of a match, and its place in its class.
type tail struct{ weight, place uint32 }

const largeWeight = math.MaxUint32

// words returns how many words of four bytes a match takes.
func (m *records) words() int { return 3*m.atoms + m.values + 2 }

// allot returns a match of weight 0 whose record can be written, and false where there
// is no room for more. What is free has no weight.
func (m *records) allot(room *int) (uint32, bool) {
	if n := len(m.free); n > 0 {
		match := m.free[n-1]
		m.free = m.free[:n-1]
		return match, true
	}
	if *room < m.words() {
		return 0, false
	}
	*room -= m.words()
	for range m.atoms {
		m.rows = append(m.rows, 0)
		m.links = append(m.links, link{})
	}
	for range m.values {
		m.terms = append(m.terms, 0)
	}
	m.tails = append(m.tails, tail{})
	return uint32(len(m.tails) - 1), true
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

// unlink takes a match out of a list.
func (m *records) unlink(match uint32, atom int, head *uint32) {
	l := *m.linkOf(match, atom)
	if l.previous == 0 {
		*head = l.next
	} else {
		m.linkOf(l.previous-1, atom).next = l.next
	}
	if l.next != 0 {
		m.linkOf(l.next-1, atom).previous = l.previous
	}
}

func (m *records) weight(match uint32) uint64 {
	if w := m.tails[match].weight; w != largeWeight {
		return uint64(w)
	}
	return m.large[match]
}

func (m *records) setWeight(match uint32, weight uint64) {
	t := &m.tails[match]
	if t.weight == largeWeight {
		delete(m.large, match)
	}
	if weight < largeWeight {
		t.weight = uint32(weight)
		return
	}
	if t.weight = largeWeight; m.large == nil {
		m.large = make(map[uint32]uint64)
	}
	m.large[match] = weight
}
