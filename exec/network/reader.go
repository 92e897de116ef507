package network

import "github.com/ceptre-graph/ceptre/lang"

// reader is an atom of a memory that facts of a table may meet.
type reader struct {
	memory    *memory
	atom      int
	others    []int // the other atoms
	permanent bool  // the atom asks for permanent resources only
	sole      bool  // its weight is the stock, and each fact has one match at the most
}

// reader returns the reader that an atom is.
func (m *memory) reader(atom int) reader {
	r := reader{memory: m, atom: atom, permanent: m.kinds[atom] == lang.Permanent}
	for i := range m.tables {
		if i != atom {
			r.others = append(r.others, i)
		}
	}
	r.sole = len(r.others)+len(m.given) == 0 && !r.permanent
	return r
}

// recount gives the matches of a fact new weights, of which there are so many
// resources now. Head is the first of them.
func (r *reader) recount(head uint32, is stock) {
	m := r.memory
	n := is.meeting(r.permanent)
	for head != 0 {
		match := head - 1
		head = m.next(match, r.atom)
		m.idle++
		w, ok := n, true
		if n > 0 && len(r.others) > 0 {
			w, ok = m.weigh(match, n, r.others)
		}
		if !ok || w > mostWeight {
			m.fail(ErrMany)
			continue
		}
		m.set(match, w)
		if m.sampler.total > mostWeight {
			m.fail(ErrMany)
		}
	}
	m.tire(0)
}

// drop takes the matches of a fact out, of which head is the first.
func (r *reader) drop(head uint32) {
	m := r.memory
	for head != 0 {
		match := head - 1
		head = m.next(match, r.atom)
		from := int(match) * m.atoms
		for _, i := range r.others {
			p, row := &m.places[i], m.rows[from+i]
			m.unlink(match, i, p.head(&p.table.facts[row], row))
		}
		m.set(match, 0)
		m.free = append(m.free, match)
		m.idle++
	}
}
