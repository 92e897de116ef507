package term

import (
	"errors"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Table gives each ground term one number, so that equal terms are equal numbers
// (hash consing: Ershov, "On programming of arithmetic operations", 1958). Small
// natural numbers stand for themselves, whatever their type; a type of their own
// tells them apart wherever it matters.
type Table struct {
	entries  []entry
	lists    []trace.Sym // of constants and compounds, by hash: one more than the last; the length is a power of two
	count    int         // number of constants and compounds
	literals map[string]trace.Sym
	large    map[string]trace.Sym       // numbers, by their digits
	unary    map[*lang.Type][]trace.Sym // numbers of types without numerals, in the form that records have
	free     []trace.Sym                // numbers of freed terms, to be reused
	lasting  int                        // number of leading terms that are never freed
	few      int                        // number of other terms up to which none are collected
	enough   int                        // number of terms at which Crowded reports true
	age      int                        // number of collections
	frozen   bool
}

// entry is a term that is not a small number.
type entry struct {
	value lang.Value
	args  []trace.Sym // of a compound
	next  trace.Sym   // of a constant or compound: one more than the one before it in its list, or 0
}

// fewestLists is the number of lists in an empty table.
const fewestLists = 8

// NewTable returns an empty table. Up to few terms, it is never [Table.Crowded].
func NewTable(few int) Table {
	return Table{
		few: few, enough: few,
		lists:    make([]trace.Sym, fewestLists),
		literals: make(map[string]trace.Sym),
		large:    make(map[string]trace.Sym),
		unary:    make(map[*lang.Type][]trace.Sym),
	}
}

// Expect makes room for the constants of a program in an empty table.
func (t *Table) Expect(constants int) {
	t.entries = make([]entry, 0, constants)
	for len(t.lists) < constants {
		t.lists = make([]trace.Sym, 2*len(t.lists))
	}
}

// Len returns one more than the largest number of a term, not counting small numbers.
func (t *Table) Len() int { return len(t.entries) }

// Age returns a value that changes whenever numbers may have been given to other terms, except by
// [Table.Cut].
func (t *Table) Age() int { return t.age }

// Crowded reports whether there are so many terms that the unused ones should be freed by
// [Table.Sweep].
func (t *Table) Crowded() bool { return len(t.free) == 0 && len(t.entries) >= t.enough }

// Keep makes all present terms lasting: they are never freed.
func (t *Table) Keep() { t.lasting, t.enough = len(t.entries), len(t.entries)+t.few }

// Lasting returns the number of terms that are never freed.
func (t *Table) Lasting() int { return t.lasting }

// Cut removes all terms except the lasting ones. No lasting term contains a removed one.
func (t *Table) Cut() {
	n := t.lasting
	gone := make(map[int]bool, len(t.free))
	for _, s := range t.free {
		gone[int(s)] = true
	}
	for s := len(t.entries) - 1; s >= n; s-- { // backward, because unary numbers are removed last first
		if !gone[s] {
			t.leave(&t.entries[s])
		}
	}
	clear(t.entries[n:])
	t.entries, t.free, t.enough = t.entries[:n], t.free[:0], n+t.few
}

// leave removes a term. Of the numbers in the form of records, it removes the last.
func (t *Table) leave(e *entry) {
	switch v := &e.value; {
	case v.Of != nil && v.Num.Int() <= math.MaxInt32: // as records have it
		known := t.unary[v.Of]
		t.unary[v.Of] = known[:len(known)-1]
	case v.Of != nil:
		delete(t.large, v.Num.String())
	case v.Con == nil:
		delete(t.literals, v.Text)
	default:
		t.unlink(e)
	}
}

// ErrFrozen is the value with which a frozen table panics if it is asked for a term that it does not hold.
var ErrFrozen = errors.New("term: a new term in a frozen table")

// Freeze makes the table refuse new terms, or accept them again. While it refuses them, it may be read by several
// goroutines at once, and each call that would add a term panics with [ErrFrozen].
func (t *Table) Freeze(frozen bool) { t.frozen = frozen }

func (t *Table) enter(e entry) trace.Sym {
	if t.frozen {
		panic(ErrFrozen)
	}
	if n := len(t.free); n > 0 {
		s := t.free[n-1]
		t.free, t.entries[s] = t.free[:n-1], e
		return s
	}
	t.entries = append(t.entries, e)
	return trace.Sym(len(t.entries) - 1)
}

// Intern returns the number of a value.
func (t *Table) Intern(v lang.Value) trace.Sym { return t.intern(&v) }

// intern is Intern for a value that is not copied.
func (t *Table) intern(v *lang.Value) trace.Sym {
	switch {
	case v.Of != nil:
		return t.Number(v.Of, v.Num)
	case v.Con == nil:
		return t.literal(v.Text)
	case len(v.Args) == 0:
		return t.application(v.Con, nil)
	}
	return t.application(v.Con, t.InternAll(make([]trace.Sym, 0, len(v.Args)), v.Args))
}

// InternAll appends the numbers of values.
func (t *Table) InternAll(to []trace.Sym, values []lang.Value) []trace.Sym {
	for i := range values {
		to = append(to, t.intern(&values[i]))
	}
	return to
}

func (t *Table) literal(text string) trace.Sym {
	s, ok := t.literals[text]
	if !ok {
		s = t.enter(entry{value: lang.Value{Text: text}})
		t.literals[text] = s
	}
	return s
}

// Number returns the number of a natural number. A large one keeps the type it was first met with,
// which [Table.Value] replaces by the one it is asked for.
func (t *Table) Number(of *lang.Type, n lang.Nat) trace.Sym {
	if i := n.Int(); i <= math.MaxInt32 {
		return trace.Numeral + trace.Sym(i)
	}
	digits := n.String()
	s, ok := t.large[digits]
	if !ok {
		s = t.enter(entry{value: lang.NumberValue(of, n)})
		t.large[digits] = s
	}
	return s
}

// Compound returns the number of a constructor with its arguments.
func (t *Table) Compound(con *lang.Constructor, args []trace.Sym) trace.Sym {
	switch of := con.Result; {
	case con == of.Zero:
		return trace.Numeral
	case con == of.Succ && t.IsNumber(args[0]):
		return t.Number(of, t.Nat(args[0]).Add(lang.NewNat(1)))
	}
	return t.application(con, args)
}

// application is Compound for what is no number.
func (t *Table) application(con *lang.Constructor, args []trace.Sym) trace.Sym {
	for next := *t.list(con, args); next != 0; {
		e := &t.entries[next-1]
		if e.value.Con == con && slices.Equal(e.args, args) {
			return next - 1
		}
		next = e.next
	}
	values := make([]lang.Value, len(args))
	for i, a := range args {
		values[i] = t.Value(a, con.Args[i])
	}
	s := t.enter(entry{value: lang.NewValue(con, values), args: slices.Clone(args)})
	if t.count++; t.count > len(t.lists) {
		t.grow()
	}
	t.link(s)
	return s
}

// list returns where the list begins that has a constant or compound.
func (t *Table) list(con *lang.Constructor, args []trace.Sym) *trace.Sym {
	h := uint64(con.Number)
	for _, a := range args {
		h = (h ^ uint64(a)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return &t.lists[h&uint64(len(t.lists)-1)]
}

// link enters a constant or compound into its list.
func (t *Table) link(s trace.Sym) {
	e := &t.entries[s]
	list := t.list(e.value.Con, e.args)
	e.next, *list = *list, s+1
}

// unlink removes a constant or compound from its list.
func (t *Table) unlink(e *entry) {
	next := t.list(e.value.Con, e.args)
	for &t.entries[*next-1] != e {
		next = &t.entries[*next-1].next
	}
	*next = e.next
	t.count--
}

// grow doubles the number of lists.
func (t *Table) grow() {
	old := t.lists
	t.lists = make([]trace.Sym, 2*len(old))
	for _, next := range old {
		for next != 0 {
			s := next - 1
			next = t.entries[s].next
			t.link(s)
		}
	}
}

// Parts returns the constructor and the arguments of a constant or compound, nil for other terms.
func (t *Table) Parts(s trace.Sym) (*lang.Constructor, []trace.Sym) {
	if s >= trace.Numeral {
		return nil, nil
	}
	e := &t.entries[s]
	return e.value.Con, e.args
}

// IsNumber reports whether a term is a natural number.
func (t *Table) IsNumber(s trace.Sym) bool {
	return s >= trace.Numeral || t.entries[s].value.Of != nil
}

// Nat returns the natural number that a term is.
func (t *Table) Nat(s trace.Sym) lang.Nat {
	if s >= trace.Numeral {
		return lang.NewNat(int64(s - trace.Numeral))
	}
	return t.entries[s].value.Num
}

// Value returns the term of the given type that has a number.
func (t *Table) Value(s trace.Sym, of *lang.Type) lang.Value {
	if s >= trace.Numeral {
		return lang.NumberValue(of, lang.NewNat(int64(s-trace.Numeral)))
	}
	v := t.entries[s].value
	if v.Of != nil {
		v.Of = of
	}
	return v
}

// Values returns the arguments of a fact of a predicate, which are the first elements of args.
func (t *Table) Values(p *lang.Pred, args []trace.Sym) []lang.Value {
	out := make([]lang.Value, len(p.Args))
	for i, of := range p.Args {
		out[i] = t.Value(args[i], of)
	}
	return out
}

// Size returns the number of symbols in a term of the given type.
func (t *Table) Size(s trace.Sym, of *lang.Type) int {
	switch {
	case s < trace.Numeral:
		return t.entries[s].value.Size()
	case of.Numerals:
		return 1
	}
	return int(s-trace.Numeral) + 1
}

// Symbols returns the number of symbols in terms. A small number is one symbol.
func (t *Table) Symbols(terms []trace.Sym) int {
	sum := len(terms)
	for _, s := range terms {
		if s < trace.Numeral {
			sum += t.entries[s].value.Size() - 1
		}
	}
	return sum
}

// Record returns the number that records have for a term of the given type. In records, small
// numbers of a type without numerals are ordinary terms.
func (t *Table) Record(s trace.Sym, of *lang.Type) trace.Sym {
	if s < trace.Numeral || of.Numerals {
		return s
	}
	known := t.unary[of]
	for n := len(known); trace.Sym(n) <= s-trace.Numeral; n++ {
		known = append(known, t.enter(entry{value: lang.NumberValue(of, lang.NewNat(int64(n)))}))
	}
	t.unary[of] = known
	return known[s-trace.Numeral]
}

// RecordAll returns the numbers that records have for terms of the given types.
func (t *Table) RecordAll(args []trace.Sym, types []*lang.Type) []trace.Sym {
	if !slices.ContainsFunc(types, (*lang.Type).Unary) {
		return args
	}
	out := make([]trace.Sym, len(args))
	for i, s := range args {
		out[i] = t.Record(s, types[i])
	}
	return out
}

// RecordArgs returns the numbers that records have for the arguments of a term.
func (t *Table) RecordArgs(s trace.Sym) []trace.Sym {
	switch e := &t.entries[s]; {
	case e.value.Con != nil:
		return t.RecordAll(e.args, e.value.Con.Args)
	case e.value.Of != nil && e.value.Of.Unary() && !e.value.Num.IsZero():
		n, _ := e.value.Num.Sub(lang.NewNat(1))
		return []trace.Sym{t.Record(t.Number(e.value.Of, n), e.value.Of)}
	}
	return nil
}

// Entry returns the term of a number below [trace.Numeral].
func (t *Table) Entry(s trace.Sym) lang.Value { return t.entries[s].value }
