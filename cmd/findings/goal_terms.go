package findings

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Shapes returns which terms of a program are numbers and lists.
func Shapes(prog *lang.Program) *trace.Shapes {
	var shapes []trace.Shape
	for _, t := range prog.Types {
		if shape, ok := shapeOf(t); ok {
			shapes = append(shapes, shape)
		}
	}
	return trace.NewShapes(shapes...)
}

// shapeOf returns the shape of the terms of a type in states; false where they have none.
func shapeOf(t *lang.Type) (trace.Shape, bool) {
	if t.Succ != nil && !t.Numerals {
		return trace.Shape{Constructor: t.Succ.Name, End: t.Zero.Name}, true
	}
	if empty, cons := listOf(t); cons != nil {
		return trace.Shape{Constructor: cons.Name, End: empty.Name, IsList: true}, true
	}
	return trace.Shape{}, false
}

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
	shape, ok := shapeOf(of)
	switch {
	case of.Numerals && of.Zero != nil && t.Head == of.Zero.Name:
		return trace.Atomic("0"), nil
	case ok && t.Number && !shape.IsList:
		return shape.Number(t)
	case ok && t.Head == trace.List && shape.IsList:
		_, cons := listOf(of)
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

// listOf returns the constructors of a type of lists, nil where it is none: the only constant,
// and the only one that puts an element before a list.
func listOf(of *lang.Type) (empty, cons *lang.Constructor) {
	for _, c := range of.Constructors {
		switch {
		case len(c.Args) == 0 && empty == nil:
			empty = c
		case len(c.Args) == 2 && c.Args[1] == of && cons == nil:
			cons = c
		default:
			return nil, nil
		}
	}
	if empty == nil || cons == nil {
		return nil, nil
	}
	return empty, cons
}
