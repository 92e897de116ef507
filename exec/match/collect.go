package match

import "github.com/ceptre-graph/ceptre/exec/trace"

// Collect frees the terms that nothing needs, so that their numbers stand for others from now on.
// What is needed is found from the facts, the matches and the answers of clauses (mark and sweep:
// McCarthy, "Recursive functions of symbolic expressions and their computation by machine, component
// I", Communications of the ACM 3, 1960, section 4). The others that are given are needed, too.
// Nothing else changes, so that a run goes on as it would have.
func (n *Network) Collect(others []trace.Sym) {
	m := n.terms.marker()
	m.all(others)
	for _, t := range n.tables { // in any order: they are only marked
		t.mark(m)
	}
	for _, x := range n.shared {
		x.mark(m)
	}
	n.terms.sweep(m)
}

// mark marks the terms of facts. What a row says that is free may be marked, too.
func (t *Table) mark(m *marker) {
	for row := range uint32(t.rows()) {
		m.all(t.at(row))
	}
}

// mark marks the values of matches, and those of questions and answers that go with them.
func (m *conflictSet) mark(to *marker) {
	for match := 0; match < len(m.words); match += m.size {
		for _, v := range m.termsOf(uint32(match)) {
			to.one(trace.Sym(v))
		}
	}
	m.eachProof(func(p *proof) {
		to.all(p.asked.cells)
		for _, a := range p.found {
			to.all(a.values)
		}
	})
}

// marker marks terms that are needed.
type marker struct {
	terms *Terms
	there []bool // by number
	next  []trace.Sym
}

// marker returns a marker that has marked the terms that stay, and those that are free already.
func (t *Terms) marker() *marker {
	m := &marker{terms: t, there: make([]bool, len(t.entries))}
	for i := range t.lasting {
		m.there[i] = true
	}
	for _, s := range t.free {
		m.there[s] = true
	}
	return m
}

func (m *marker) all(terms []trace.Sym) {
	for _, s := range terms {
		m.one(s)
	}
}

// one marks a term and all that it is made of, however deep. It is rare, and large.
//
//go:noinline
func (m *marker) one(s trace.Sym) {
	for m.next = append(m.next[:0], s); len(m.next) > 0; {
		s = m.next[len(m.next)-1]
		m.next = m.next[:len(m.next)-1]
		if s < trace.Numeral && !m.there[s] {
			m.there[s] = true
			m.next = append(m.next, m.terms.entries[s].args...)
		}
	}
}

// sweep frees the terms that are not marked. The lowest numbers are given away first.
func (t *Terms) sweep(m *marker) {
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
