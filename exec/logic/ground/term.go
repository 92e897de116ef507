package ground

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Term is the number of a ground term in a [Table]. Equal terms of a table have equal numbers.
type Term int32

// Table gives each ground term one number (hash consing: Ershov, “On programming of arithmetic operations”, 1958).
// Terms of logic programs have no types and include strings, tuples and negative integers, so they are not those of
// exec/term.
//
// The zero Table is empty and ready to use.
type Table struct {
	entries []entry
	numbers hashTable
}

// Kind says which sort of term a term is. Terms of different kinds are ordered by kind.
type Kind uint8

// The kinds of terms. Symbols are compounds without arguments, and tuples are compounds without a name.
const (
	InfimumKind Kind = iota
	IntegerKind
	SymbolKind
	StringKind
	CompoundKind
	SupremumKind
)

type entry struct {
	kind  Kind
	value int32  // of an integer
	name  string // of the others
	args  []Term
}

// Integer returns the term of an integer.
func (t *Table) Integer(n int32) Term { return t.intern(entry{kind: IntegerKind, value: n}) }

// Infimum returns the term #inf, which is less than all others: the largest term of an empty set.
func (t *Table) Infimum() Term { return t.intern(entry{kind: InfimumKind, name: "#inf"}) }

// Supremum returns the term #sup, which is greater than all others: the least term of an empty set.
func (t *Table) Supremum() Term { return t.intern(entry{kind: SupremumKind, name: "#sup"}) }

// String returns the term of a string, which is given without quotes.
func (t *Table) String(s string) Term { return t.intern(entry{kind: StringKind, name: s}) }

// Compound returns the term of a name with arguments: a symbol if there are none, a tuple if the name is empty. The
// table keeps a copy of the arguments.
func (t *Table) Compound(name string, args ...Term) Term {
	if len(args) == 0 && name != "" {
		return t.intern(entry{kind: SymbolKind, name: name})
	}
	return t.intern(entry{kind: CompoundKind, name: name, args: args})
}

// intern returns the number of a term, whose arguments are copied if it is new.
func (t *Table) intern(e entry) Term {
	h := uint32(e.kind) ^ uint32(e.value)<<3
	for _, a := range e.args {
		h = mix(h, uint32(a))
	}
	for i := range len(e.name) {
		h = mix(h, uint32(e.name[i]))
	}
	n, slot := t.numbers.find(h, func(n int32) bool {
		o := &t.entries[n]
		return o.kind == e.kind && o.value == e.value && o.name == e.name && slices.Equal(o.args, e.args)
	})
	if n < 0 {
		n = int32(len(t.entries))
		e.args = append([]Term(nil), e.args...)
		t.entries = append(t.entries, e)
		t.numbers.add(slot, n, h)
	}
	return Term(n)
}

// Kind returns the kind of a term.
func (t *Table) Kind(n Term) Kind { return t.entries[n].kind }

// Value returns the integer that a term of [IntegerKind] is.
func (t *Table) Value(n Term) int32 { return t.entries[n].value }

// Name returns the name of a symbol or compound, and the value of a string. That of a tuple is empty.
func (t *Table) Name(n Term) string { return t.entries[n].name }

// Args returns the arguments of a term, which the caller must not change.
func (t *Table) Args(n Term) []Term { return t.entries[n].args }

// Compare orders terms as clingo does: by kind, integers by value, symbols and strings by text, compounds by the
// number of arguments, then by name, then by the arguments from left to right.
func (t *Table) Compare(m, n Term) int {
	if m == n {
		return 0
	}
	a, b := &t.entries[m], &t.entries[n]
	c := cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.value, b.value), cmp.Compare(len(a.args), len(b.args)),
		strings.Compare(a.name, b.name))
	for i := 0; c == 0 && i < len(a.args); i++ {
		c = t.Compare(a.args[i], b.args[i])
	}
	return c
}

// Append appends a term as clingo prints it: f(a,"b",(1,2)), (1,).
func (t *Table) Append(text []byte, n Term) []byte {
	e := &t.entries[n]
	switch e.kind {
	case IntegerKind:
		return strconv.AppendInt(text, int64(e.value), 10)
	case StringKind:
		return append(append(append(text, '"'), escapes.Replace(e.name)...), '"')
	case SymbolKind, InfimumKind, SupremumKind:
		return append(text, e.name...)
	}
	text = append(append(text, e.name...), '(')
	for i, a := range e.args {
		if i > 0 {
			text = append(text, ',')
		}
		text = t.Append(text, a)
	}
	if e.name == "" && len(e.args) == 1 {
		text = append(text, ',')
	}
	return append(text, ')')
}

// escapes are the three characters that clingo escapes in strings.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
