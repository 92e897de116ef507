package match

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Terms gives each ground term one number, so that equal terms are equal numbers
// (hash consing: Ershov, "On programming of arithmetic operations", 1958). Small
// natural numbers stand for themselves, whatever their type; a type of their own
// tells them apart wherever it matters.
type Terms struct {
	entries   []entry
	constants []interned                      // by the number of the constructor
	others    map[*lang.Constructor]trace.Sym // constants with a constructor number that another constant has
	compounds map[*lang.Constructor]*compounds
	literals  map[string]trace.Sym
	large     map[string]trace.Sym       // numbers, by their digits
	unary     map[*lang.Type][]trace.Sym // numbers of types without numerals, in the form that records have
	free      []trace.Sym                // numbers of freed terms, to be reused
	lasting   int                        // number of leading terms that are never freed
	few       int                        // number of other terms up to which none are collected
	enough    int                        // number of terms at which Crowded reports true
	age       int                        // number of collections
}

// entry is a term that is not a small number.
type entry struct {
	value lang.Value
	args  []trace.Sym // of a compound
}

// interned is a constant and its number. The zero value stands for none.
type interned struct {
	con *lang.Constructor
	sym trace.Sym
}

// compounds are the terms of a constructor, found by their arguments.
type compounds struct {
	tuples
	terms []trace.Sym // by row
}

// newTerms returns an empty table. Up to few terms, it is never [Terms.Crowded].
func newTerms(few int) *Terms {
	return &Terms{
		few: few, enough: few,
		others:    make(map[*lang.Constructor]trace.Sym),
		compounds: make(map[*lang.Constructor]*compounds),
		literals:  make(map[string]trace.Sym),
		large:     make(map[string]trace.Sym),
		unary:     make(map[*lang.Type][]trace.Sym),
	}
}

// Expect makes room for the constants of a program in an empty table.
func (t *Terms) Expect(constants int) {
	t.entries, t.constants = make([]entry, 0, constants), make([]interned, 0, constants+1)
}

// Len returns one more than the largest number of a term, not counting small numbers.
func (t *Terms) Len() int { return len(t.entries) }

// Age returns a value that changes whenever numbers may have been given to other terms, except by
// [Terms.Cut].
func (t *Terms) Age() int { return t.age }

// Crowded reports whether there are so many terms that the unused ones should be freed by
// [Network.Collect].
func (t *Terms) Crowded() bool { return len(t.free) == 0 && len(t.entries) >= t.enough }

// Keep makes all present terms lasting: they are never freed.
func (t *Terms) Keep() { t.lasting, t.enough = len(t.entries), len(t.entries)+t.few }

// Lasting returns the number of terms that are never freed.
func (t *Terms) Lasting() int { return t.lasting }

