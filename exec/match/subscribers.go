package match

import (
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

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

func newSubscribers(width int) subscribers {
	return subscribers{constants: make([]map[string]struct{}, width), columnUsers: make([]int, width)}
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

// bestColumn returns the column with the most constants, or -1 if no column has many.
func (a *subscribers) bestColumn() int {
	out, most := -1, manyConstants
	for c := range a.constants {
		if n := len(a.constants[c]); n > most {
			out, most = c, n
		}
	}
	return out
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
	if t.indexed == 0 {
		t.constantColumn, t.byConstant = t.bestColumn(), nil
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

// insertElement adds an element to its group.
func (t *Table) insertElement(r *element) {
	r.group = t.groupFor(r)
	r.group.elements = append(r.group.elements, r)
	r.setPlace(len(r.group.elements) - 1)
	r.group.built = false
	if !r.common() {
		t.indexed++
	}
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
