package network

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// index finds the rows of a table by some of their columns. The rows that agree
// there stand in one bucket, in no order that would mean anything.
type index struct {
	columns []int
	open    int    // the first column that is not among them
	keys    tuples // whose rows are the buckets
	buckets []bucket
	empty   int        // buckets of keys that no fact has
	many    [][]member // of buckets that hold more than few members
	unused  []uint32   // places in many
	spots   []spot     // by row of the table
	key     []trace.Sym
}

// member is a row in a bucket, with what stands in the open column: so joins of facts
// with few columns need not look at the facts.
type member struct {
	row  uint32
	open trace.Sym
}

// bucket holds members. Most hold so few that these stand in the bucket itself, where
// they are found without another look at the memory.
type bucket struct {
	count uint32
	many  uint32 // where the members stand if they are more
	few   [fewMembers]member
}

// fewMembers are so many that a bucket takes the 64 bytes that are loaded at a time.
const fewMembers = 7

// spot is where a row stands: in which bucket and where in it.
type spot struct{ bucket, place uint32 }

func newIndex(columns []int) *index {
	x := &index{columns: slices.Clone(columns), keys: newTuples(len(columns)), key: make([]trace.Sym, len(columns))}
	for slices.Contains(columns, x.open) {
		x.open++
	}
	return x
}

// in returns the members of a bucket.
func (x *index) in(b uint32) []member {
	k := &x.buckets[b]
	if k.count <= fewMembers {
		return k.few[:k.count]
	}
	return x.many[k.many]
}

// of returns the members of the bucket of a key in the only column.
func (x *index) of(key trace.Sym) []member {
	if b, ok := x.keys.numbered(key); ok { // as find1 does, which is a call
		if b != 0 {
			return x.in(b - 1)
		}
		return nil
	}
	if b, ok := x.keys.find1(key); ok {
		return x.in(b)
	}
	return nil
}

// seek returns some members from the first on by the key in whose open column something
// may have a term in the open one, as far as one look tells: most keys have no fact, or one.
func (x *index) seek(members []member, open trace.Sym) []member {
	dense, base, buckets := x.keys.dense, x.keys.base, x.buckets
	for i := range members {
		key := members[i].open - base
		if int(key) >= len(dense) {
			return members[i:]
		}
		b := dense[key]
		if b == 0 {
			continue
		}
		if k := &buckets[b-1]; k.count != 1 || k.few[0].open == open {
			return members[i:]
		}
	}
	return nil
}

// only returns what has a key in the only column, if nothing else has it, and it is found
// by its number; else nil.
func (x *index) only(key trace.Sym) *member {
	if b, _ := x.keys.numbered(key); b != 0 {
		if k := &x.buckets[b-1]; k.count == 1 {
			return &k.few[0]
		}
	}
	return nil
}

// pair returns what has a key in the only column and a term in the open one, or nil.
func (x *index) pair(key, open trace.Sym) *member {
	members := x.of(key)
	for i := range members {
		if members[i].open == open {
			return &members[i]
		}
	}
	return nil
}

// members returns those that have a key in the index's columns.
func (x *index) members(key []trace.Sym) []member {
	b, ok := x.keys.find(key)
	if !ok {
		return nil
	}
	return x.in(b)
}

func (x *index) keyOf(fact []trace.Sym) []trace.Sym {
	for i, c := range x.columns {
		x.key[i] = fact[c]
	}
	return x.key
}

func (x *index) add(row uint32, fact []trace.Sym) {
	b := x.bucket(fact)
	k := &x.buckets[b]
	if k.count == 0 {
		x.empty--
	}
	x.note(row, spot{b, k.count})
	x.push(k, member{row, fact[x.open]})
}

// note takes down where a row stands.
func (x *index) note(row uint32, at spot) {
	for int(row) >= len(x.spots) {
		x.spots = append(x.spots, spot{})
	}
	x.spots[row] = at
}

// bucket returns the bucket that a fact belongs to, which is made where there is none.
func (x *index) bucket(fact []trace.Sym) uint32 {
	if len(x.columns) == 1 {
		if b, _ := x.keys.numbered(fact[x.columns[0]]); b != 0 {
			return b - 1
		}
	}
	key := x.keyOf(fact)
	b, ok := x.keys.find(key)
	if ok {
		return b
	}
	b = x.keys.add(key)
	if int(b) == len(x.buckets) {
		x.buckets = append(x.buckets, bucket{})
	}
	x.empty++
	return b
}

// push adds a member to a bucket.
func (x *index) push(k *bucket, e member) {
	switch {
	case k.count < fewMembers:
		k.few[k.count] = e
	case k.count > fewMembers:
		x.many[k.many] = append(x.many[k.many], e)
	default:
		k.many = x.place()
		x.many[k.many] = append(append(x.many[k.many], k.few[:]...), e)
	}
	k.count++
}

// place returns a place for the members of a bucket, where there are none now.
func (x *index) place() uint32 {
	if n := len(x.unused); n > 0 {
		at := x.unused[n-1]
		x.unused = x.unused[:n-1]
		return at
	}
	x.many = append(x.many, nil)
	return uint32(len(x.many) - 1)
}

// remove takes a row out. The last one of its bucket takes its place.
func (x *index) remove(row uint32) {
	at := x.spots[row]
	members := x.in(at.bucket)
	last := members[len(members)-1]
	members[at.place] = last
	x.spots[last.row].place = at.place
	k := &x.buckets[at.bucket]
	switch k.count--; {
	case k.count == 0:
		x.sweep()
	case k.count >= fewMembers:
		x.shrink(k)
	}
}

// rename gives a row another fact, which may have another key.
func (x *index) rename(row uint32, fact []trace.Sym) {
	at := x.spots[row]
	key := x.keys.at(at.bucket)
	for i, c := range x.columns {
		if key[i] != fact[c] {
			x.remove(row)
			x.add(row, fact)
			return
		}
	}
	x.in(at.bucket)[at.place].open = fact[x.open]
}

// mostEmpty is how many buckets may be empty where there are few others.
const mostEmpty = 64

// sweep notes that a bucket is empty. Keys often come back, so such buckets stay as long
// as they are not many.
func (x *index) sweep() {
	if x.empty++; x.empty <= max(mostEmpty, x.keys.len/2) {
		return
	}
	gone := make([]bool, len(x.buckets))
	for _, b := range x.keys.free {
		gone[b] = true
	}
	for b, k := range x.buckets {
		if k.count == 0 && !gone[b] {
			x.keys.remove(uint32(b), x.keys.at(uint32(b)))
		}
	}
	x.empty = 0
}

// shrink takes the last of many members out. A place that is given away keeps its room.
func (x *index) shrink(k *bucket) {
	members := x.many[k.many][:k.count]
	x.many[k.many] = members
	if k.count == fewMembers {
		copy(k.few[:], members)
		x.many[k.many] = members[:0]
		x.unused = append(x.unused, k.many)
	}
}
