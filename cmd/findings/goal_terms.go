package findings

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// inStates returns terms of some types as states have them: numbers as numerals or as the
// constructors of the type make them, and lists as its constructors do.
func inStates(terms []trace.Term, types []*lang.Type) []trace.Term {
	out := slices.Clone(terms)
	for i, t := range terms[:min(len(terms), len(types))] {
		out[i] = inState(t, types[i])
	}
	return out
}

func inState(t trace.Term, of *lang.Type) trace.Term {
	switch {
	case of.Numerals && of.Zero != nil && t.Head == of.Zero.Name:
		return trace.Atomic("0")
	case t.Number && of.Succ != nil && !of.Numerals:
		return applied(of, t)
	case t.Head == trace.List:
		return listed(of, t)
	}
	for _, c := range of.Constructors {
		if c.Name == t.Head {
			t.Args = inStates(t.Args, c.Args)
		}
	}
	return t
}

// mostApplied is how often a constructor stands in a term at the most, as in states.
const mostApplied = 5000

// applied returns a number as the constructors of a type make it.
func applied(of *lang.Type, n trace.Term) trace.Term {
	times, err := strconv.Atoi(n.Head)
	if err != nil || times > mostApplied {
		return n
	}
	t := trace.Const(of.Zero.Name)
	for range times {
		t = trace.Term{Head: of.Succ.Name, Args: []trace.Term{t}}
	}
	return t
}

// listed returns a list as the constructors of a type make it.
func listed(of *lang.Type, list trace.Term) trace.Term {
	empty, cons := listOf(of)
	if cons == nil {
		return list
	}
	t := trace.Const(empty.Name)
	for _, element := range slices.Backward(list.Args) {
		t = trace.Term{Head: cons.Name, Args: []trace.Term{inState(element, cons.Args[0]), t}}
	}
	return t
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
