package network

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// reader is an atom of a memory: where the facts that meet it are found, and the heads of
// their matches.
type reader struct {
	memory    *memory
	table     *Table
	atom      int
	at        int  // among the readers of the table
	permanent bool // it asks for permanent resources only
	alike     bool // facts may meet several atoms of the memory
	others    []*reader
}

// newReaders returns the atoms of a memory.
func (m *memory) newReaders() []*reader {
	all := make([]*reader, len(m.rule.Atoms))
	for i, a := range m.rule.Atoms {
		all[i] = &reader{memory: m, table: m.network.Table(a.Atom.Pred), atom: i, permanent: a.Kind == lang.Permanent}
	}
	for i, r := range all {
		r.others = slices.Delete(slices.Clone(all), i, i+1)
		for _, o := range r.others {
			if o.table == r.table && o.atom < i {
				m.alike = append(m.alike, [2]int{o.atom, i})
			}
		}
	}
	for _, r := range all {
		r.alike = len(m.alike) > 0
	}
	return all
}

// head returns the head of the matches of a fact, in a row.
func (r *reader) head(f *fact, row uint32) *uint32 { return r.table.head(f, row, r.at) }

// revise gives a match a new weight, if so many resources meet the atom now.
func (r *reader) revise(match uint32, n uint64) {
	m := r.memory
	m.idle++
	few := true
	if n > 0 && len(r.others) > 0 {
		if rows := m.rowsOf(match); r.alike && m.repeats(rows) {
			n, few = m.weighRepeated(rows)
		} else {
			n, few = r.weigh(n, rows)
		}
	}
	if few = few && n <= mostWeight; few {
		m.sampler.set(match, n)
	}
	if !few || m.sampler.total > mostWeight {
		m.tooMany()
	}
}

// weigh returns n times how many resources meet the other atoms of a match that has
// these rows, and false where that is too many.
func (r *reader) weigh(n uint64, rows []uint32) (uint64, bool) {
	few := true
	for _, o := range r.others {
		by := o.table.facts[rows[o.atom]].known.meeting(o.permanent)
		if by == 0 {
			return 0, true
		}
		few = times(&n, by) && few
	}
	return n, few
}

// reviseOthers is revise for the matches that come after one in the list of a fact.
func (r *reader) reviseOthers(match uint32, n uint64) {
	for next := r.memory.next(match, r.atom); next != 0; next = r.memory.next(next-1, r.atom) {
		r.revise(next-1, n)
	}
}

// drop takes the matches of a fact out, of which head is the first.
func (r *reader) drop(head uint32) {
	m := r.memory
	for head != 0 {
		match := head - 1
		head = m.next(match, r.atom)
		from := int(match) * m.atoms
		for _, o := range r.others {
			row := m.rows[from+o.atom]
			m.unlink(match, o.atom, o.head(&o.table.facts[row], row))
		}
		m.sampler.set(match, 0)
		m.free = append(m.free, match)
		m.idle++
	}
}
