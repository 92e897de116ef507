package term

import "github.com/ceptre-graph/ceptre/exec/trace"

// Marker marks terms that are in use. [Table.Sweep] frees the others, so that their numbers may be given to
// other terms: mark and sweep (McCarthy, "Recursive functions of symbolic expressions and their computation by
// machine, part I", Communications of the ACM 3, 1960, section 4).
type Marker struct {
	table *Table
	there []bool // by number
	next  []trace.Sym
}

// Marker returns a marker that has marked the lasting terms and the terms that are free already.
func (t *Table) Marker() *Marker {
	m := &Marker{table: t, there: make([]bool, len(t.entries))}
	for i := range t.lasting {
		m.there[i] = true
	}
	for _, s := range t.free {
		m.there[s] = true
	}
	return m
}

// All marks terms and all of their subterms.
func (m *Marker) All(terms []trace.Sym) {
	for _, s := range terms {
		m.One(s)
	}
}

// One marks a term and all of its subterms. It is rarely called, and large.
//
//go:noinline
func (m *Marker) One(s trace.Sym) {
	for m.next = append(m.next[:0], s); len(m.next) > 0; {
		s = m.next[len(m.next)-1]
		m.next = m.next[:len(m.next)-1]
		if s < trace.Numeral && !m.there[s] {
			m.there[s] = true
			m.next = append(m.next, m.table.entries[s].args...)
		}
	}
}

// Sweep frees the terms that are not marked. The lowest numbers are reused first.
func (t *Table) Sweep(m *Marker) {
	t.age++
	for s := len(m.there) - 1; s >= 0; s-- {
		if !m.there[s] {
			t.leave(&t.entries[s])
			t.entries[s] = entry{}
			t.free = append(t.free, trace.Sym(s))
		}
	}
	t.enough = t.lasting + max(t.few, 2*(len(t.entries)-len(t.free)-t.lasting))
}
