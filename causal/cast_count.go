package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// numbers are the constants that stand for the first of the numbers that a program counts by itself:
// `z`, where terms of the run are such as `s (s z)`, and those that lists end in. They are never
// characters, whether or not the program ties them to numerals.
type numbers map[string]bool

// findNumbers returns the numbers of a run. A constructor counts if it has one argument and is either
// applied to itself or only ever to one constant, which is the only one of its type. The constants
// that it is applied to are numbers.
func findNumbers(t *trace.Trace) numbers {
	seen := make(map[string]*successor)
	for i := range t.Resources {
		enterSuccessors(seen, t.Resources[i].Args)
	}
	for i := range t.Steps {
		enterSuccessors(seen, t.Steps[i].Args)
	}
	out := make(numbers)
	for _, s := range seen {
		if s.unary && (s.nested || len(s.from) == 1 && alone(t.Program, s.from[0])) {
			for _, c := range s.from {
				out[c] = true
			}
		}
	}
	for _, end := range trace.FindShapes(t).Ends() {
		out[end] = true
	}
	return out
}

// successor is a constructor that may count.
type successor struct {
	unary  bool     // it never has more than one argument
	nested bool     // it stands within itself
	from   []string // the constants that it is applied to
}

func enterSuccessors(seen map[string]*successor, terms []trace.Term) {
	for _, t := range terms {
		if len(t.Args) == 0 {
			continue
		}
		s := seen[t.Head]
		if s == nil {
			s = &successor{unary: true}
			seen[t.Head] = s
		}
		s.unary = s.unary && len(t.Args) == 1
		for _, a := range t.Args {
			_, literal := a.Literal()
			switch {
			case len(a.Args) > 0:
				s.nested = s.nested || a.Head == t.Head
			case !a.Number && !literal && !slices.Contains(s.from, a.Head):
				s.from = append(s.from, a.Head)
			}
		}
		enterSuccessors(seen, t.Args)
	}
}

// alone reports whether a constant is the only one of its type.
func alone(p *trace.Program, constant string) bool {
	if p == nil {
		return false
	}
	i := slices.IndexFunc(p.Types, func(t trace.Type) bool { return slices.Contains(t.Constants, constant) })
	return i >= 0 && len(p.Types[i].Constants) == 1
}

// includesAny reports whether any of some names is a number.
func (n numbers) includesAny(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return n[name] })
}

// without returns the types that have no constant among the numbers.
func (n numbers) without(types []trace.Type) []trace.Type {
	return slices.DeleteFunc(slices.Clone(types), func(t trace.Type) bool { return n.includesAny(t.Constants) })
}
