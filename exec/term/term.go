package term

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// IsPattern reports whether a term can be matched before its variables are known.
func IsPattern(t lang.Term) bool {
	switch t := t.(type) {
	case *lang.Calculation:
		return false
	case *lang.Compound:
		return !slices.ContainsFunc(t.Args, func(a lang.Term) bool { return !IsPattern(a) })
	}
	return true
}

// Known reports whether all variables of a term are known.
func Known(t lang.Term, known []bool) bool {
	all := true
	lang.EachVariable(t, func(v lang.Variable) { all = all && known[v] })
	return all
}

// WithoutCalculations returns terms with variables in the place of calculations.
func WithoutCalculations(ts []lang.Term, fresh func(*lang.Calculation) lang.Variable) []lang.Term {
	out := slices.Clone(ts)
	for i, t := range ts {
		switch t := t.(type) {
		case *lang.Calculation:
			out[i] = fresh(t)
		case *lang.Compound:
			out[i] = &lang.Compound{Con: t.Con, Args: WithoutCalculations(t.Args, fresh)}
		}
	}
	return out
}

// Partial returns a term as far as its values are known, in the form of traces. Unknown variables have
// names; calculations of these are [trace.Open], and so are those without a result.
func Partial(t lang.Term, args []lang.Value, known []bool, name func(lang.Variable) string) trace.Term {
	if Known(t, known) {
		if v, err := Evaluate(t, args); err == nil {
			return Record(v)
		}
		return trace.Const(trace.Open)
	}
	switch t := t.(type) {
	case lang.Variable:
		return trace.Const(name(t))
	case *lang.Compound:
		out := trace.Term{Head: t.Con.Name}
		for _, a := range t.Args {
			out.Args = append(out.Args, Partial(a, args, known, name))
		}
		return out
	}
	return trace.Const(trace.Open)
}

// AppendKeys appends the keys of values.
func AppendKeys(key []byte, vs []lang.Value) []byte {
	for _, v := range vs {
		key = AppendKey(key, v)
	}
	return key
}

// AppendKey appends a text that is the same for equal values only.
func AppendKey(key []byte, v lang.Value) []byte {
	key = append(key, '(')
	switch {
	case v.Of != nil:
		key = append(key, v.Num.String()...)
	case v.Con == nil:
		key = strconv.AppendQuote(key, v.Text)
	default:
		key = append(key, v.Con.Name...)
		key = AppendKeys(key, v.Args)
	}
	return append(key, ')')
}

// Compare orders the terms of a type: numbers by size, texts as strings, and others by the constructors in the order
// of the program, then by the arguments. It is 0 for equal terms only.
func Compare(v, w lang.Value) int {
	switch {
	case v.Of != nil && w.Of != nil:
		return v.Num.Cmp(w.Num)
	case v.Con != nil && w.Con != nil:
		return cmp.Or(cmp.Compare(v.Con.Number, w.Con.Number), CompareAll(v.Args, w.Args))
	case v.IsLiteral() && w.IsLiteral():
		return strings.Compare(v.Text, w.Text)
	case v.Of != nil || w.Of == nil && v.Con != nil: // numbers before others, texts last
		return -1
	}
	return 1
}

// CompareAll orders sequences of terms by the first that differ.
func CompareAll(vs, ws []lang.Value) int { return slices.CompareFunc(vs, ws, Compare) }

// RecordFact returns a fact as traces hold it.
func RecordFact(f lang.Fact) trace.Fact {
	return trace.Fact{Pred: f.Pred.Name, Args: RecordAll(f.Args)}
}

// RecordAll returns values as traces hold them.
func RecordAll(values []lang.Value) []trace.Term {
	if len(values) == 0 {
		return nil
	}
	out := make([]trace.Term, len(values))
	for i, v := range values {
		out[i] = Record(v)
	}
	return out
}

// Record returns a value as traces hold it; a string literal keeps its quotes.
func Record(v lang.Value) trace.Term {
	if v.Of != nil && v.Of.Unary() {
		return unary(v)
	}
	t := Head(v)
	t.Args = RecordAll(v.Args)
	return t
}

// Head returns a value as traces hold it, without its arguments.
func Head(v lang.Value) trace.Term {
	switch {
	case v.Of != nil && v.Of.Numerals:
		return trace.Term{Head: v.Num.String(), Number: true}
	case v.Of != nil && v.Num.IsZero():
		return trace.Const(v.Of.Zero.Name)
	case v.Of != nil:
		return trace.Const(v.Of.Succ.Name)
	case v.Con == nil:
		return trace.Text(v.Text)
	}
	return trace.Const(v.Con.Name)
}

// unary returns a number as its constructors write it.
func unary(v lang.Value) trace.Term {
	t := trace.Const(v.Of.Zero.Name)
	for range v.Num.Int() {
		t = trace.Term{Head: v.Of.Succ.Name, Args: []trace.Term{t}}
	}
	return t
}

// Ground returns the term without variables that has a value.
func Ground(v lang.Value) lang.Term {
	switch {
	case v.Of != nil:
		return lang.Number{Of: v.Of, Num: v.Num}
	case v.Con == nil:
		return lang.Literal(v.Text)
	}
	return &lang.Compound{Con: v.Con, Args: GroundAll(v.Args)}
}

// GroundAll returns the terms without variables that have some values.
func GroundAll(vs []lang.Value) []lang.Term {
	out := make([]lang.Term, len(vs))
	for i, v := range vs {
		out[i] = Ground(v)
	}
	return out
}
