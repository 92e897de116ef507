package causal

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mostApplied is how often a constructor is applied for a number at the most.
const mostApplied = 5000

// inRun returns a pattern with its numbers and lists as the facts of the run have them. Of a type
// with one constant, programs write both 0 and the constant, and 2 and `s (s z)`; a run has
// numerals or constructors. And `[a, b]` are elements before the constant.
func (g *Graph) inRun(p trace.Pattern) trace.Pattern {
	types := g.argumentTypes(p.Head)
	p.Args = slices.Clone(p.Args)
	for i, t := range p.Args[:min(len(p.Args), len(types))] {
		zero, counts := g.onlyConstant(types[i])
		if !counts || t.Head != trace.List && !t.Number && t.Head != zero {
			continue
		}
		switch sample := g.sample(types[i]); {
		case sample.Number && t.Head == zero:
			p.Args[i] = trace.Atomic("0")
		case len(sample.Args) == 1 && t.Number:
			p.Args[i] = applied(sample.Head, zero, t)
		case t.Head == trace.List && len(t.Args) == 0:
			p.Args[i] = trace.Const(zero)
		case t.Head == trace.List && len(sample.Args) == 2:
			p.Args[i] = listed(sample.Head, zero, t)
		}
	}
	return p
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

// applied returns a constructor applied to a constant so many times.
func applied(constructor, zero string, n trace.Term) trace.Term {
	times, err := strconv.Atoi(n.Head)
	if err != nil || times > mostApplied {
		return n
	}
	t := trace.Const(zero)
	for range times {
		t = trace.Term{Head: constructor, Args: []trace.Term{t}}
	}
	return t
}

// listed returns a list with a constructor before the empty one for each element.
func listed(constructor, empty string, list trace.Term) trace.Term {
	t := trace.Const(empty)
	for _, element := range slices.Backward(list.Args) {
		if element.Head == trace.List {
			element = listed(constructor, empty, element)
		}
		t = trace.Term{Head: constructor, Args: []trace.Term{element, t}}
	}
	return t
}
