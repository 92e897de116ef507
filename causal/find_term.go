package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// inRun returns a pattern with its numbers and lists as the facts of the run have them. Of a type
// with one constant, programs write both 0 and the constant, and 2 and `s (s z)`; a run has
// numerals or constructors. And `[a, b]` are elements before the constant. A number that is too
// large for the run stays, and matches nothing.
func (g *Graph) inRun(p goal.Pattern) goal.Pattern {
	types := g.argumentTypes(p.Head)
	p.Args = slices.Clone(p.Args)
	for i, t := range p.Args[:min(len(p.Args), len(types))] {
		end, isOnly := g.onlyConstant(types[i])
		sample := g.sample(types[i])
		switch {
		case isOnly && sample.Number && t.Head == end:
			p.Args[i] = trace.Atomic("0")
		case isOnly && len(t.Args) == 0 && (t.Head == trace.List || t.Head == "0" && !sample.Number):
			p.Args[i] = trace.Const(end)
		default:
			p.Args[i] = g.like(t, sample)
		}
	}
	return p
}

// like returns a term in the form that another term of its type has in the run.
func (g *Graph) like(t, sample trace.Term) trace.Term {
	shape, ok := g.Shapes().Of(sample)
	switch {
	case ok && t.Number && !shape.IsList:
		t, _ = shape.Number(t)
	case ok && t.Head == trace.List && shape.IsList:
		elements := slices.Clone(t.Args)
		for i := range elements {
			if len(sample.Args) > 0 {
				elements[i] = g.like(elements[i], sample.Args[0])
			}
		}
		t = shape.List(elements)
	case t.Head == sample.Head && len(t.Args) == len(sample.Args):
		t.Args = slices.Clone(t.Args)
		for i := range t.Args {
			t.Args[i] = g.like(t.Args[i], sample.Args[i])
		}
	}
	return t
}

// argumentTypes returns the types of the arguments of a predicate, as far as they are known.
func (g *Graph) argumentTypes(pred string) []string {
	if g.Trace.Program == nil {
		return nil
	}
	for _, d := range g.Trace.Program.Predicates {
		if d.Name == pred {
			return d.Args
		}
	}
	return nil
}

// onlyConstant returns the constant of a type that has one.
func (g *Graph) onlyConstant(name string) (string, bool) {
	for _, t := range g.Trace.Program.Types {
		if t.Name == name && len(t.Constants) == 1 {
			return t.Constants[0], true
		}
	}
	return "", false
}

// sample returns an argument of a type that is no constant; the zero term where there is none.
func (g *Graph) sample(name string) trace.Term {
	places := make(map[string][]int) // by predicate
	for _, d := range g.Trace.Program.Predicates {
		for i, t := range d.Args {
			if t == name {
				places[d.Name] = append(places[d.Name], i)
			}
		}
	}
	for i := range g.Resources {
		for _, at := range places[g.Resources[i].Pred] {
			if args := g.Resources[i].Args; at < len(args) && (args[at].Number || len(args[at].Args) > 0) {
				return args[at]
			}
		}
	}
	return trace.Term{}
}
