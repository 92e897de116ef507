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
	pred        *lang.Pred
	facts       []fact                      // by row
	piles       [][]trace.ResourceID        // the copies of facts but for the last
	places      map[trace.ResourceID]uint64 // among the copies of a fact; nil before somebody asks for the place of one of many
	fast        bool                        // its facts may go the fast path
	fastPaths   []fastPath                  // which is this, by element
	retains     bool                        // facts without copies are retained: joins still see them
	notRetained bool                        // they may not, because it costs too much
	retained    int                         // how many do
	wasted      bool                        // a new fact had many matches nearly all of which lack one of these
	lost        int                         // how many of those that rested never came back, since
	since       int                         // that many commits
	listed      bool                        // it is among the crowded ones of the network
	indexes     []*index
	subscribers
	buckets []reuseBucket               // nil if no row can be reused
	forGood map[uint32]trace.ResourceID // the permanent resources, by row
	version uint                        // another one whenever other facts are shown
	// expected is what was expected of joins, for when plans are made.
	expected []expectation
	more     postings // of elements that all facts may meet, for which there is no room in facts
	own      postings // of elements that are found by a constant
}

// subscribe enters an element, and tells it where its postings stand in each row.
func (t *Table) subscribe(r *element) {
	t.insertElement(r)
	t.countColumns(r, 1)
	t.updateFastPath()
	if r.common() {
		t.more.widen(r.at-ownPostings, len(t.facts))
	} else {
		t.own.widen(r.at, len(t.facts))
	}
}

// unsubscribe removes an element. The last element of its group takes its place.
func (t *Table) unsubscribe(r *element) {
	last := r.group.elements[len(r.group.elements)-1]
	for row := range uint32(len(t.facts)) {
		if r.mayMatch(row) {
			f := &t.facts[row]
			head := last.posting(f, row)
			*r.posting(f, row), *head = *head, 0
		}
	}
	t.countColumns(r, -1)
	t.removeElement(r)
	t.updateFastPath()
}

// permanent returns the permanent resource of a fact, or 0.
func (t *Table) permanent(row uint32) trace.ResourceID {
	if !t.facts[row].multiplicity.permanent() {
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
	t.facts[row].multiplicity++
}

// lose takes the permanent resource of a fact away.
func (t *Table) lose(row uint32) {
	delete(t.forGood, row)
	t.facts[row].multiplicity--
}

// posting returns the head of an element in a row.
func (t *Table) posting(f *fact, row uint32, place int) *uint32 {
	if uint(place) < ownPostings {
		return &f.postings[place]
	}
	if place < 0 {
		return t.own.at(row, ^place)
	}
	return t.more.at(row, place-ownPostings)
}

func newTable(p *lang.Pred) *Table {
	return &Table{tuples: newTuples(len(p.Args)), pred: p, retains: len(p.Args) <= 1, subscribers: newSubscribers(len(p.Args))}
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
	if len(t.buckets) > 0 {
		t.removeFromBucket(row)
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
	f.shown, f.easy, f.committed = false, false, 0
	t.version++
	for _, x := range t.indexes {
		x.remove(row, t.at(row))
	}
	t.leave(row)
}
