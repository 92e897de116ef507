package logic

import "github.com/ceptre-graph/ceptre/exec/logic/ground"

// facts are the atoms that were derived, each with the first instance of a rule that derives it.
type facts struct {
	records []record
	slots   []int32 // hash table (linear probing) of records, by number from 1; the length is a power of two
	// reasons has for each recorded instance: the number of its rule, the number of values, the values, the number of
	// positive atoms, these, the number of absent atoms, and these.
	reasons []int32
}

// record says of an atom how it is derived.
type record struct {
	atom     ground.Atom
	reason   int32 // where the instance begins in reasons; given where none is needed
	possible bool  // holds in some stable models at most; a fact otherwise
}

// given is the reason of atoms that are facts of a question.
const given = -1

// newFacts has room for as many facts as others have.
func newFacts(like *facts) *facts {
	return &facts{slots: make([]int32, max(64, len(like.slots))), records: make([]record, 0, len(like.records)),
		reasons: make([]int32, 0, len(like.reasons))}
}

func (f *facts) slot(a ground.Atom) uint32 {
	mask := uint32(len(f.slots) - 1)
	for s := uint32(a) * 2654435769 >> 7 & mask; ; s = (s + 1) & mask {
		if n := f.slots[s]; n == 0 || f.records[n-1].atom == a {
			return s
		}
	}
}

// find returns the record of an atom, or nil.
func (f *facts) find(a ground.Atom) *record {
	if n := f.slots[f.slot(a)]; n > 0 {
		return &f.records[n-1]
	}
	return nil
}

// add adds a record of an atom that has none.
func (f *facts) add(r record) {
	s := f.slot(r.atom)
	f.records = append(f.records, r)
	f.slots[s] = int32(len(f.records))
	if 2*len(f.records) > len(f.slots) {
		f.slots = make([]int32, 2*len(f.slots))
		for i := range f.records {
			f.slots[f.slot(f.records[i].atom)] = int32(i + 1)
		}
	}
}

// write appends an instance of a rule to reasons, and returns where it begins.
func (f *facts) write(rule int, values []ground.Term, holds, absent []ground.Atom) int32 {
	at := int32(len(f.reasons))
	f.reasons = append(f.reasons, int32(rule), int32(len(values)))
	for _, v := range values {
		f.reasons = append(f.reasons, int32(v))
	}
	for _, atoms := range [][]ground.Atom{holds, absent} {
		f.reasons = append(f.reasons, int32(len(atoms)))
		for _, a := range atoms {
			f.reasons = append(f.reasons, int32(a))
		}
	}
	return at
}

// read returns the instance that begins at a place of reasons.
func (f *facts) read(at int32, rules []*rule) *Reason {
	next := func() []int32 {
		n := f.reasons[at]
		list := f.reasons[at+1 : at+1+n]
		at += n + 1
		return list
	}
	reason := &Reason{Rule: rules[f.reasons[at]].source}
	at++
	for _, v := range next() {
		reason.Values = append(reason.Values, ground.Term(v))
	}
	for _, a := range next() {
		reason.Holds = append(reason.Holds, ground.Atom(a))
	}
	for _, a := range next() {
		reason.Absent = append(reason.Absent, ground.Atom(a))
	}
	return reason
}
