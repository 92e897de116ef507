package match

import "github.com/ceptre-graph/ceptre/exec/trace"

// Collect frees the terms that are not in use, so that their numbers may be given to other terms.
// Terms are in use if a fact, a match, an answer of a clause, or the slice others contains them.
// Collect finds them by mark and sweep (McCarthy, "Recursive functions of symbolic expressions and
// their computation by machine, part I", Communications of the ACM 3, 1960, section 4). It does not
// affect the further course of a run.
func (n *Network) Collect(others []trace.Sym) {
	m := n.terms.marker()
	m.all(others)
	for _, t := range n.tables { // in any order: marking has no other effect
		t.mark(m)
	}
	for _, x := range n.shared {
		x.mark(m)
	}
	n.terms.sweep(m)
}

// mark marks the terms of facts. It may mark terms of unused rows, too.
func (t *Table) mark(m *marker) {
	for row := range uint32(t.rows()) {
		m.all(t.at(row))
	}
}

// mark marks the values of matches, and those of the questions to clauses and their answers.
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

// marker marks terms that are in use.
type marker struct {
	terms *Terms
	there []bool // by number
	next  []trace.Sym
}

// marker returns a marker that has marked the lasting terms and the terms that are free already.
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

// one marks a term and all of its subterms. It is rarely called, and large.
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

// sweep frees the terms that are not marked. The lowest numbers are reused first.
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
