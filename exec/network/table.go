package network

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
	pred    *lang.Pred
	facts   []fact                      // by row
	places  map[trace.ResourceID]uint32 // in fact.linear; nil before somebody asks for the place of one of many
	resting resting
	indexes []*index
	readers []reader
	roots   []*node            // of the plans of the readers
	planted bool               // the roots are of the present readers
	room    []trace.ResourceID // for the first copies of facts to come
	// heads are, for each row, the first match of each reader that the fact is part of,
	// plus one; 0 for none. There are stride of them a row.
	heads  []uint32
	stride int
}

// fact is what a row holds beside the arguments.
type fact struct {
	linear  []trace.ResourceID // in no order
	forGood trace.ResourceID   // the permanent resource, or 0
	before  stock              // what there was before the change at hand
	shown   bool               // joins see it
}

// stock is how many resources of a fact there are: twice the linear ones, and one
// for a permanent one. In fact.before it is one more, and 0 where nothing changed.
type stock uint32

func (s stock) linear() uint64  { return uint64(s >> 1) }
func (s stock) permanent() bool { return s&1 != 0 }

// resources returns how many there are of both kinds.
func (s stock) resources() uint64 { return uint64(s>>1 + s&1) }

// reader is an atom of a memory that facts of a table may meet.
type reader struct {
	memory *memory
	atom   int
}

// read enters a reader, and tells it where its heads stand in each row.
func (t *Table) read(r reader) {
	t.readers = append(t.readers, r)
	t.planted = false
	if len(t.readers) > t.stride {
		t.widen(2*t.stride + 2)
	}
	r.memory.at[r.atom] = len(t.readers) - 1
}

// widen makes room for more heads a row.
func (t *Table) widen(stride int) {
	old, was := t.heads, t.stride
	t.heads, t.stride = make([]uint32, stride*len(t.facts)), stride
	for row := range t.facts {
		copy(t.heads[row*stride:], old[row*was:(row+1)*was])
	}
}

// forget takes the reader at a place out. The last one takes its place.
func (t *Table) forget(at int) {
	last := len(t.readers) - 1
	for row := range t.facts {
		t.heads[row*t.stride+at] = t.heads[row*t.stride+last]
		t.heads[row*t.stride+last] = 0
	}
	t.readers[at] = t.readers[last]
	t.readers[at].memory.at[t.readers[at].atom] = at
	t.readers = t.readers[:last]
	t.planted = false
}

// head returns the head of a reader in a row.
func (t *Table) head(row uint32, at int) *uint32 { return &t.heads[int(row)*t.stride+at] }

func newTable(p *lang.Pred) *Table { return &Table{tuples: newTuples(len(p.Args)), pred: p} }

func (t *Table) stock(row uint32) stock { return t.facts[row].stock() }

func (f *fact) stock() stock {
	s := stock(len(f.linear)) << 1
	if f.forGood != 0 {
		s++
	}
	return s
}

// roomForFirst is how many copies of a fact there is room for to begin with.
const roomForFirst = 2

// row returns the row of a fact, which is made where there is none.
func (t *Table) row(args []trace.Sym) uint32 {
	if row, ok := t.find(args); ok {
		return row
	}
	row := t.add(args)
	if int(row) < len(t.facts) {
		return row
	}
	if len(t.room) < roomForFirst {
		t.room = make([]trace.ResourceID, roomForFirst*max(4, min(1024, t.len)))
	}
	t.facts = append(t.facts, fact{linear: t.room[:0:roomForFirst]})
	t.room = t.room[roomForFirst:]
	for range t.stride {
		t.heads = append(t.heads, 0)
	}
	return row
}

// index returns the index by some columns, which is made where there is none.
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

// near is how many resources of a fact are tried one after another.
const near = 16

// place returns where a linear resource stands among those of its fact. What was
// drawn stands at the end.
func (t *Table) place(row uint32, id trace.ResourceID) int {
	all := t.facts[row].linear
	for i := len(all) - 1; i >= max(0, len(all)-near); i-- {
		if all[i] == id {
			return i
		}
	}
	if t.places == nil {
		t.places = make(map[trace.ResourceID]uint32)
		for _, f := range t.facts {
			for i, id := range f.linear {
				t.places[id] = uint32(i)
			}
		}
	}
	return int(t.places[id])
}

func (t *Table) extend(row uint32, id trace.ResourceID) {
	if t.places != nil {
		t.places[id] = uint32(len(t.facts[row].linear))
	}
	f := &t.facts[row]
	f.linear = append(f.linear, id)
}

// shrink takes the resource at a place out, where the last one stands then.
func (t *Table) shrink(row uint32, i int) {
	all := t.facts[row].linear
	last := all[len(all)-1]
	if t.places != nil {
		delete(t.places, all[i])
		t.places[last] = uint32(i)
		if last == all[i] {
			delete(t.places, last)
		}
	}
	all[i] = last
	t.facts[row].linear = all[:len(all)-1]
}

// swap lets two resources of a fact change places.
func (t *Table) swap(row uint32, i, j uint64) {
	all := t.facts[row].linear
	all[i], all[j] = all[j], all[i]
	if t.places != nil {
		t.places[all[i]], t.places[all[j]] = uint32(i), uint32(j)
	}
}

// show lets joins see a fact.
func (t *Table) show(row uint32) {
	t.facts[row].shown = true
	for _, x := range t.indexes {
		x.add(row, t.at(row))
	}
}

// hide lets nobody see a fact any longer, and gives its row away.
func (t *Table) hide(row uint32) {
	t.facts[row].shown = false
	for _, x := range t.indexes {
		x.remove(row)
	}
	t.remove(row)
}
