package report

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// InStates returns terms of some types as states have them: numbers as numerals or as the
// constructors of the type make them, and lists as its constructors do. The error is that a number is
// too large for any state.
func InStates(terms []trace.Term, types []*lang.Type) ([]trace.Term, error) {
	out := slices.Clone(terms)
	var err error
	for i, t := range terms[:min(len(terms), len(types))] {
		if out[i], err = inState(t, types[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func inState(t trace.Term, of *lang.Type) (trace.Term, error) {
	shape, ok := exec.ShapeOf(of)
	switch {
	case of.Numerals && of.Zero != nil && t.Head == of.Zero.Name:
		return trace.Atomic("0"), nil
	case ok && t.Number && !shape.IsList:
		return shape.Number(t)
	case ok && t.Head == trace.List && shape.IsList:
		_, cons := of.List()
		elements, err := InStates(t.Args, slices.Repeat(cons.Args[:1], len(t.Args)))
		return shape.List(elements), err
	}
	for _, c := range of.Constructors {
		if c.Name == t.Head {
			var err error
			t.Args, err = InStates(t.Args, c.Args)
			return t, err
		}
	}
	return t, nil
}
