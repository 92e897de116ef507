package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
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
		all[i] = &element{conflicts: m, table: m.network.Table(a.Atom.Pred), atom: i, word: rowsWord + i, link: m.links + 2*i,
			permanent: a.Kind == lang.Permanent}
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

// A table may have thousands of condition elements, each with a different constant in one column.
// They are then indexed by that constant (alpha discrimination): a fact is shown to the elements
// with its constant, and to those without a constant in the column.

// subscribers holds the condition elements that match facts of a table.
type subscribers struct {
	common         subscriberGroup                // elements that any fact may match
	byConstant     map[trace.Sym]*subscriberGroup // the other elements, by their constant in constantColumn
	indexed        int                            // number of elements in byConstant
	constantColumn int                            // column of the constants, or -1
	constants      []map[string]struct{}          // constants that atoms of rules contain, by column
	columnUsers    []int                          // number of elements that use each column
	watched        int                            // number of elements with watched conflict sets
	usedCurrent    bool                           // usedColumns is up to date
	usedColumns    []int                          // columns that at least one element uses
}

// subscriberGroup is a group of elements with the trie of their plans.
type subscriberGroup struct {
	elements []*element
	roots    []*node
	built    bool // roots holds the plans of the present elements
	reusable int  // number of leading elements with plans that stay valid when an element is added
}

// manyConstants is the number of constants of a column above which elements are indexed by it. The
// facts hold the postings of that many elements, and a scan of those is as fast as the index.
const manyConstants = ownPostings

// expectElement records the constants of an atom of a rule with the given number of variables.
func (a *subscribers) expectElement(variables int, args []lang.Term) {
	unknown, w := make([]bool, variables), &writer{}
	for c, t := range args {
		if !term.Known(t, unknown) {
			continue
		}
		if a.constants[c] == nil {
			a.constants[c] = make(map[string]struct{})
		}
		a.constants[c][w.term(t)] = struct{}{}
	}
}

// groupOf returns the group that is indexed by the constant of a row, or nil.
func (t *Table) groupOf(row uint32) *subscriberGroup {
	if t.indexed == 0 {
		return nil
	}
	return t.byConstant[t.at(row)[t.constantColumn]]
}

// mayMatch reports whether the fact of a row is shown to an element.
func (r *element) mayMatch(row uint32) bool { return r.common() || r.group == r.table.groupOf(row) }

// common reports whether an element is shown all facts of its table.
func (r *element) common() bool { return r.group == &r.table.common }

// groupFor returns the group that an element belongs to, and makes it if needed.
func (t *Table) groupFor(r *element) *subscriberGroup {
	if t.indexed == 0 { // the column with the most constants becomes the index, if it has many
		t.constantColumn, t.byConstant = -1, nil
		most := manyConstants
		for c, constants := range t.constants {
			if n := len(constants); n > most {
				t.constantColumn, most = c, n
			}
		}
	}
	if t.constantColumn < 0 {
		return &t.common
	}
	key, ok := r.conflicts.network.terms.ground(r.conflicts.rule.Atoms[r.atom].Atom.Args[t.constantColumn])
	if !ok {
		return &t.common
	}
	if t.byConstant == nil {
		t.byConstant = make(map[trace.Sym]*subscriberGroup)
	}
	if t.byConstant[key] == nil {
		t.byConstant[key] = new(subscriberGroup)
	}
	return t.byConstant[key]
}

// removeElement removes an element from its group. The last element of the group takes its place.
func (t *Table) removeElement(r *element) {
	s := r.group
	last := len(s.elements) - 1
	s.elements[r.at] = s.elements[last]
	s.elements[r.at].setPlace(r.at)
	s.elements = s.elements[:last]
	s.invalidate()
	if !r.common() {
		t.indexed--
	}
}

// setPlace sets the index of an element in its group, which is also the place of its posting.
func (r *element) setPlace(at int) {
	r.at, r.place = at, at
	if !r.common() {
		r.place = ^at
	}
}

// countColumns adds by, which is 1 or -1, to the users of each column that an element uses.
func (t *Table) countColumns(r *element, by int) {
	for _, c := range r.usedColumns() {
		t.columnUsers[c] += by
	}
	if len(r.conflicts.watchers) > 0 {
		t.watched += by
	}
	t.usedCurrent = false
}

// findUsedColumns brings usedColumns up to date, and makes the buckets that depend on it.
func (t *Table) findUsedColumns() {
	t.usedCurrent, t.usedColumns = true, t.usedColumns[:0]
	for c, n := range t.columnUsers {
		if n > 0 {
			t.usedColumns = append(t.usedColumns, c)
		}
	}
	t.resetBuckets()
}

// postings holds the first match of each fact for the elements that have no place in the facts
// themselves: stride of them for each row.
type postings struct {
	words  []uint32
	stride int
}

// at returns the first match of a row at a place.
func (h *postings) at(row uint32, place int) *uint32 { return &h.words[int(row)*h.stride+place] }

// widen grows the stride until each row has the place.
func (h *postings) widen(place, rows int) {
	if place < h.stride {
		return
	}
	old := *h
	h.stride = 2*old.stride + 2
	h.words = make([]uint32, h.stride*rows)
	for row := range rows {
		copy(h.words[row*h.stride:], old.words[row*old.stride:][:old.stride])
	}
}

// extend appends a row.
func (h *postings) extend() {
	for range h.stride {
		h.words = append(h.words, 0)
	}
}
