package exec

import (
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Shapes returns which terms of a program are numbers and lists, so that they have short forms.
func Shapes(prog *lang.Program) *shape.Set {
	var shapes []shape.Shape
	for _, t := range prog.Types {
		if s, ok := ShapeOf(t); ok {
			shapes = append(shapes, s)
		}
	}
	return shape.NewSet(shapes...)
}

// ShapeOf returns the shape of the terms of a type in states; false where they have none.
func ShapeOf(t *lang.Type) (shape.Shape, bool) {
	if t.Succ != nil && !t.Numerals {
		return shape.Shape{Constructor: t.Succ.Name, End: t.Zero.Name}, true
	}
	if empty, cons := t.List(); cons != nil {
		return shape.Shape{Constructor: cons.Name, End: empty.Name, IsList: true}, true
	}
	return shape.Shape{}, false
}
