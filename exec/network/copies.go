package network

import (
	"iter"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// fact is what a row holds beside the arguments. It is as large as a line of the
// processor's cache: where facts are drawn from thousands, a step takes as long as it
// waits for memory.
type fact struct {
	// last is one of the linear resources, 0 for none, and earlier are the others; they
	// are in no order.
	last      trace.ResourceID
	earlier   []trace.ResourceID
	before    stock // what there was before the change at hand
	shown     bool  // joins see it
	permanent bool  // there is a permanent resource, too
	many      bool  // a reader has had more than one match of it
	// heads are the first match of each of the first readers that the fact is part of, plus
	// one; 0 for none.
	heads [ownHeads]uint32
}

// ownHeads is of how many readers the heads stand with the fact.
const ownHeads = 6

// stock is how many resources of a fact there are: twice the linear ones, and one
// for a permanent one. In fact.before it is one more, and 0 where nothing changed.
type stock uint32

func (s stock) linear() uint64  { return uint64(s >> 1) }
func (s stock) permanent() bool { return s&1 != 0 }

// resources returns how many there are of both kinds.
func (s stock) resources() uint64 { return uint64(s>>1 + s&1) }

// meeting returns how many there are of both kinds, or how many permanent ones.
func (s stock) meeting(permanent bool) uint64 {
	if permanent {
		return uint64(s & 1)
	}
	return s.resources()
}

func (t *Table) stock(row uint32) stock { return t.facts[row].stock() }

func (f *fact) stock() stock {
	s := stock(f.linear()) << 1
	if f.permanent {
		s++
	}
	return s
}

// known is the stock as far as the matches know of it.
func (f *fact) known() stock {
	if f.before > 0 {
		return f.before - 1
	}
	return f.stock()
}

// linear returns how many linear resources there are.
func (f *fact) linear() uint64 {
	n := uint64(len(f.earlier))
	if f.last != 0 {
		n++
	}
	return n
}

// copies returns the linear resources with their places.
func (f *fact) copies() iter.Seq2[uint64, trace.ResourceID] {
	return func(yield func(uint64, trace.ResourceID) bool) {
		for i, id := range f.earlier {
			if !yield(uint64(i), id) {
				return
			}
		}
		if f.last != 0 {
			yield(uint64(len(f.earlier)), f.last)
		}
	}
}

// at returns where the linear resource at a place stands.
func (f *fact) at(place uint64) *trace.ResourceID {
	if place < uint64(len(f.earlier)) {
		return &f.earlier[place]
	}
	return &f.last
}

// push enters a linear resource.
func (f *fact) push(id trace.ResourceID) {
	if f.last != 0 {
		f.earlier = append(f.earlier, f.last)
	}
	f.last = id
}

// pop takes the last linear resource out.
func (f *fact) pop() {
	n := len(f.earlier)
	if n == 0 {
		f.last = 0
		return
	}
	f.last, f.earlier = f.earlier[n-1], f.earlier[:n-1]
}

// near is how many resources of a fact are tried one after another.
const near = 16

// extract takes a linear resource out of a row. What was drawn is the last one.
func (t *Table) extract(row uint32, id trace.ResourceID) {
	f := &t.facts[row]
	if f.last != id {
		t.swap(row, t.place(row, id), f.linear()-1)
	}
	f.pop()
	if t.places != nil {
		delete(t.places, id)
	}
}

// place returns where a linear resource stands among those of its fact.
func (t *Table) place(row uint32, id trace.ResourceID) uint64 {
	f := &t.facts[row]
	n := f.linear()
	for i := n; i > 0 && n-i < near; i-- {
		if *f.at(i - 1) == id {
			return i - 1
		}
	}
	if t.places == nil {
		t.places = make(map[trace.ResourceID]uint64)
		for i := range t.facts {
			for place, id := range t.facts[i].copies() {
				t.places[id] = place
			}
		}
	}
	return t.places[id]
}

// swap lets two resources of a fact change places.
func (t *Table) swap(row uint32, i, j uint64) {
	f := &t.facts[row]
	a, b := f.at(i), f.at(j)
	*a, *b = *b, *a
	if t.places != nil {
		t.places[*a], t.places[*b] = i, j
	}
}
