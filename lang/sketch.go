package lang

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Sketch is a rule as written, before its names are looked up: all that can be
// said of it where there is no program around it.
type Sketch struct {
	Name string // empty where it has none
	// Left and Right are what it needs and what it makes, in the order written. A
	// mark stands on each atom of its own, and `qui` is left out.
	Left, Right []Part
}

// Part is a node of the tree of an operand.
type Part struct {
	Kind PartKind
	// Text is the name, number, literal or operator. Wildcards have the names of
	// [Var].
	Text string
	Args []Part
}

// PartKind says what a part is.
type PartKind int

// The kinds of parts.
const (
	PredicatePart PartKind = iota + 1
	ConstructorPart
	VariablePart
	StagePart
	OtherPart // a number, a literal, an operator or a mark
)

// ReadSketch reads the text of one rule or link, and reports whether it is one.
func ReadSketch(text string) (*Sketch, bool) {
	file, errs := syntax.Parse(&syntax.Source{Text: []byte(text)})
	if errs.Failed() || len(file.Decls) != 1 {
		return nil, false
	}
	d, ok := file.Decls[0].(*syntax.Rule)
	if !ok {
		return nil, false
	}
	s := &Sketch{}
	if d.Name != nil {
		s.Name = d.Name.Text
	}
	r := &sketcher{}
	s.Left, s.Right = r.side(d.Left), r.side(d.Right)
	if r.stages > 0 {
		s.Left = slices.DeleteFunc(s.Left, func(p Part) bool { // what a link may leave out
			return p.Kind == PredicatePart && p.Text == "qui" && len(p.Args) == 0
		})
	}
	return s, true
}

// sketcher counts wildcards and mentions of stages.
type sketcher struct{ wilds, stages int }

func (r *sketcher) side(x syntax.Expr) []Part {
	var out []Part
	for _, operand := range syntax.Joined(x) {
		out = append(out, r.operand(operand, "")...)
	}
	return out
}

// operand returns the atoms of an operand that stands below a mark.
func (r *sketcher) operand(x syntax.Expr, mark string) []Part {
	if p, ok := x.(*syntax.Prefix); ok {
		if mark != string(syntax.Bang) { // `!$a` is `!a`
			mark = string(p.Op)
		}
		var out []Part
		for _, inner := range syntax.Joined(p.X) {
			out = append(out, r.operand(inner, mark)...)
		}
		return out
	}
	atom := r.atom(x)
	if mark != "" {
		atom = Part{Kind: OtherPart, Text: mark, Args: []Part{atom}}
	}
	return []Part{atom}
}

func (r *sketcher) atom(x syntax.Expr) Part {
	switch x := x.(type) {
	case *syntax.Name:
		return Part{Kind: PredicatePart, Text: x.Text}
	case *syntax.Apply:
		return Part{Kind: PredicatePart, Text: x.Fun.Text, Args: r.terms(x.Args)}
	case *syntax.StageRef:
		r.stages++
		return Part{Kind: StagePart, Text: x.Name.Text}
	}
	return r.term(x)
}

func (r *sketcher) terms(xs []syntax.Expr) []Part {
	out := make([]Part, len(xs))
	for i, x := range xs {
		out[i] = r.term(x)
	}
	return out
}

func (r *sketcher) term(x syntax.Expr) Part {
	switch x := x.(type) {
	case *syntax.Name:
		return r.name(x)
	case *syntax.Apply:
		return Part{Kind: ConstructorPart, Text: x.Fun.Text, Args: r.terms(x.Args)}
	case *syntax.Number:
		return Part{Kind: OtherPart, Text: x.Digits}
	case *syntax.String:
		return Part{Kind: OtherPart, Text: syntax.Quote(x.Value)}
	case *syntax.Binary:
		return Part{Kind: OtherPart, Text: string(x.Op), Args: r.terms([]syntax.Expr{x.X, x.Y})}
	}
	return Part{Kind: OtherPart, Text: syntax.ExprString(x)}
}

func (r *sketcher) name(x *syntax.Name) Part {
	switch {
	case x.Text == syntax.Wildcard:
		r.wilds++
		return Part{Kind: VariablePart, Text: fmt.Sprintf("_%d", r.wilds)}
	case syntax.IsVariable(x.Text):
		return Part{Kind: VariablePart, Text: x.Text}
	}
	return Part{Kind: ConstructorPart, Text: x.Text}
}
