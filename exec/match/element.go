package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// element is an atom of a conflict set: where the facts that meet it are found, and the postings of
// their matches.
type element struct {
	conflicts *conflictSet
	table     *Table
	atom      int
	word      int              // where the row of its fact stands in the record of a match
	link      int              // where the next match of that fact stands there, and behind it the previous one
	group     *subscriberGroup // of the table, that it belongs to
	at        int              // among the readers of the section
	place     int              // of its postings: as many as at or, if it is found by a constant, below 0
	permanent bool             // it asks for permanent resources only
	others    []*element
	other     *element // where there is one; else nil
}

// newElements returns the atoms of a conflict set.
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

// posting returns the head of the matches of a fact, in a row.
func (r *element) posting(f *fact, row uint32) *uint32 { return r.table.posting(f, row, r.place) }

// meets returns in how many ways the fact of a row meets the atom.
func (r *element) meets(row uint32) uint64 { return r.table.facts[row].committed.meeting(r.permanent) }

// revise gives a match a new weight, if so many resources meet the atom now. Most of the
// time of many runs is spent here, so that what is rare is left to others.
func (r *element) revise(match uint32, n uint64) {
	m := r.conflicts
	m.idle++
	if o := r.other; o != nil { // as most have
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

// give gives a match its weight, if that is n where no fact meets several atoms. More than
// largeWeight stands for all that is as large.
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

// reweigh gives a match its weight where that takes some care.
func (m *conflictSet) reweigh(match uint32) {
	n, few := m.weigh(m.rowsOf(match))
	if few = few && n <= mostWeight; few {
		m.sampler.set(match, n)
	}
	if !few || m.sampler.total > mostWeight {
		m.markOverflow(match)
	}
}

// dropAll takes the matches of the fact of a row out.
func (r *element) dropAll(f *fact, row uint32) {
	head := r.posting(f, row)
	r.drop(*head)
	*head = 0
}

// drop takes the matches of a fact out, of which head is the first.
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

// unlinkOthers takes a match out of the lists of the facts that meet the other atoms.
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
