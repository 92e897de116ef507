package match

import (
	"iter"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// index finds the rows of a table by some of their columns. The rows that agree
// in these columns are in one bucket, in no particular order.
type index struct {
	columns []int
	open    int    // the first column that is not among columns
	keys    tuples // the keys; the row of a key is the number of its bucket
	buckets []bucket
	sole    []member   // the only member of each bucket; else its row is noRow or moreRows
	empty   int        // buckets of keys that no fact has
	many    [][]member // of buckets that hold more than few members
	unused  []uint32   // places in many
	places  []uint32   // in their bucket, by row of the table, of members that stand in many
	key     []trace.Sym
}

// member is a row in a bucket, with its term in the open column, so that joins of facts
// with few columns need not read the facts.
type member struct {
	row  uint32
	open trace.Sym
}

// If a bucket does not have exactly one member, the row of its entry in sole is one of these.
const (
	noRow    = math.MaxUint32
	moreRows = math.MaxUint32 - 1
)

// bucket holds several members. Most buckets have so few that these stand in the bucket itself, and
// are found with a single access to memory. A sole member has no bucket: many predicates have one
// fact for each key, and thousands of sole members fit into a cache that as many buckets do not.
type bucket struct {
	count uint32
	many  uint32 // the place of the members, if they are more
	few   [fewMembers]member
}

// fewMembers is chosen so that a bucket fills a cache line of 64 bytes.
const fewMembers = 7

func newIndex(columns []int) *index {
	x := &index{columns: slices.Clone(columns), keys: newTuples(len(columns)), key: make([]trace.Sym, len(columns))}
	for slices.Contains(columns, x.open) {
		x.open++
	}
	return x
}

// in returns the members of a bucket.
func (x *index) in(b uint32) []member {
	switch x.sole[b].row {
	case noRow:
		return nil
	case moreRows:
		return x.buckets[b].members(x)
	}
	return x.sole[b : b+1]
}

// members returns the members of a bucket of several.
func (k *bucket) members(x *index) []member {
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

// seek skips leading members. It stops at the first one with a key of x in its open column that a
// fact may have together with the term open. As most keys have no fact, or one, this takes one look.
func (x *index) seek(members []member, open trace.Sym) []member {
	dense, base, sole := x.keys.dense, x.keys.base, x.sole
	for i := range members {
		key := members[i].open - base
		if int(key) >= len(dense) {
			return members[i:]
		}
		b := dense[key]
		if b == 0 {
			continue
		}
		if e := sole[b-1]; e.open == open || e.row == moreRows {
			return members[i:]
		}
	}
	return nil
}

// only returns the member with a key in the only column, if it is the sole one and can be found
// by the number of the key. Otherwise it returns nil.
func (x *index) only(key trace.Sym) *member {
	if b, _ := x.keys.numbered(key); b != 0 {
		if e := &x.sole[b-1]; e.row < moreRows {
			return e
		}
	}
	return nil
}

// pair returns the member with a key in the only column and a term in the open one, or nil.
func (x *index) pair(key, open trace.Sym) *member {
	members := x.of(key)
	for i := range members {
		if members[i].open == open {
			return &members[i]
		}
	}
	return nil
}

// members returns the members with a key in the columns of the index.
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
	b, ok := x.find(fact)
	if !ok {
		b = x.enter(fact)
	}
	e, one := member{row, fact[x.open]}, &x.sole[b]
	switch one.row {
	case noRow:
		*one = e
		x.empty--
	case moreRows:
		x.push(&x.buckets[b], e)
	default:
		k := &x.buckets[b]
		k.few[0], k.few[1], k.count = *one, e, 2
		one.row = moreRows
	}
}

// find returns the bucket that a fact belongs to, and false if there is none.
func (x *index) find(fact []trace.Sym) (uint32, bool) {
	if len(x.columns) == 1 {
		if b, ok := x.keys.numbered(fact[x.columns[0]]); ok {
			return b - 1, b != 0
		}
	}
	return x.keys.find(x.keyOf(fact))
}

// enter makes the bucket that a fact belongs to.
func (x *index) enter(fact []trace.Sym) uint32 {
	b := x.keys.add(x.keyOf(fact))
	if int(b) == len(x.buckets) {
		x.buckets, x.sole = append(x.buckets, bucket{}), append(x.sole, member{row: noRow})
	}
	x.empty++
	return b
}

// push adds a member to a bucket of several.
func (x *index) push(k *bucket, e member) {
	if k.count < fewMembers {
		k.few[k.count] = e
		k.count++
		return
	}
	if k.count == fewMembers {
		k.many = x.place()
		x.many[k.many] = append(x.many[k.many], k.few[:]...)
		for i, e := range k.few {
			x.note(e.row, uint32(i))
		}
	}
	x.many[k.many] = append(x.many[k.many], e)
	x.note(e.row, k.count)
	k.count++
}

// note records the place of a row in its bucket.
func (x *index) note(row, place uint32) {
	for int(row) >= len(x.places) {
		x.places = append(x.places, 0)
	}
	x.places[row] = place
}

// place returns an unused place for the members of a bucket.
func (x *index) place() uint32 {
	if n := len(x.unused); n > 0 {
		at := x.unused[n-1]
		x.unused = x.unused[:n-1]
		return at
	}
	x.many = append(x.many, nil)
	return uint32(len(x.many) - 1)
}

// remove removes the row of a fact. The last row of its bucket takes its place.
func (x *index) remove(row uint32, fact []trace.Sym) {
	b, _ := x.find(fact)
	one := &x.sole[b]
	if one.row == row {
		one.row = noRow
		x.sweep()
		return
	}
	k := &x.buckets[b]
	if k.count > fewMembers {
		x.removeMany(k, row)
		return
	}
	k.count--
	*k.member(row) = k.few[k.count]
	if k.count == 1 {
		*one = k.few[0]
	}
}

// member returns the entry of a row in a bucket of few members.
func (k *bucket) member(row uint32) *member {
	i := 0
	for k.few[i].row != row {
		i++
	}
	return &k.few[i]
}

// removeMany is remove for a bucket of many members.
func (x *index) removeMany(k *bucket, row uint32) {
	k.count--
	members, place := x.many[k.many], x.places[row]
	last := members[k.count]
	members[place], x.places[last.row] = last, place
	x.many[k.many] = members[:k.count]
	if k.count == fewMembers {
		copy(k.few[:], members)
		x.many[k.many] = members[:0]
		x.unused = append(x.unused, k.many)
	}
}

// rename gives a row another fact, which may have another key.
func (x *index) rename(row uint32, old, fact []trace.Sym) {
	for _, c := range x.columns {
		if old[c] != fact[c] {
			x.remove(row, old)
			x.add(row, fact)
			return
		}
	}
	if old[x.open] == fact[x.open] {
		return
	}
	b, _ := x.find(old)
	if one, k := &x.sole[b], &x.buckets[b]; one.row == row {
		one.open = fact[x.open]
	} else if k.count <= fewMembers {
		k.member(row).open = fact[x.open]
	} else {
		x.many[k.many][x.places[row]].open = fact[x.open]
	}
}

// mostEmpty is the number of buckets that may be empty even if there are few others.
const mostEmpty = 64

// sweep notes that a bucket is empty. Keys often come back, so empty buckets stay as long as they
// are not many.
func (x *index) sweep() {
	if x.empty++; x.empty <= max(mostEmpty, x.keys.len/2) {
		return
	}
	gone := make([]bool, len(x.buckets))
	for _, b := range x.keys.free {
		gone[b] = true
	}
	for b, one := range x.sole {
		if one.row == noRow && !gone[b] {
			x.keys.remove(uint32(b), x.keys.at(uint32(b)))
		}
	}
	x.empty = 0
}

// Agreeing returns the facts of a predicate with the given terms in the given columns, in
// no particular order. It finds them in an index, which is kept from then on and reflects the
// resources put and taken before the last [Network.Commit].
func (n *Network) Agreeing(p *lang.Pred, columns []int, key []trace.Sym) iter.Seq[Fact] {
	t := n.Table(p)
	return func(yield func(Fact) bool) {
		if len(columns) == len(p.Args) {
			if f, ok := n.Find(t, key); ok {
				yield(f)
			}
			return
		}
		for _, e := range t.index(columns).members(key) {
			if !yield(Fact{t, e.row}) {
				return
			}
		}
	}
}
