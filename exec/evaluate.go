package exec

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/lang"
)

// evaluate returns the value of a term whose variables all have one. The error
// is that of a calculation.
func evaluate(t lang.Term, args []lang.Value) (lang.Value, error) {
	switch t := t.(type) {
	case lang.Variable:
		return args[t], nil
	case lang.Literal:
		return lang.Value{Text: string(t)}, nil
	case lang.Number:
		return lang.NumberValue(t.Of, t.Num), nil
	case *lang.Successor:
		n, err := match.Calculate(lang.Plus, args[t.Var].Num, t.By)
		return lang.NumberValue(t.Of, n), err
	case *lang.Calculation:
		return evaluateCalculation(t, args)
	case *lang.Compound:
		vals, err := evaluateAll(t.Args, args)
		if err != nil {
			return lang.Value{}, err
		}
		return lang.NewValue(t.Con, vals), nil
	}
	panic(fmt.Sprintf("exec: unknown term %T", t))
}

func evaluateAll(ts []lang.Term, args []lang.Value) ([]lang.Value, error) {
	out := make([]lang.Value, len(ts))
	for i, t := range ts {
		v, err := evaluate(t, args)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func evaluateCalculation(c *lang.Calculation, args []lang.Value) (lang.Value, error) {
	x, err := evaluate(c.X, args)
	if err != nil {
		return lang.Value{}, err
	}
	y, err := evaluate(c.Y, args)
	if err != nil {
		return lang.Value{}, err
	}
	n, err := match.Calculate(c.Op, x.Num, y.Num)
	return lang.NumberValue(c.Of, n), err
}

// holds reports whether a comparison holds between two values.
func holds(op lang.Op, x, y lang.Value) bool {
	switch op {
	case lang.Same:
		return x.Equal(y)
	case lang.Differs:
		return !x.Equal(y)
	}
	return match.Ordered(op, x.Num.Cmp(y.Num))
}
