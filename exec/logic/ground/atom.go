package ground

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
)

// Atom is the number of a ground atom in [Atoms], from 0.
type Atom int32

// Atoms numbers ground atoms in the order in which they come up. The zero Atoms is empty and ready to use.
type Atoms struct {
	predicates map[logic.Predicate]int
	names      []logic.Predicate
	of         []int32 // predicate of each atom
	args       []Term  // of all atoms, one after the other
	end        []int   // where the arguments of each atom end
	numbers    hashTable
}

// ID returns the number of a predicate, for [Atoms.InternID] and [Atoms.LookupID].
func (a *Atoms) ID(p logic.Predicate) int {
	id, ok := a.predicates[p]
	if !ok {
		if a.predicates == nil {
			a.predicates = make(map[logic.Predicate]int)
		}
		id = len(a.names)
		a.predicates[p], a.names = id, append(a.names, p)
	}
	return id
}

// Intern returns the number of an atom. The arguments are copied.
func (a *Atoms) Intern(p logic.Predicate, args []Term) Atom { return a.InternID(a.ID(p), args) }

// InternID is Intern for a predicate by number.
func (a *Atoms) InternID(id int, args []Term) Atom {
	n, slot, h := a.find(id, args)
	if n < 0 {
		n = int32(len(a.of))
		a.of, a.args = append(a.of, int32(id)), append(a.args, args...)
		a.end = append(a.end, len(a.args))
		a.numbers.add(slot, n, h)
	}
	return Atom(n)
}

// Lookup returns the number of an atom, and whether it has one.
func (a *Atoms) Lookup(p logic.Predicate, args []Term) (Atom, bool) {
	id, ok := a.predicates[p]
	if !ok {
		return 0, false
	}
	return a.LookupID(id, args)
}

// LookupID is Lookup for a predicate by number.
func (a *Atoms) LookupID(id int, args []Term) (Atom, bool) {
	n, _, _ := a.find(id, args)
	return Atom(n), n >= 0
}

func (a *Atoms) find(id int, args []Term) (n int32, slot, h uint32) {
	h = mix(2166136261, uint32(id))
	for _, t := range args {
		h = mix(h, uint32(t))
	}
	n, slot = a.numbers.find(h, func(n int32) bool {
		return int(a.of[n]) == id && slices.Equal(a.Args(Atom(n)), args)
	})
	return n, slot, h
}

// Len returns the number of atoms.
func (a *Atoms) Len() int { return len(a.of) }

// Predicate returns the predicate of an atom.
func (a *Atoms) Predicate(n Atom) logic.Predicate { return a.names[a.of[n]] }

// PredicateID returns the number of the predicate of an atom.
func (a *Atoms) PredicateID(n Atom) int { return int(a.of[n]) }

// Args returns the arguments of an atom, which the caller must not change.
func (a *Atoms) Args(n Atom) []Term {
	start := 0
	if n > 0 {
		start = a.end[n-1]
	}
	return a.args[start:a.end[n]]
}

// Append appends an atom as clingo prints it.
func (a *Atoms) Append(text []byte, terms *Table, n Atom) []byte {
	text = append(text, a.Predicate(n).Name...)
	for i, t := range a.Args(n) {
		text = append(text, "(,"[min(i, 1)])
		text = terms.Append(text, t)
	}
	if len(a.Args(n)) > 0 {
		text = append(text, ')')
	}
	return text
}
