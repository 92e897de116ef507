package match

import (
	"iter"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// fact is what a row holds beside the arguments. It is as large as a line of the
// processor's cache: where facts are drawn from thousands, a step takes as long as it
// waits for memory. And it holds no pointers that would have to be followed to find out
// what memory is in use.
type fact struct {
	last         trace.ResourceID // one of the linear resources, 0 for none
	multiplicity multiplicity
	committed    multiplicity // what there was when the matches were last brought up to date
	pile         uint32       // where the other linear resources stand, plus one; 0 while there were none
	shown        bool         // joins see it
	changed      bool         // it is among the changed ones of the network
	easy         bool         // it is shown, and no element has had more than one match of it
	// args are the first of the arguments, which are all of most facts: so what is drawn is
	// not looked up elsewhere.
	args [ownArgs]trace.Sym
	// postings holds the first match of the fact for each of the first elements, or 0.
	postings [ownPostings]uint32
}

// keep takes down the first of the arguments. They are so few that to call a function that
// copies would take longer.
func (f *fact) keep(args []trace.Sym) {
	for i, x := range args {
		if i < ownArgs {
			f.args[i] = x
		}
	}
}

// ownPostings is of how many elements the postings stand with the fact.
const ownPostings = 8

// ownArgs is how many arguments stand with the fact.
const ownArgs = 2

// multiplicity is how many resources of a fact there are: twice the linear ones, and one
// for a permanent one.
type multiplicity uint32

// one is the stock of a fact of which there is one linear resource.
const one multiplicity = 2

func (s multiplicity) linear() uint64  { return uint64(s >> 1) }
func (s multiplicity) permanent() bool { return s&1 != 0 }

// resources returns how many there are of both kinds.
func (s multiplicity) resources() uint64 { return uint64(s>>1 + s&1) }

// meeting returns how many there are of both kinds, or how many permanent ones.
func (s multiplicity) meeting(permanent bool) uint64 {
	if permanent {
		return uint64(s & 1)
	}
	return s.resources()
}

func (t *Table) multiplicity(row uint32) multiplicity { return t.facts[row].multiplicity }

// others returns the linear resources of a fact but for the last.
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

// near is how many resources of a fact are tried one after another.
const near = 16

// extract takes a linear resource out. What was drawn is the last one.
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

// swap lets two resources of a fact change places.
func (t *Table) swap(f *fact, i, j uint64) {
	a, b := t.linear(f, i), t.linear(f, j)
	*a, *b = *b, *a
	if t.places != nil {
		t.places[*a], t.places[*b] = i, j
	}
}
