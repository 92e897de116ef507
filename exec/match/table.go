package match

import (
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Table holds the facts of a predicate. Each distinct fact has a row, with the resources
// that are copies of it.
//
// When the last copy of a fact is taken, joins no longer see the fact, and its row may be
// given to another. But facts with one argument are at most as many as terms, and often
// return, so a number of them are retained with their matches, which have weight 0 as long
// as there are no copies.
type Table struct {
	tuples
	pred        *lang.Pred
	facts       []fact                      // by row
	piles       [][]trace.ResourceID        // the linear resources of facts except the last
	places      map[trace.ResourceID]uint64 // index among the copies; nil until a fact with many is searched
	fast        bool                        // the fast path applies
	fastPaths   []fastPath                  // by element
	retains     bool                        // facts without copies are retained: joins still see them
	notRetained bool                        // facts may not be retained, because that costs too much
	retained    int                         // number of retained facts
	wasted      bool                        // a new fact had many matches, and nearly all lack a retained fact
	lost        int                         // number of retained facts dropped since that commit
	since       int                         // the commit at which counting of lost began
	listed      bool                        // listed in Network.crowded
	indexes     []*index
	subscribers
	buckets []reuseBucket               // nil if no row can be reused
	forGood map[uint32]trace.ResourceID // the permanent resources, by row
	version uint                        // changes whenever other facts are shown
	// expected caches the estimates for joins, which the planner uses.
	expected []expectation
	more     postings // postings of common elements that do not fit into the facts
	own      postings // postings of elements that are found by a constant
}

// subscribe adds an element to its group, and gives it a place for its postings.
func (t *Table) subscribe(r *element) {
	r.group = t.groupFor(r)
	r.group.elements = append(r.group.elements, r)
	r.setPlace(len(r.group.elements) - 1)
	r.group.built = false
	if !r.common() {
		t.indexed++
	}
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

// posting returns the first match of an element in a row.
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
	width := len(p.Args)
	return &Table{tuples: newTuples(width), pred: p, retains: width <= 1,
		subscribers: subscribers{constants: make([]map[string]struct{}, width), columnUsers: make([]int, width)}}
}

// quick returns one more than the row of a fact if it can be found without a search, and 0
// otherwise. The only fact of a predicate without arguments has the first row.
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

// enter adds a row for a fact that has none.
func (t *Table) enter(args []trace.Sym) uint32 {
	row := t.add(args)
	t.describe(row, args)
	return row
}

// describe initializes the data of a fact that has just been given a row.
func (t *Table) describe(row uint32, args []trace.Sym) {
	if int(row) == len(t.facts) {
		t.facts = append(t.facts, fact{})
		t.more.extend()
		t.own.extend()
	}
	t.facts[row].keep(args)
}

// leave frees the row of a fact.
func (t *Table) leave(row uint32) {
	if len(t.buckets) > 0 {
		p := t.bucketOf(t.at(row))
		p.rows--
		if p.sole == row+1 {
			p.sole = 0
			t.insertSlot(row)
		}
	}
	t.remove(row, t.at(row)) // for most facts the arguments are already in the cache
}

// at returns the arguments of a fact. The slice is valid until a fact is added.
func (t *Table) at(row uint32) []trace.Sym {
	if t.width <= ownArgs {
		return t.facts[row].args[:t.width:t.width]
	}
	return t.tuples.at(row)
}

// index returns the index by some columns, and makes it if there is none.
func (t *Table) index(columns []int) *index {
	for _, x := range t.indexes {
		if slices.Equal(x.columns, columns) {
			return x
		}
	}
	x := newIndex(columns)
	for row := range uint32(t.rows()) {
		if t.facts[row].shown {
			x.add(row, t.at(row))
		}
	}
	t.indexes = append(t.indexes, x)
	return x
}

// show makes a fact visible to joins.
func (t *Table) show(row uint32) {
	f := &t.facts[row]
	f.shown, f.easy = true, true
	t.version++
	for _, x := range t.indexes {
		x.add(row, t.at(row))
	}
}

// hide makes a fact invisible to joins, and frees its row.
func (t *Table) hide(row uint32) {
	f := &t.facts[row]
	f.shown, f.easy, f.committed = false, false, 0
	t.version++
	for _, x := range t.indexes {
		x.remove(row, t.at(row))
	}
	t.leave(row)
}

// Fact is a fact in a row of a table. It is valid as long as the fact has copies.
type Fact struct {
	table *Table
	row   uint32
}

// Pred returns the predicate of the fact.
func (f Fact) Pred() *lang.Pred { return f.table.pred }

// Pred returns the predicate of the facts.
func (t *Table) Pred() *lang.Pred { return t.pred }

// Args returns the arguments of the fact. The slice is valid until a fact is put.
func (f Fact) Args() []trace.Sym { return f.table.at(f.row) }

func (f Fact) at() *fact { return &f.table.facts[f.row] }

// Permanent returns the permanent resource of the fact, or 0.
func (f Fact) Permanent() trace.ResourceID { return f.table.permanent(f.row) }

// Linear returns the number of linear resources of the fact.
func (f Fact) Linear() int { return int(f.at().multiplicity.linear()) }

// Resources returns the resources of the fact in no particular order, and whether each is
// permanent.
func (f Fact) Resources() iter.Seq2[trace.ResourceID, bool] {
	return func(yield func(trace.ResourceID, bool) bool) {
		if id := f.Permanent(); id != 0 && !yield(id, true) {
			return
		}
		for _, id := range f.table.copies(f.at()) {
			if !yield(id, false) {
				return
			}
		}
	}
}

// Facts returns the facts of a predicate in no particular order.
func (n *Network) Facts(p *lang.Pred) iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		t := n.Table(p)
		for row := range uint32(t.rows()) {
			if t.multiplicity(row) > 0 && !yield(Fact{t, row}) {
				return
			}
		}
	}
}

// Resources returns the number of resources.
func (n *Network) Resources() int {
	sum := 0
	for _, t := range n.tables { // in any order: it is a sum
		for row := range t.facts {
			sum += int(t.facts[row].multiplicity.resources())
		}
	}
	return sum
}

// All returns all facts in no particular order.
func (n *Network) All() iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		for p := range n.tables {
			for f := range n.Facts(p) {
				if !yield(f) {
					return
				}
			}
		}
	}
}
