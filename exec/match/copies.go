package match

import (
	"iter"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// fact is the content of a row. It fills one cache line, because a step that draws from
// thousands of facts spends most of its time waiting for memory. It has no pointers, so
// that the garbage collector need not scan it.
type fact struct {
	last         trace.ResourceID // one of the linear resources, 0 for none
	multiplicity multiplicity
	committed    multiplicity // multiplicity that the matches reflect
	pile         uint32       // one more than the index of its other linear resources in piles; 0 if it never had any
	shown        bool         // visible to joins
	changed      bool         // listed in Network.changed
	easy         bool         // shown, and no element has had more than one match of it
	// args are the first arguments. Most facts have no others, so a draw need not read the
	// arguments elsewhere.
	args [ownArgs]trace.Sym
	// postings holds the first match of the fact for each of the first elements, or 0.
	postings [ownPostings]uint32
}

// keep stores the first arguments. It does not call copy, which takes longer for so few.
func (f *fact) keep(args []trace.Sym) {
	for i, x := range args {
		if i < ownArgs {
			f.args[i] = x
		}
	}
}

// ownPostings is the number of postings in a fact.
const ownPostings = 8

// ownArgs is the number of arguments in a fact.
const ownArgs = 2

// multiplicity counts the resources of a fact: twice the number of linear ones, plus one if
// there is a permanent one.
type multiplicity uint32

// one is the multiplicity of a fact with one linear resource.
const one multiplicity = 2

func (s multiplicity) linear() uint64  { return uint64(s >> 1) }
func (s multiplicity) permanent() bool { return s&1 != 0 }

// resources returns the number of resources of both kinds.
func (s multiplicity) resources() uint64 { return uint64(s>>1 + s&1) }

// meeting returns the number of resources of both kinds, or of permanent ones only.
func (s multiplicity) meeting(permanent bool) uint64 {
	if permanent {
		return uint64(s & 1)
	}
	return s.resources()
}

func (t *Table) multiplicity(row uint32) multiplicity { return t.facts[row].multiplicity }

// others returns the linear resources of a fact except the last.
func (t *Table) others(f *fact) []trace.ResourceID {
	if f.pile == 0 {
		return nil
	}
	return t.piles[f.pile-1]
}

// copies returns the linear resources of a fact with their places.
func (t *Table) copies(f *fact) iter.Seq2[uint64, trace.ResourceID] {
	return func(yield func(uint64, trace.ResourceID) bool) {
		for place := range f.multiplicity.linear() {
			if !yield(place, *t.linear(f, place)) {
				return
			}
		}
	}
}

// linear returns where the linear resource at a place stands.
func (t *Table) linear(f *fact, place uint64) *trace.ResourceID {
	if others := t.others(f); place < uint64(len(others)) {
		return &others[place]
	}
	return &f.last
}

// push enters a linear resource.
func (t *Table) push(f *fact, id trace.ResourceID) {
	if t.places != nil {
		t.places[id] = f.multiplicity.linear()
	}
	if f.multiplicity >= one {
		t.pileUp(f)
	}
	f.last = id
	f.multiplicity += one
}

// pileUp moves the last linear resource to the others.
func (t *Table) pileUp(f *fact) {
	if f.pile == 0 {
		t.piles = append(t.piles, nil)
		f.pile = uint32(len(t.piles))
	}
	others := &t.piles[f.pile-1]
	*others = append(*others, f.last)
}

// near is the number of resources of a fact up to which a search tries them one after another.
const near = 16

// extract removes a linear resource. A drawn resource is the last one.
func (t *Table) extract(f *fact, id trace.ResourceID) {
	if f.last != id {
		t.swap(f, t.place(f, id), f.multiplicity.linear()-1)
	}
	if t.places != nil {
		delete(t.places, id)
	}
	if f.multiplicity -= one; f.multiplicity < one {
		f.last = 0
		return
	}
	others := &t.piles[f.pile-1]
	n := len(*others) - 1
	f.last, *others = (*others)[n], (*others)[:n]
}

// place returns where a linear resource stands among those of its fact.
func (t *Table) place(f *fact, id trace.ResourceID) uint64 {
	n := f.multiplicity.linear()
	for i := n; i > 0 && n-i < near; i-- {
		if *t.linear(f, i-1) == id {
			return i - 1
		}
	}
	if t.places == nil {
		t.places = make(map[trace.ResourceID]uint64)
		t.updateFastPath()
		for i := range t.facts {
			for place, id := range t.copies(&t.facts[i]) {
				t.places[id] = place
			}
		}
	}
	return t.places[id]
}

// swap exchanges two resources of a fact.
func (t *Table) swap(f *fact, i, j uint64) {
	a, b := t.linear(f, i), t.linear(f, j)
	*a, *b = *b, *a
	if t.places != nil {
		t.places[*a], t.places[*b] = i, j
	}
}
