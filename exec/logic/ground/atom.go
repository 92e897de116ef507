package ground

import (
	"encoding/binary"

	"github.com/ceptre-graph/ceptre/lang/logic"
)

// Atom is the number of a ground atom in [Atoms], from 0.
type Atom int32

// Atoms numbers ground atoms in the order in which they come up. The zero Atoms is empty and ready to use.
type Atoms struct {
	predicates map[logic.Predicate]int32
	names      []logic.Predicate
	of         []int32 // predicate of each atom
	args       []Term  // of all atoms, one after the other
	start      []int   // where the arguments of each atom begin
	numbers    map[string]Atom
	key        []byte
}

// Intern returns the number of an atom. The arguments are copied.
func (a *Atoms) Intern(p logic.Predicate, args []Term) Atom {
	if n, ok := a.Lookup(p, args); ok {
		return n
	}
	if a.predicates == nil {
		a.predicates, a.numbers = make(map[logic.Predicate]int32), make(map[string]Atom)
	}
	id, ok := a.predicates[p]
	if !ok {
		id = int32(len(a.names))
		a.predicates[p], a.names = id, append(a.names, p)
	}
	n := Atom(len(a.of))
	a.of, a.start, a.args = append(a.of, id), append(a.start, len(a.args)), append(a.args, args...)
	a.numbers[string(a.keyOf(id, args))] = n
	return n
}

// Lookup returns the number of an atom, and whether it has one.
func (a *Atoms) Lookup(p logic.Predicate, args []Term) (Atom, bool) {
	id, ok := a.predicates[p]
	if !ok {
		return 0, false
	}
	n, ok := a.numbers[string(a.keyOf(id, args))]
	return n, ok
}

func (a *Atoms) keyOf(id int32, args []Term) []byte {
	a.key = binary.AppendVarint(a.key[:0], int64(id))
	for _, t := range args {
		a.key = binary.AppendVarint(a.key, int64(t))
	}
	return a.key
}

// Len returns the number of atoms.
func (a *Atoms) Len() int { return len(a.of) }

// Predicate returns the predicate of an atom.
func (a *Atoms) Predicate(n Atom) logic.Predicate { return a.names[a.of[n]] }

// Args returns the arguments of an atom, which the caller must not change.
func (a *Atoms) Args(n Atom) []Term {
	at := a.start[n]
	return a.args[at : at+a.Predicate(n).Arity]
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
