package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Table holds the facts of a predicate, each different one in a row, with the
// resources that are copies of it.
//
// A fact of which there are no copies left is shown to joins no longer, and its row
// is given to another. But there are no more facts with one argument than there are
// terms, and such facts often come back; so a number of them stay, with their matches,
// whose weight is 0 as long as there are no copies.
type Table struct {
	tuples
	pred     *lang.Pred
	facts    []fact                      // by row
	piles    [][]trace.ResourceID        // the copies of facts but for the last
	places   map[trace.ResourceID]uint64 // among the copies of a fact; nil before somebody asks for the place of one of many
	swift    bool                        // its facts may go the swift way
	paths    []path                      // which is this, by reader
	rests    bool                        // its facts may rest: they are shown though there are no copies left
	restless bool                        // they may not, because it costs too much
	resting  int                         // how many do
	vain     bool                        // a new fact had many matches nearly all of which lack one of these
	lost     int                         // how many of those that rested never came back, since
	since    int                         // that many commits
	listed   bool                        // it is among the crowded ones of the network
	indexes  []*index
	audience
	posts   []post                      // where facts wait for heirs; none where they cannot have any
	forGood map[uint32]trace.ResourceID // the permanent resources, by row
	version uint                        // another one whenever other facts are shown
	// expected is what was expected of joins, for when plans are made.
	expected []expectation
	more     heads // of readers that all facts may meet, for which there is no room in facts
	own      heads // of readers that are found by a constant
}

// read enters a reader, and tells it where its heads stand in each row.
func (t *Table) read(r *reader) {
	t.admit(r)
	t.look(r, 1)
	t.gauge()
	if r.common() {
		t.more.widen(r.at-ownHeads, len(t.facts))
	} else {
		t.own.widen(r.at, len(t.facts))
	}
}

// forget takes a reader out. The last one of its section takes its place.
func (t *Table) forget(r *reader) {
	last := r.section.readers[len(r.section.readers)-1]
	for row := range uint32(len(t.facts)) {
		if r.reads(row) {
			f := &t.facts[row]
			head := last.head(f, row)
			*r.head(f, row), *head = *head, 0
		}
	}
	t.look(r, -1)
	t.dismiss(r)
	t.gauge()
}

// permanent returns the permanent resource of a fact, or 0.
func (t *Table) permanent(row uint32) trace.ResourceID {
	if !t.facts[row].stock.permanent() {
		return 0
	}
	return t.forGood[row]
}

// keep gives a fact a permanent resource.
func (t *Table) keep(row uint32, id trace.ResourceID) {
	if t.forGood == nil {
		t.forGood = make(map[uint32]trace.ResourceID)
	}
	t.forGood[row] = id
	t.facts[row].stock++
}

// lose takes the permanent resource of a fact away.
func (t *Table) lose(row uint32) {
	delete(t.forGood, row)
	t.facts[row].stock--
}

// head returns the head of a reader in a row.
func (t *Table) head(f *fact, row uint32, place int) *uint32 {
	if uint(place) < ownHeads {
		return &f.heads[place]
	}
	if place < 0 {
		return t.own.at(row, ^place)
	}
	return t.more.at(row, place-ownHeads)
}

func newTable(p *lang.Pred) *Table {
	return &Table{tuples: newTuples(len(p.Args)), pred: p, rests: len(p.Args) <= 1, audience: newAudience(len(p.Args))}
}

// quick returns one more than the row of a fact, where this is told without a search; else
// it is 0. Of a predicate without arguments there is one fact, in the first row.
func (t *Table) quick(args []trace.Sym) uint32 {
	switch len(args) {
	case 0:
		return uint32(t.len)
	case 1:
		row, _ := t.numbered(args[0])
		return row
	}
	return 0
}

// enter makes a row for a fact that has none.
func (t *Table) enter(args []trace.Sym) uint32 {
	row := t.add(args)
	t.describe(row, args)
	return row
}

// describe makes what is known of a fact whose row is new.
func (t *Table) describe(row uint32, args []trace.Sym) {
	if int(row) == len(t.facts) {
		t.facts = append(t.facts, fact{})
		t.more.extend()
		t.own.extend()
	}
	t.facts[row].keep(args)
}

// leave gives the row of a fact away.
func (t *Table) leave(row uint32) {
	if len(t.posts) > 0 {
		t.leavePost(row)
	}
	t.remove(row, t.at(row)) // of most facts that stands where it was just looked at
}

// at returns the arguments of a fact. They are good until one is entered.
func (t *Table) at(row uint32) []trace.Sym {
	if t.width <= ownArgs {
		return t.facts[row].args[:t.width:t.width]
	}
	return t.tuples.at(row)
}

// index returns the index by some columns, which is made where there is none.
func (t *Table) index(columns []int) *index {
	for _, x := range t.indexes {
		if slices.Equal(x.columns, columns) {
			return x
		}
	}
	x := newIndex(slices.Clone(columns))
	for row := range uint32(t.rows()) {
		if t.facts[row].shown {
			x.add(row, t.at(row))
		}
	}
	t.indexes = append(t.indexes, x)
	return x
}

// show lets joins see a fact.
func (t *Table) show(row uint32) {
	f := &t.facts[row]
	f.shown, f.easy = true, true
	t.version++
	for _, x := range t.indexes {
		x.add(row, t.at(row))
	}
}

// hide lets nobody see a fact any longer, and gives its row away.
func (t *Table) hide(row uint32) {
	f := &t.facts[row]
	f.shown, f.easy, f.known = false, false, 0
	t.version++
	for _, x := range t.indexes {
		x.remove(row, t.at(row))
	}
	t.leave(row)
}
