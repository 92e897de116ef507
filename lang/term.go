package lang

import (
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Term is a term that may hold variables: [Variable], [*Compound], [Literal],
// [Number], [*Successor] or [*Calculation].
type Term interface{ term() }

// Variable is a variable, as its index in the Vars of the rule or clause.
type Variable int

// Compound is a constant, or a constructor with as many arguments as it takes.
type Compound struct {
	Con  *Constructor
	Args []Term
}

// Literal is the value of a string literal.
type Literal string

// Number is a number of a type that counts.
type Number struct {
	Of  *Type
	Num Nat
}

// Successor is `N + k`, which `s (s N)` is another way to write: it matches the
// numbers from k on.
type Successor struct {
	Of  *Type
	Var Variable
	By  Nat // not 0
}

// Calculation is a term that has a value when its variables have. It gives none
// to them.
type Calculation struct {
	Of   *Type
	Op   Op
	X, Y Term
}

func (Variable) term()     {}
func (*Compound) term()    {}
func (Literal) term()      {}
func (Number) term()       {}
func (*Successor) term()   {}
func (*Calculation) term() {}

// EachTerm calls f with a term, and then with the terms in it, from the left and depth first. Where f returns false,
// the terms within are left out.
func EachTerm(t Term, f func(Term) bool) {
	if t == nil || !f(t) {
		return
	}
	switch t := t.(type) {
	case *Successor:
		f(t.Var)
	case *Compound:
		for _, a := range t.Args {
			EachTerm(a, f)
		}
	case *Calculation:
		EachTerm(t.X, f)
		EachTerm(t.Y, f)
	}
}

// EachVariable calls f with every variable of a term, as often as it stands there.
func EachVariable(t Term, f func(Variable)) {
	EachTerm(t, func(t Term) bool {
		if v, ok := t.(Variable); ok {
			f(v)
		}
		return true
	})
}

// eachBinding calls f with the variables of a term that get a value where the term is matched with one: all but those
// of calculations.
func eachBinding(t Term, f func(Variable)) {
	EachTerm(t, func(t Term) bool {
		if v, ok := t.(Variable); ok {
			f(v)
		}
		_, calculated := t.(*Calculation)
		return !calculated
	})
}

// Atom is a predicate with terms for its arguments.
type Atom struct {
	Pred *Pred
	Args []Term
}

// Value is a ground term. Values share their parts and are never changed.
type Value struct {
	Con  *Constructor // of a compound; nil for a literal and for a number
	Of   *Type        // of a number; nil for all others
	Num  Nat          // of a number
	Text string       // of a string literal
	Args []Value      // of a compound
	size int
}

// NewValue returns the constructor applied to its arguments. Numbers are normalized, so that equal
// terms are equal however they were written.
func NewValue(con *Constructor, args []Value) Value {
	switch t := con.Result; {
	case con == t.Zero:
		return NumberValue(t, Nat{})
	case con == t.Succ && args[0].Of != nil:
		return NumberValue(t, args[0].Num.Add(NewNat(1)))
	}
	v := Value{Con: con, Args: args, size: 1}
	for _, a := range args {
		v.size = min(v.size+a.Size(), math.MaxInt32)
	}
	return v
}

// NumberValue returns a number as a term of a type that counts.
func NumberValue(of *Type, n Nat) Value {
	size := n.Words() * digitsInWord
	switch {
	case !of.Numerals:
		size = int(min(n.Int(), math.MaxInt32-1)) + 1
	case n.large == nil:
		size = 1
	}
	return Value{Of: of, Num: n, size: size}
}

// digitsInWord is how many digits a machine word holds, rounded up.
const digitsInWord = 20

// Size returns how many symbols it takes to write the value, at the most
// [math.MaxInt32]: terms double at each step of some programs.
func (v Value) Size() int { return max(v.size, 1) }

// IsLiteral reports whether the value is a string literal.
func (v Value) IsLiteral() bool { return v.Con == nil && v.Of == nil }

// Equal reports whether two values are the same term.
func (v Value) Equal(w Value) bool {
	return v.Con == w.Con && v.Text == w.Text && v.Of == w.Of && v.Num.Cmp(w.Num) == 0 &&
		slices.EqualFunc(v.Args, w.Args, Value.Equal)
}

// String returns the value as programs write it: `s (s z)`.
func (v Value) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v Value) write(b *strings.Builder) {
	switch {
	case v.Of != nil && v.Of.Numerals:
		b.WriteString(v.Num.String())
	case v.Of != nil:
		v.writeUnary(b)
	case v.Con == nil:
		b.WriteString(syntax.Quote(v.Text))
	default:
		b.WriteString(v.Con.Name)
		writeArgs(b, v.Args)
	}
}

