package shape

import (
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Find finds the shapes of a run in its terms, for headers do not list constructors. A
// constructor counts, or makes lists, if nothing but its own terms and one constant ever stand in its
// last argument, and neither in the first of two; the constant is the only one of its type, of which
// no other constructor makes terms.
func Find(t *trace.Trace) *Set { return NewSet(newFinder(t).shapes(t.Program)...) }

// Ends returns the constants that terms end in: zeros, from which constructors of one argument
// count, and the ends of terms that have a short form, see [Find].
//
// A zero is a constant to which a constructor is applied that is also applied to itself, or to the
// only constant of its type and no other. The short form of its terms does not matter: a type may
// have two zeros, and a run without a header several types.
func Ends(t *trace.Trace) (zeros, short map[string]bool) {
	f := newFinder(t)
	short = make(map[string]bool)
	for _, s := range f.shapes(t.Program) {
		short[s.End] = true
	}
	return f.zeros(t.Program), short
}

func (f *finder) zeros(p *trace.Program) map[string]bool {
	zeros := make(map[string]bool)
	for _, u := range f.uses {
		if u.arity != 1 {
			continue
		}
		for end := range u.ends {
			t := typeOf(end, p)
			if u.nested || len(u.ends) == 1 && t != nil && len(t.Constants) == 1 {
				zeros[end] = true
			}
		}
	}
	return zeros
}

// newFinder returns a finder that has seen the terms of a run.
func newFinder(t *trace.Trace) *finder {
	f := &finder{uses: make(map[string]*uses), heads: make(map[string]map[string]bool), types: make(map[string][]string)}
	if t.Program != nil {
		for _, p := range t.Program.Predicates {
			f.types[p.Name] = p.Args
		}
	}
	for i := range t.Resources {
		f.enterFact(t.Resources[i].Fact())
	}
	for i := range t.Steps {
		f.enter(t.Steps[i].Args)
	}
	return f
}

// finder notes which terms stand where.
type finder struct {
	uses  map[string]*uses           // by constructor
	heads map[string]map[string]bool // of the compound terms that are arguments of facts, by type
	types map[string][]string        // of the arguments of predicates
}

// uses is what stands in the terms of a constructor.
type uses struct {
	arity  int             // -1 where it has several
	firsts map[string]bool // the heads of the first of two arguments
	ends   map[string]bool // the constants that are last arguments
	nested bool            // its own terms are last arguments
	others bool            // other terms are
}

func (f *finder) enterFact(fact trace.Fact) {
	types := f.types[fact.Pred]
	for i, arg := range fact.Args[:min(len(fact.Args), len(types))] {
		if len(arg.Args) > 0 {
			if f.heads[types[i]] == nil {
				f.heads[types[i]] = make(map[string]bool)
			}
			f.heads[types[i]][arg.Head] = true
		}
	}
	f.enter(fact.Args)
}

func (f *finder) enter(terms []trace.Term) {
	for _, t := range terms {
		if len(t.Args) == 0 {
			continue
		}
		u := f.uses[t.Head]
		if u == nil {
			u = &uses{arity: len(t.Args), firsts: make(map[string]bool), ends: make(map[string]bool)}
			f.uses[t.Head] = u
		}
		u.enter(t)
		f.enter(t.Args)
	}
}

func (u *uses) enter(t trace.Term) {
	if len(t.Args) != u.arity {
		u.arity = -1
	}
	if len(t.Args) == 2 {
		u.firsts[t.Args[0].Head] = true
	}
	last := t.Args[len(t.Args)-1]
	_, literal := last.Literal()
	switch {
	case len(last.Args) > 0:
		u.nested = u.nested || last.Head == t.Head
		u.others = u.others || last.Head != t.Head
	case last.Number || literal:
		u.others = true
	default:
		u.ends[last.Head] = true
	}
}

// shapes returns the shapes that were found, the first by name first.
func (f *finder) shapes(p *trace.Program) (found []Shape) {
	shared := make(map[string]int)
	for _, name := range slices.Sorted(maps.Keys(f.uses)) {
		u := f.uses[name]
		if u.arity != 1 && u.arity != 2 || len(u.ends) != 1 || u.others {
			continue
		}
		end := slices.Collect(maps.Keys(u.ends))[0]
		if u.firsts[name] || u.firsts[end] || !f.only(name, end, u.nested, p) {
			continue
		}
		found = append(found, Shape{name, end, u.arity == 2})
		shared[end]++
	}
	found = slices.DeleteFunc(found, func(s Shape) bool { return shared[s.End] > 1 })
	if lists := slices.DeleteFunc(slices.Clone(found), func(s Shape) bool { return !s.IsList }); p == nil &&
		(len(lists) > 1 || len(found)-len(lists) > 1) {
		return nil // terms of several types would have one short form where no types keep them apart
	}
	return found
}

// typeOf returns the type of a constant, nil if no header says it.
func typeOf(constant string, p *trace.Program) *trace.Type {
	if p == nil {
		return nil
	}
	i := slices.IndexFunc(p.Types, func(t trace.Type) bool { return slices.Contains(t.Constants, constant) })
	if i < 0 {
		return nil
	}
	return &p.Types[i]
}

// only reports whether a constructor and a constant make all terms of a type. Without a header, terms
// within each other show that they are of one type.
func (f *finder) only(constructor, end string, nested bool, p *trace.Program) bool {
	t := typeOf(end, p)
	if t == nil {
		return nested
	}
	heads := f.heads[t.Name]
	return len(t.Constants) == 1 && (nested || heads[constructor]) &&
		(len(heads) == 0 || len(heads) == 1 && heads[constructor])
}
