// Package term holds the ground terms of a run, each of which has one number ([Table]). It evaluates
// the terms of programs, whose values are ground, and gives values the forms of keys and of traces.
package term

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/lang"
)

// Evaluate returns the value of a term whose variables all have one. The error
// is that of a calculation.
func Evaluate(t lang.Term, args []lang.Value) (lang.Value, error) {
	switch t := t.(type) {
	case lang.Variable:
		return args[t], nil
	case lang.Literal:
		return lang.Value{Text: string(t)}, nil
	case lang.Number:
		return lang.NumberValue(t.Of, t.Num), nil
	case *lang.Successor:
		n, err := Calculate(lang.Plus, args[t.Var].Num, t.By)
		return lang.NumberValue(t.Of, n), err
	case *lang.Calculation:
		return calculation(t, args)
	case *lang.Compound:
		vals, err := EvaluateAll(t.Args, args)
		if err != nil {
			return lang.Value{}, err
		}
		return lang.NewValue(t.Con, vals), nil
	}
	panic(fmt.Sprintf("term: unknown term %T", t))
}

// EvaluateAll returns the values of terms.
func EvaluateAll(ts []lang.Term, args []lang.Value) ([]lang.Value, error) {
	out := make([]lang.Value, len(ts))
	for i, t := range ts {
		v, err := Evaluate(t, args)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func calculation(c *lang.Calculation, args []lang.Value) (lang.Value, error) {
	x, err := Evaluate(c.X, args)
	if err != nil {
		return lang.Value{}, err
	}
	y, err := Evaluate(c.Y, args)
	if err != nil {
		return lang.Value{}, err
	}
	n, err := Calculate(c.Op, x.Num, y.Num)
	return lang.NumberValue(c.Of, n), err
}

// Holds reports whether a comparison holds between two values.
func Holds(op lang.Op, x, y lang.Value) bool {
	switch op {
	case lang.Same:
		return x.Equal(y)
	case lang.Differs:
		return !x.Equal(y)
	}
	return Ordered(op, x.Num.Cmp(y.Num))
}

// Ordered reports whether a comparison of two numbers holds, given their order: negative if
// the first is less, positive if it is more.
func Ordered(op lang.Op, order int) bool {
	switch op {
	case lang.Less:
		return order < 0
	case lang.LessEq:
		return order <= 0
	case lang.More:
		return order > 0
	}
	return order >= 0
}

// MaxWords bounds the machine words of a number, to some 75,000 digits. Without a bound, a few
// multiplications could fill all memory.
const MaxWords = 4096

// ErrNoNumber says that a calculation has no result: it is below zero, or a division by
// zero. It makes an instance fail, but not the run.
var ErrNoNumber = errors.New("no such number")

// ErrOverflow says that a calculation has a result that is too large to go on with.
var ErrOverflow = fmt.Errorf("a number grows beyond %d digits", MaxWords*19)

// Calculate returns n op m, or [ErrNoNumber] or [ErrOverflow].
func Calculate(op lang.Op, n, m lang.Nat) (lang.Nat, error) {
	words := max(n.Words(), m.Words())
	if op == lang.Times {
		words = n.Words() + m.Words()
	}
	if words > MaxWords {
		return lang.Nat{}, ErrOverflow
	}
	result, ok := lang.Calculate(op, n, m)
	if !ok {
		return lang.Nat{}, ErrNoNumber
	}
	return result, nil
}
