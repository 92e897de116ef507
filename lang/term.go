package lang

import (
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Term is a term that may hold variables: [Variable], [*Compound] or [Literal].
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

func (Variable) term()  {}
func (*Compound) term() {}
func (Literal) term()   {}

// EachVariable calls f with every variable of a term, as often as it stands there.
func EachVariable(t Term, f func(Variable)) {
	switch t := t.(type) {
	case Variable:
		f(t)
	case *Compound:
		for _, a := range t.Args {
			EachVariable(a, f)
		}
	}
}

// Atom is a predicate with terms for its arguments.
type Atom struct {
	Pred *Pred
	Args []Term
}

// Value is a ground term. Values share their parts and are never changed.
type Value struct {
	Con  *Constructor // nil for a string literal
	Text string       // of a string literal
	Args []Value
	size int
}

// NewValue returns the constructor with as many arguments as it takes.
func NewValue(con *Constructor, args []Value) Value {
	v := Value{Con: con, Args: args, size: 1}
	for _, a := range args {
		v.size = min(v.size+a.Size(), math.MaxInt32)
	}
	return v
}

// Size returns how many symbols it takes to write the value, at the most
// [math.MaxInt32]: terms double at each step of some programs.
func (v Value) Size() int { return max(v.size, 1) }

// Equal reports whether two values are the same term.
func (v Value) Equal(w Value) bool {
	return v.Con == w.Con && v.Text == w.Text && slices.EqualFunc(v.Args, w.Args, Value.Equal)
}

// String returns the value as programs write it: `s (s z)`.
func (v Value) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v Value) write(b *strings.Builder) {
	if v.Con == nil {
		b.WriteString(syntax.Quote(v.Text))
		return
	}
	b.WriteString(v.Con.Name)
	writeArgs(b, v.Args)
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
		if len(a.Args) == 0 {
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
