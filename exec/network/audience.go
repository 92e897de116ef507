package network

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// The readers of a table may be thousands, each of which asks for another constant in one
// column. Then they are found by it: a fact is shown to those that ask for its constant, and to
// those that ask for none there, and no others are looked at.

// audience is the readers of a table.
type audience struct {
	common   section                // those that ask for no constant; they are in all other sections, too
	sections map[trace.Sym]*section // by constant; nil where readers are not found by one
	column   int                    // where the constants stand
	asked    []map[string]struct{}  // the constants that rules ask for, by column
	taken    []int                  // how many readers have each place
	lookers  []int                  // for how many of them each column matters
	watched  int                    // of how many somebody else counts the matches
	observed bool                   // looked is of the present ones
	looked   []int                  // the columns that matter
}

// section is the readers of the facts that have some constant.
type section struct {
	readers []*reader // by place; nil for none
	roots   []*node   // of the plans of those that are in no other section, or in all
	planted bool      // the roots are of the present ones
}

func newAudience(width int) audience {
	return audience{asked: make([]map[string]struct{}, width), lookers: make([]int, width)}
}

// expectReader notes that a rule has an atom that asks for facts of the table.
func (a *audience) expectReader(args []lang.Term) {
	w := &writer{}
	for c, t := range args {
		if !closed(t) {
			continue
		}
		if a.asked[c] == nil {
			a.asked[c] = make(map[string]struct{})
		}
		a.asked[c][w.term(t)] = struct{}{}
	}
}

// closed reports whether a term has no variables.
func closed(t lang.Term) bool {
	out := true
	lang.EachVariable(t, func(lang.Variable) { out = false })
	return out
}

// part chooses the column by which readers are found, if there are many to be told apart.
func (a *audience) part() {
	a.sections = nil
	for c := range a.asked {
		if n := len(a.asked[c]); n > ownHeads && (a.sections == nil || n > len(a.asked[a.column])) {
			a.column, a.sections = c, make(map[trace.Sym]*section)
		}
	}
}

// readersOf returns who may read the fact of a row, by place. Most tables have one section.
func (t *Table) readersOf(row uint32) []*reader {
	if t.sections == nil {
		return t.common.readers
	}
	return t.section(row).readers
}

// section returns the readers of the fact of a row.
func (t *Table) section(row uint32) *section {
	if t.sections != nil {
		if s := t.sections[t.at(row)[t.column]]; s != nil {
			return s
		}
	}
	return &t.common
}

// reads reports whether the fact of a row may meet the atom of a reader.
func (r *reader) reads(row uint32) bool {
	return r.section == &r.table.common || r.section == r.table.section(row)
}

// own returns the section that a reader belongs to, which is made where there is none.
func (t *Table) own(r *reader) *section {
	if t.sections == nil {
		return &t.common
	}
	key, ok := r.memory.network.terms.ground(r.memory.rule.Atoms[r.atom].Atom.Args[t.column])
	if !ok {
		return &t.common
	}
	if t.sections[key] == nil {
		t.sections[key] = &section{readers: slices.Clone(t.common.readers)}
	}
	return t.sections[key]
}

// admit gives a reader a place that none of those has with which it shares facts.
func (t *Table) admit(r *reader) {
	if len(t.taken) == 0 {
		t.part()
	}
	r.section, r.at = t.own(r), 0
	for r.at < len(t.taken) && t.taken[r.at] > 0 && (r.section == &t.common || r.section.at(r.at) != nil) {
		r.at++
	}
	if r.at == len(t.taken) {
		t.taken = append(t.taken, 0)
	}
	t.taken[r.at]++
	t.seat(r, r)
}

// dismiss takes the place of a reader away.
func (t *Table) dismiss(r *reader) {
	t.seat(r, nil)
	t.taken[r.at]--
	for n := len(t.taken); n > 0 && t.taken[n-1] == 0; n-- {
		t.taken = t.taken[:n-1]
	}
}

// seat gives the place of a reader to one, or to nobody, in all sections that it belongs to.
func (t *Table) seat(of, to *reader) {
	of.section.set(of.at, to)
	of.section.planted = false
	if of.section == &t.common {
		for _, s := range t.sections {
			s.set(of.at, to)
		}
	}
}

// at returns who has a place, or nil.
func (s *section) at(place int) *reader {
	if place >= len(s.readers) {
		return nil
	}
	return s.readers[place]
}

// set gives a place to a reader. There are no more places than the last one needs.
func (s *section) set(place int, r *reader) {
	for len(s.readers) <= place {
		s.readers = append(s.readers, nil)
	}
	s.readers[place] = r
	for n := len(s.readers); n > 0 && s.readers[n-1] == nil; n-- {
		s.readers = s.readers[:n-1]
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
