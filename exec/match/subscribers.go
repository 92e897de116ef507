package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// The elements of a table may be thousands, each of which asks for another constant in one
// column. Then they are found by it: a fact is shown to those that ask for its constant, and to
// those that ask for none there, and no others are looked at.

// subscribers is the elements of a table.
type subscribers struct {
	common         subscriberGroup                // those that all facts may meet
	byConstant     map[trace.Sym]*subscriberGroup // the others, by constant
	indexed        int                            // how many these are
	constantColumn int                            // where their constants stand, or -1
	constants      []map[string]struct{}          // the constants that atoms of rules ask for, by column
	columnUsers    []int                          // for how many elements each column matters
	watched        int                            // of how many elements somebody else counts the matches
	usedCurrent    bool                           // looked is what matters for the present elements
	usedColumns    []int                          // the columns that matter
}

// subscriberGroup is some elements, and the trie of their plans.
type subscriberGroup struct {
	elements []*element
	roots    []*node
	built    bool // the roots are of the present elements
	reusable int  // how many of these have plans in them that a new element changes nothing of
}

func newSubscribers(width int) subscribers {
	return subscribers{constants: make([]map[string]struct{}, width), columnUsers: make([]int, width)}
}

// manyConstants is how many constants of a column are asked for before elements are found by it.
// As many elements have their postings with the facts, and are looked at as quickly as one is found.
const manyConstants = ownPostings

// expectElement notes that a rule with so many variables has an atom with some arguments.
func (a *subscribers) expectElement(variables int, args []lang.Term) {
	unknown, w := make([]bool, variables), &writer{}
	for c, t := range args {
		if !Known(t, unknown) {
			continue
		}
		if a.constants[c] == nil {
			a.constants[c] = make(map[string]struct{})
		}
		a.constants[c][w.term(t)] = struct{}{}
	}
}

// bestColumn returns the column of which most constants are asked for, or -1 where these are few.
func (a *subscribers) bestColumn() int {
	out, most := -1, manyConstants
	for c := range a.constants {
		if n := len(a.constants[c]); n > most {
			out, most = c, n
		}
	}
	return out
}

// subscriberGroup returns the elements that are found by the constant of a row, or nil.
func (t *Table) groupOf(row uint32) *subscriberGroup {
	if t.indexed == 0 {
		return nil
	}
	return t.byConstant[t.at(row)[t.constantColumn]]
}

// mayMatch reports whether the fact of a row may meet the atom of a element.
func (r *element) mayMatch(row uint32) bool { return r.common() || r.group == r.table.groupOf(row) }

// common reports whether all facts may meet the atom of a element.
func (r *element) common() bool { return r.group == &r.table.common }

// groupFor returns the section that a reader belongs to, which is made where there is none.
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

// insertElement enters a reader into its section.
func (t *Table) insertElement(r *element) {
	r.group = t.groupFor(r)
	r.group.elements = append(r.group.elements, r)
	r.setPlace(len(r.group.elements) - 1)
	r.group.built = false
	if !r.common() {
		t.indexed++
	}
}

// removeElement takes a reader out of its section. The last one takes its place.
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

// setPlace gives a reader a place in its section, and so one for its heads.
func (r *element) setPlace(at int) {
	r.at, r.place = at, at
	if !r.common() {
		r.place = ^at
	}
}

// countColumns notes which columns matter for a element, by 1 or, if they do no longer, -1.
func (t *Table) countColumns(r *element, by int) {
	for _, c := range r.usedColumns() {
		t.columnUsers[c] += by
	}
	if len(r.conflicts.watchers) > 0 {
		t.watched += by
	}
	t.usedCurrent = false
}

// findUsedColumns finds out which columns matter.
func (t *Table) findUsedColumns() {
	t.usedCurrent, t.usedColumns = true, t.usedColumns[:0]
	for c, n := range t.columnUsers {
		if n > 0 {
			t.usedColumns = append(t.usedColumns, c)
		}
	}
	t.resetBuckets()
}
