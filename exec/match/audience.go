package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// The readers of a table may be thousands, each of which asks for another constant in one
// column. Then they are found by it: a fact is shown to those that ask for its constant, and to
// those that ask for none there, and no others are looked at.

// audience is the readers of a table.
type audience struct {
	common   section                // those that all facts may meet
	sections map[trace.Sym]*section // the others, by constant
	found    int                    // how many these are
	column   int                    // where their constants stand, or -1
	asked    []map[string]struct{}  // the constants that atoms of rules ask for, by column
	lookers  []int                  // for how many readers each column matters
	watched  int                    // of how many readers somebody else counts the matches
	observed bool                   // looked is what matters for the present readers
	looked   []int                  // the columns that matter
}

// section is some readers, and the trie of their plans.
type section struct {
	readers []*reader
	roots   []*node
	planted bool // the roots are of the present readers
	grafted int  // how many of these have plans in them that a new reader changes nothing of
}

func newAudience(width int) audience {
	return audience{asked: make([]map[string]struct{}, width), lookers: make([]int, width)}
}

// manyConstants is how many constants of a column are asked for before readers are found by it.
// As many readers have their heads with the facts, and are looked at as quickly as one is found.
const manyConstants = ownHeads

// expectReader notes that a rule with so many variables has an atom with some arguments.
func (a *audience) expectReader(variables int, args []lang.Term) {
	unknown, w := make([]bool, variables), &writer{}
	for c, t := range args {
		if !Known(t, unknown) {
			continue
		}
		if a.asked[c] == nil {
			a.asked[c] = make(map[string]struct{})
		}
		a.asked[c][w.term(t)] = struct{}{}
	}
}

// divider returns the column of which most constants are asked for, or -1 where these are few.
func (a *audience) divider() int {
	out, most := -1, manyConstants
	for c := range a.asked {
		if n := len(a.asked[c]); n > most {
			out, most = c, n
		}
	}
	return out
}

// section returns the readers that are found by the constant of a row, or nil.
func (t *Table) section(row uint32) *section {
	if t.found == 0 {
		return nil
	}
	return t.sections[t.at(row)[t.column]]
}

// reads reports whether the fact of a row may meet the atom of a reader.
func (r *reader) reads(row uint32) bool { return r.common() || r.section == r.table.section(row) }

// common reports whether all facts may meet the atom of a reader.
func (r *reader) common() bool { return r.section == &r.table.common }

// sectionFor returns the section that a reader belongs to, which is made where there is none.
func (t *Table) sectionFor(r *reader) *section {
	if t.found == 0 {
		t.column, t.sections = t.divider(), nil
	}
	if t.column < 0 {
		return &t.common
	}
	key, ok := r.memory.network.terms.ground(r.memory.rule.Atoms[r.atom].Atom.Args[t.column])
	if !ok {
		return &t.common
	}
	if t.sections == nil {
		t.sections = make(map[trace.Sym]*section)
	}
	if t.sections[key] == nil {
		t.sections[key] = new(section)
	}
	return t.sections[key]
}

// admit enters a reader into its section.
func (t *Table) admit(r *reader) {
	r.section = t.sectionFor(r)
	r.section.readers = append(r.section.readers, r)
	r.sit(len(r.section.readers) - 1)
	r.section.planted = false
	if !r.common() {
		t.found++
	}
}

// dismiss takes a reader out of its section. The last one takes its place.
func (t *Table) dismiss(r *reader) {
	s := r.section
	last := len(s.readers) - 1
	s.readers[r.at] = s.readers[last]
	s.readers[r.at].sit(r.at)
	s.readers = s.readers[:last]
	s.uproot()
	if !r.common() {
		t.found--
	}
}

// sit gives a reader a place in its section, and so one for its heads.
func (r *reader) sit(at int) {
	r.at, r.place = at, at
	if !r.common() {
		r.place = ^at
	}
}

// look notes which columns matter for a reader, by 1 or, if they do no longer, -1.
func (t *Table) look(r *reader, by int) {
	for _, c := range r.looks() {
		t.lookers[c] += by
	}
	if len(r.memory.watchers) > 0 {
		t.watched += by
	}
	t.observed = false
}

// observe finds out which columns matter.
func (t *Table) observe() {
	t.observed, t.looked = true, t.looked[:0]
	for c, n := range t.lookers {
		if n > 0 {
			t.looked = append(t.looked, c)
		}
	}
	t.await()
}