// Cut removes all terms except the lasting ones. No lasting term contains a removed one.
func (t *Terms) Cut() {
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
func (t *Terms) leave(e *entry) {
	switch v := &e.value; {
	case v.Of != nil && v.Num.Int() <= math.MaxInt32: // as records have it
		known := t.unary[v.Of]
		t.unary[v.Of] = known[:len(known)-1]
	case v.Of != nil:
		delete(t.large, v.Num.String())
	case v.Con == nil:
		delete(t.literals, v.Text)
	case len(v.Args) == 0:
		t.forget(v.Con)
	default:
		c := t.compounds[v.Con]
		row, _ := c.find(e.args)
		c.remove(row, e.args)
	}
}

// Learn adds the ground subterms of the terms of a rule.
func (t *Terms) Learn(terms ...lang.Term) { t.newExprs(terms) }

func (t *Terms) enter(e entry) trace.Sym {
	if n := len(t.free); n > 0 {
		s := t.free[n-1]
		t.free, t.entries[s] = t.free[:n-1], e
		return s
	}
	t.entries = append(t.entries, e)
	return trace.Sym(len(t.entries) - 1)
}

// Intern returns the number of a value.
func (t *Terms) Intern(v lang.Value) trace.Sym {
	switch {
	case v.Of != nil:
		return t.number(v.Of, v.Num)
	case v.Con == nil:
		return t.literal(v.Text)
	}
	args := make([]trace.Sym, len(v.Args))
	for i, a := range v.Args {
		args[i] = t.Intern(a)
	}
	return t.compound(v.Con, args)
}

// InternAll appends the numbers of values.
func (t *Terms) InternAll(to []trace.Sym, values []lang.Value) []trace.Sym {
	for i := range values {
		to = append(to, t.Intern(values[i]))
	}
	return to
}

// InternFacts returns the numbers of all arguments of facts, given their count. Most of them are
// known constants.
func (t *Terms) InternFacts(facts []lang.Initial, width int) []trace.Sym {
	to := make([]trace.Sym, 0, width*len(facts))
	for i := range facts {
		values := facts[i].Fact.Args
		for j := range values {
			s, ok := t.known(values[j].Con)
			if !ok {
				s = t.Intern(values[j])
			}
			to = append(to, s)
		}
	}
	return to
}

// known returns the number of a constant. It returns false for nil, and if the number cannot be found
// by that of the constructor.
func (t *Terms) known(con *lang.Constructor) (trace.Sym, bool) {
	if con == nil || con.Number >= len(t.constants) {
		return 0, false
	}
	at := &t.constants[con.Number]
	return at.sym, at.con == con
}

func (t *Terms) literal(text string) trace.Sym {
	s, ok := t.literals[text]
	if !ok {
		s = t.enter(entry{value: lang.Value{Text: text}})
		t.literals[text] = s
	}
	return s
}

// number returns a number. A large one keeps the type it was first met with,
// which [Terms.Value] replaces by the one it is asked for.
func (t *Terms) number(of *lang.Type, n lang.Nat) trace.Sym {
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

// compound returns a constructor with its arguments.
func (t *Terms) compound(con *lang.Constructor, args []trace.Sym) trace.Sym {
	switch of := con.Result; {
	case con == of.Zero:
		return trace.Numeral
	case con == of.Succ && t.isNumber(args[0]):
		return t.number(of, t.nat(args[0]).Add(lang.NewNat(1)))
	}
	if len(args) == 0 {
		return t.constant(con)
	}
	c := t.compounds[con]
	if c == nil {
		c = &compounds{tuples: newTuples(len(args))}
		t.compounds[con] = c
	}
	if row, ok := c.find(args); ok {
		return c.terms[row]
	}
	row := c.add(args)
	values := make([]lang.Value, len(args))
	for i, a := range args {
		values[i] = t.Value(a, con.Args[i])
	}
	s := t.enter(entry{value: lang.NewValue(con, values), args: append([]trace.Sym(nil), args...)})
	if int(row) == len(c.terms) {
		c.terms = append(c.terms, s)
	} else {
		c.terms[row] = s
	}
	return s
}

func (t *Terms) constant(con *lang.Constructor) trace.Sym {
	if s, ok := t.known(con); ok {
		return s
	}
	s, ok := t.others[con]
	if !ok {
		s = t.enter(entry{value: lang.NewValue(con, nil)})
		t.keep(con, s)
	}
	return s
}

// keep records the number of a constant. The constructor may have no number, or share it with one of
// another program; only the first constant with a constructor number is found by it.
func (t *Terms) keep(con *lang.Constructor, s trace.Sym) {
	if more := con.Number + 1 - len(t.constants); more > 0 {
		t.constants = append(t.constants, make([]interned, more)...)
	}
	if at := &t.constants[con.Number]; at.con == nil {
		*at = interned{con, s}
	} else {
		t.others[con] = s
	}
}

// forget removes a constant that keep has recorded.
func (t *Terms) forget(con *lang.Constructor) {
	if at := &t.constants[con.Number]; at.con == con {
		*at = interned{}
	} else {
		delete(t.others, con)
	}
}

func (t *Terms) isNumber(s trace.Sym) bool {
	return s >= trace.Numeral || t.entries[s].value.Of != nil
}

// nat returns the number that a term is.
func (t *Terms) nat(s trace.Sym) lang.Nat {
	if s >= trace.Numeral {
		return lang.NewNat(int64(s - trace.Numeral))
	}
	return t.entries[s].value.Num
}

// Value returns the term of the given type that has a number.
func (t *Terms) Value(s trace.Sym, of *lang.Type) lang.Value {
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
func (t *Terms) Values(p *lang.Pred, args []trace.Sym) []lang.Value {
	out := make([]lang.Value, len(p.Args))
	for i, of := range p.Args {
		out[i] = t.Value(args[i], of)
	}
	return out
}

// size returns the number of symbols in a term of the given type.
func (t *Terms) size(s trace.Sym, of *lang.Type) int {
	switch {
	case s < trace.Numeral:
		return t.entries[s].value.Size()
	case of.Numerals:
		return 1
	}
	return int(s-trace.Numeral) + 1
}

// symbols returns the number of symbols in terms. A small number is one symbol.
func (t *Terms) symbols(terms []trace.Sym) int {
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
func (t *Terms) Record(s trace.Sym, of *lang.Type) trace.Sym {
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
func (t *Terms) RecordAll(args []trace.Sym, types []*lang.Type) []trace.Sym {
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
func (t *Terms) RecordArgs(s trace.Sym) []trace.Sym {
	switch e := &t.entries[s]; {
	case e.value.Con != nil:
		return t.RecordAll(e.args, e.value.Con.Args)
	case e.value.Of != nil && e.value.Of.Unary() && !e.value.Num.IsZero():
		n, _ := e.value.Num.Sub(lang.NewNat(1))
		return []trace.Sym{t.Record(t.number(e.value.Of, n), e.value.Of)}
	}
	return nil
}

// Entry returns the term of a number below [trace.Numeral].
func (t *Terms) Entry(s trace.Sym) lang.Value { return t.entries[s].value }
