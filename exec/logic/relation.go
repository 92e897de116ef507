package logic

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// relation is the set of atoms of a predicate that hold or may hold.
//
// Semi-naive evaluation divides it by age: atoms before old have been matched with all others, those from old to seen
// are new in this round, and those from seen on are left to the next round. Where a relation is complete, seen is its
// length.
type relation struct {
	predicate logic.Predicate
	id        int     // of the predicate
	dynamic   bool    // starts anew with each question
	open      bool    // has atoms that are possible
	rules     []*rule // that derive it
	estimate  float64 // about how many atoms it has, if it is dynamic
	onDemand  bool    // only atoms that are asked for are derived
	atoms     []ground.Atom
	old, seen int
	indexes   []*index
}

// index has the atoms of a relation that match a skeleton, by the terms in the places of its keys. Chains list the
// atoms of equal keys in the order of the relation.
type index struct {
	text     string // of the skeleton
	skeleton []pattern
	keys     int           // how many
	slots    []int32       // hash table (linear probing) of chains, by number from 1; the length is a power of two
	heads    []ground.Term // keys of the chains, one after the other
	first    []int32       // entry of each chain
	last     []int32
	next     []int32 // by entry; -1 at the end
	position []int32 // in the relation, by entry
}

// index returns the index for a skeleton, and fills it if it is new.
func (r *relation) index(skeleton []pattern, keys int, atoms *ground.Atoms, terms *ground.Table) *index {
	var text []byte
	for i := range skeleton {
		text = skeleton[i].append(text)
	}
	at := slices.IndexFunc(r.indexes, func(x *index) bool { return x.text == string(text) })
	if at >= 0 {
		return r.indexes[at]
	}
	x := &index{text: string(text), skeleton: skeleton, keys: keys, slots: make([]int32, 16)}
	r.indexes = append(r.indexes, x)
	for i, a := range r.atoms {
		x.add(int32(i), atoms.Args(a), terms)
	}
	return x
}

// add appends an atom to the relation and to its indexes.
func (r *relation) add(a ground.Atom, atoms *ground.Atoms, terms *ground.Table) {
	for _, x := range r.indexes {
		x.add(int32(len(r.atoms)), atoms.Args(a), terms)
	}
	r.atoms = append(r.atoms, a)
}

// reset empties the relation. The memory is kept for the next question.
func (r *relation) reset() {
	r.atoms, r.old, r.seen, r.open = r.atoms[:0], 0, 0, false
	for _, x := range r.indexes {
		x.reset()
	}
}

func (x *index) reset() {
	if len(x.first) > 0 {
		clear(x.slots)
	}
	x.heads, x.first, x.last = x.heads[:0], x.first[:0], x.last[:0]
	x.next, x.position = x.next[:0], x.position[:0]
}

func (x *index) add(position int32, args []ground.Term, terms *ground.Table) {
	at := len(x.heads)
	for i := range x.skeleton {
		if !x.capture(&x.skeleton[i], args[i], terms) {
			x.heads = x.heads[:at]
			return
		}
	}
	entry := int32(len(x.next))
	x.next, x.position = append(x.next, -1), append(x.position, position)
	slot, chain := x.find(x.heads[at:])
	if chain >= 0 {
		x.heads = x.heads[:at]
		x.next[x.last[chain]], x.last[chain] = entry, entry
		return
	}
	x.addChain(slot, entry)
}

// addChain adds a chain whose key is at the end of heads.
func (x *index) addChain(slot int, entry int32) {
	x.first, x.last = append(x.first, entry), append(x.last, entry)
	x.slots[slot] = int32(len(x.first))
	if 2*len(x.first) > len(x.slots) {
		x.slots = make([]int32, 2*len(x.slots))
		for c := range x.first {
			slot, _ := x.find(x.heads[c*x.keys : (c+1)*x.keys])
			x.slots[slot] = int32(c + 1)
		}
	}
}

// capture appends the terms in the places of keys, and reports whether the term matches the skeleton.
func (x *index) capture(p *pattern, t ground.Term, terms *ground.Table) bool {
	switch p.op {
	case keyOp:
		x.heads = append(x.heads, t)
	case compoundOp:
		if terms.Kind(t) != ground.CompoundKind || terms.Name(t) != p.name || len(terms.Args(t)) != len(p.args) {
			return false
		}
		for i := range p.args {
			if !x.capture(&p.args[i], terms.Args(t)[i], terms) {
				return false
			}
		}
	}
	return true
}

// find returns the chain of a key, or -1 and the slot to put it in.
func (x *index) find(key []ground.Term) (slot, chain int) {
	mask := uint32(len(x.slots) - 1)
	for s := hash(key) & mask; ; s = (s + 1) & mask {
		c := int(x.slots[s]) - 1
		if c < 0 || slices.Equal(x.heads[c*x.keys:(c+1)*x.keys], key) {
			return int(s), c
		}
	}
}

// hash is FNV-1a over 32-bit words, with the bits mixed at the end.
func hash(key []ground.Term) uint32 {
	h := uint32(2166136261)
	for _, t := range key {
		h = (h ^ uint32(t)) * 16777619
		h ^= h >> 15
	}
	return h
}
