package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// element is a condition element: an atom of a conflict set, with the table of its facts and the
// place of their postings.
type element struct {
	conflicts *conflictSet
	table     *Table
	atom      int
	word      int              // offset of the row of its fact in the record of a match
	link      int              // offset of the next match of the same fact; the previous one follows it
	group     *subscriberGroup // the group of subscribers that holds it
	at        int              // index in the group
	place     int              // place of its posting: at or, if it is found by a constant, ^at
	permanent bool             // matches permanent resources only
	others    []*element
	other     *element // the other element if there is exactly one, or nil
}

// newElements returns the condition elements of a conflict set, by atom.
func (m *conflictSet) newElements() []*element {
	all := make([]*element, len(m.rule.Atoms))
	for i, a := range m.rule.Atoms {
		all[i] = &element{conflicts: m, table: m.network.Table(a.Atom.Pred), atom: i, word: rowsWord + i, link: m.links + 2*i, permanent: a.Kind == lang.Permanent}
	}
	for i, r := range all {
		r.others = slices.Delete(slices.Clone(all), i, i+1)
		if len(r.others) == 1 {
			r.other = r.others[0]
		}
		for _, o := range r.others {
			if o.table == r.table && o.atom < i {
				m.alike = append(m.alike, [2]int{o.atom, i})
			}
		}
	}
	return all
}

// alone reports whether each resource of a fact meets the atom, and there is no other.
func (r *element) alone() bool { return len(r.others) == 0 && !r.permanent }

// posting returns the first match of the fact of a row.
func (r *element) posting(f *fact, row uint32) *uint32 { return r.table.posting(f, row, r.place) }

// meets returns in how many ways the fact of a row matches the atom.
func (r *element) meets(row uint32) uint64 { return r.table.facts[row].committed.meeting(r.permanent) }

// revise updates the weight of a match, given that n resources meet the atom of the element now. Many
// runs spend most of their time here, so rare cases are handled by other functions.
func (r *element) revise(match uint32, n uint64) {
	m := r.conflicts
	m.idle++
	if o := r.other; o != nil { // the common case
		n = min(n, largeWeight) * o.meets(m.words[int(match)+o.word])
	} else {
		for _, o := range r.others {
			n = min(n, largeWeight) * o.meets(m.words[int(match)+o.word])
		}
	}
	if n > 0 || m.words[match] > 0 {
		m.give(match, n)
	}
}

// give sets the weight of a match to n, or computes it if one fact matches several atoms. Any n of
// at least largeWeight means a weight that has to be computed.
func (m *conflictSet) give(match uint32, n uint64) {
	if n >= largeWeight || n > 0 && len(m.alike) > 0 && m.repeats(m.rowsOf(match)) {
		m.reweigh(match)
		return
	}
	m.sampler.set(match, n)
	if m.sampler.total > mostWeight {
		m.markOverflow(match)
	}
}

// reweigh computes and sets the weight of a match, which may overflow.
func (m *conflictSet) reweigh(match uint32) {
	n, few := m.weigh(m.rowsOf(match))
	if few = few && n <= mostWeight; few {
		m.sampler.set(match, n)
	}
	if !few || m.sampler.total > mostWeight {
		m.markOverflow(match)
	}
}

// dropAll deletes the matches of the fact of a row.
func (r *element) dropAll(f *fact, row uint32) {
	head := r.posting(f, row)
	r.drop(*head)
	*head = 0
}

// drop deletes the matches in the list that begins with head.
func (r *element) drop(head uint32) {
	m := r.conflicts
	for head != 0 {
		match := head
		head, m.words[int(match)+r.link+1] = m.words[int(match)+r.link], 0
		r.unlinkOthers(match)
		m.sampler.set(match, 0)
		m.free = append(m.free, match)
		m.idle++
	}
}

// unlinkOthers removes a match from the lists of the facts of the other elements.
func (r *element) unlinkOthers(match uint32) {
	m := r.conflicts
	record := m.words[match:][:m.size]
	for _, o := range r.others {
		next, previous := record[o.link], record[o.link+1]
		if next != 0 {
			m.words[int(next)+o.link+1] = previous
		}
		if previous != 0 {
			m.words[int(previous)+o.link], record[o.link+1] = next, 0
			continue
		}
		row := record[o.word]
		*o.posting(&o.table.facts[row], row) = next
	}
}
