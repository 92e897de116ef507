// Package shape finds the numbers and lists among the terms of a run, and writes them in a short
// form, as people do. A program makes them of constructors, and a trace holds them so.
package shape

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Shape is a constructor that is applied over and over to the only constant of its type, so that
// people write its terms in a short form: `2` for `s (s z)` where it takes one argument, and
// `[a, b]` for `cons a (cons b nil)` where it takes an element and the rest of a list.
type Shape struct {
	Constructor, End string
	IsList           bool
}

// Number returns a numeral in the long form. The error is that no trace holds a term so large.
func (s Shape) Number(n trace.Term) (trace.Term, error) {
	times, err := strconv.Atoi(n.Head)
	if err != nil || times > trace.MaxTermDepth {
		return n, fmt.Errorf("%s is too large: in a term %s is applied %d times at the most", n.Head, s.Constructor,
			trace.MaxTermDepth)
	}
	t := trace.Const(s.End)
	for range times {
		t = trace.Term{Head: s.Constructor, Args: []trace.Term{t}}
	}
	return t, nil
}

// List returns a list in the long form.
func (s Shape) List(elements []trace.Term) trace.Term {
	t := trace.Const(s.End)
	for _, element := range slices.Backward(elements) {
		t = trace.Term{Head: s.Constructor, Args: []trace.Term{element, t}}
	}
	return t
}

// Set holds the shapes of a program. A nil set has none, and so no term has a short form.
type Set struct{ byConstructor, byEnd map[string]Shape }

// NewSet returns the set of shapes of which no two share a constructor or a constant.
func NewSet(shapes ...Shape) *Set {
	if len(shapes) == 0 {
		return nil
	}
	all := &Set{make(map[string]Shape), make(map[string]Shape)}
	for _, s := range shapes {
		all.byConstructor[s.Constructor], all.byEnd[s.End] = s, s
	}
	return all
}

// Of returns the shape of a term that has it, if it is no constant, or would end in it.
func (all *Set) Of(t trace.Term) (Shape, bool) {
	if all == nil || len(t.Args) == 0 {
		return all.EndingIn(t.Head)
	}
	s, ok := all.byConstructor[t.Head]
	return s, ok
}

// EndingIn returns the shape of the terms that end in a constant.
func (all *Set) EndingIn(constant string) (Shape, bool) {
	if all == nil {
		return Shape{}, false
	}
	s, ok := all.byEnd[constant]
	return s, ok
}

// Short returns a term with the numbers and lists in it in their short forms. Different terms of one
// type stay different.
func (all *Set) Short(t trace.Term) trace.Term {
	if all == nil || t.Number {
		return t
	}
	if len(t.Args) == 0 {
		if s, ok := all.byEnd[t.Head]; ok {
			return s.short(0, nil)
		}
		return t
	}
	if short, ok := all.chain(t); ok {
		return short
	}
	t.Args = all.ShortAll(t.Args)
	return t
}

// ShortAll returns terms as Short does.
func (all *Set) ShortAll(terms []trace.Term) []trace.Term {
	if all == nil || len(terms) == 0 {
		return terms
	}
	out := make([]trace.Term, len(terms))
	for i, t := range terms {
		out[i] = all.Short(t)
	}
	return out
}

// chain returns the short form of a term that is a constructor applied over and over to a constant.
func (all *Set) chain(t trace.Term) (trace.Term, bool) {
	s, ok := all.byConstructor[t.Head]
	if !ok {
		return t, false
	}
	times, arity := 0, 1
	if s.IsList {
		arity = 2
	}
	var elements []trace.Term
	for ; t.Head == s.Constructor && len(t.Args) == arity; t = t.Args[arity-1] {
		if times++; s.IsList {
			elements = append(elements, all.Short(t.Args[0]))
		}
	}
	if t.Head != s.End || len(t.Args) > 0 {
		return t, false
	}
	return s.short(times, elements), true
}

func (s Shape) short(times int, elements []trace.Term) trace.Term {
	if s.IsList {
		return trace.Term{Head: trace.List, Args: elements}
	}
	return trace.Term{Head: strconv.Itoa(times), Number: true}
}

// Fact returns a fact with the numbers and lists in it in their short forms.
func (all *Set) Fact(f trace.Fact) trace.Fact {
	f.Args = all.ShortAll(f.Args)
	return f
}

// Resource returns a resource with the numbers and lists in it in their short forms.
func (all *Set) Resource(r trace.Resource) trace.Resource {
	r.Args = all.ShortAll(r.Args)
	return r
}
