package exec

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Shapes returns which terms of a program are numbers and lists, so that they have short forms.
func Shapes(prog *lang.Program) *trace.Shapes {
	var shapes []trace.Shape
	for _, t := range prog.Types {
		if shape, ok := ShapeOf(t); ok {
			shapes = append(shapes, shape)
		}
	}
	return trace.NewShapes(shapes...)
}

// ShapeOf returns the shape of the terms of a type in states; false where they have none.
func ShapeOf(t *lang.Type) (trace.Shape, bool) {
	if t.Succ != nil && !t.Numerals {
		return trace.Shape{Constructor: t.Succ.Name, End: t.Zero.Name}, true
	}
	if empty, cons := t.List(); cons != nil {
		return trace.Shape{Constructor: cons.Name, End: empty.Name, IsList: true}, true
	}
	return trace.Shape{}, false
}