// writeUnary writes a number by its constructors. Facts have a largest size, so
// it is no huge one.
func (v Value) writeUnary(b *strings.Builder) {
	n := int(v.Num.Int())
	for i := range n {
		if i > 0 {
			b.WriteByte('(')
		}
		b.WriteString(v.Of.Succ.Name + " ")
	}
	b.WriteString(v.Of.Zero.Name)
	if n > 1 {
		b.WriteString(strings.Repeat(")", n-1))
	}
}

// Arguments returns values as programs write arguments, with a space before
// each.
func Arguments(args []Value) string {
	var b strings.Builder
	writeArgs(&b, args)
	return b.String()
}

func writeArgs(b *strings.Builder, args []Value) {
	for _, a := range args {
		b.WriteByte(' ')
		if len(a.Args) == 0 && (a.Of == nil || a.Of.Numerals || a.Num.IsZero()) { // one word
			a.write(b)
			continue
		}
		b.WriteByte('(')
		a.write(b)
		b.WriteByte(')')
	}
}

// Fact is a ground atom.
type Fact struct {
	Pred *Pred
	Args []Value
}

// Equal reports whether two facts are the same.
func (f Fact) Equal(g Fact) bool {
	return f.Pred == g.Pred && slices.EqualFunc(f.Args, g.Args, Value.Equal)
}

// String returns the fact as programs write it: `at romeo town`.
func (f Fact) String() string { return f.Pred.Name + Arguments(f.Args) }

// Text returns the atom as programs write it, with the name of each variable.
func (a Atom) Text(name func(Variable) string) string {
	var b strings.Builder
	b.WriteString(a.Pred.Name)
	for _, t := range a.Args {
		b.WriteString(" " + TermText(t, name))
	}
	return b.String()
}

// TermText returns a term as programs write arguments, with the name of each variable. The constants `-` and `in`
// stand in parentheses, as in statements they would be words of these.
func TermText(t Term, name func(Variable) string) string {
	switch t := t.(type) {
	case Variable:
		return name(t)
	case *Successor:
		if !t.Of.Numerals {
			return spelled(t.Of, t.By, name(t.Var))
		}
		return "(" + name(t.Var) + " + " + t.By.String() + ")"
	case *Calculation:
		return "(" + TermText(t.X, name) + " " + string(t.Op) + " " + TermText(t.Y, name) + ")"
	case *Compound:
		if len(t.Args) == 0 && t.Con.Name != "-" && t.Con.Name != "in" {
			return t.Con.Name
		}
		return "(" + Atom{&Pred{Name: t.Con.Name}, t.Args}.Text(name) + ")"
	case Literal:
		return syntax.Quote(string(t))
	case Number:
		if !t.Of.Numerals {
			return spelled(t.Of, t.Num, t.Of.Zero.Name)
		}
		return t.Num.String()
	}
	return "?" // what could not be read
}

// spelled writes a number by the constructors of its type, so much above an innermost term. It is
// no larger than what the program spells out.
func spelled(of *Type, n Nat, innermost string) string {
	times := int(n.Int())
	return strings.Repeat("("+of.Succ.Name+" ", times) + innermost + strings.Repeat(")", times)
}

// Equal reports whether two atoms of one rule or clause are written alike: they have the same
// predicate and equal terms, so that any values make them the same fact.
func (a Atom) Equal(b Atom) bool {
	return a.Pred == b.Pred && slices.EqualFunc(a.Args, b.Args, EqualTerms)
}

// EqualTerms reports whether two terms of one rule or clause are written alike.
func EqualTerms(a, b Term) bool {
	switch a := a.(type) {
	case Variable, Literal:
		return a == b
	case Number:
		b, ok := b.(Number)
		return ok && a.Num.Cmp(b.Num) == 0
	case *Successor:
		b, ok := b.(*Successor)
		return ok && a.Var == b.Var && a.By.Cmp(b.By) == 0
	case *Compound:
		b, ok := b.(*Compound)
		return ok && a.Con == b.Con && slices.EqualFunc(a.Args, b.Args, EqualTerms)
	case *Calculation:
		b, ok := b.(*Calculation)
		return ok && a.Op == b.Op && EqualTerms(a.X, b.X) && EqualTerms(a.Y, b.Y)
	}
	return false
}
