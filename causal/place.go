package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Location is which facts say where characters are: those of a predicate of two arguments,
// one for who it is and the other for the place; or, where characters are predicates, those
// of one argument that are their own, as in `tamara kitchen`.
type Location struct {
	Pred string   // "" for none
	Who  int      // which argument is the character: 0, as in `at romeo town`, or 1, as in `inside town romeo`
	Own  []string // the characters who are predicates, and have places
}

// String returns the facts that say where characters are, with C for the character and L for the
// place.
func (l Location) String() string {
	var facts []string
	switch {
	case l.Pred != "" && l.Who == 0:
		facts = append(facts, l.Pred+" C L")
	case l.Pred != "":
		facts = append(facts, l.Pred+" L C")
	}
	for _, name := range l.Own {
		facts = append(facts, name+" L")
	}
	if len(facts) == 0 {
		return None
	}
	return some(facts)
}

// Known reports whether any facts say where characters are.
func (l Location) Known() bool { return l.Pred != "" || len(l.Own) > 0 }

// Tells reports whether the facts of a predicate say where characters are.
func (l Location) Tells(pred string) bool {
	_, tells := l.Where(pred)
	return tells
}

// Where returns which argument of the facts of a predicate is the place, if they say where
// characters are.
func (l Location) Where(pred string) (arg int, tells bool) {
	if l.Pred == pred && pred != "" {
		return 1 - l.Who, true
	}
	return 0, slices.Contains(l.Own, pred)
}

// Places returns the type of the places with its constants, as far as a program says.
func (l Location) Places(program *trace.Program) trace.Type {
	if program == nil {
		return trace.Type{}
	}
	for _, p := range program.Predicates {
		arg, tells := l.Where(p.Name)
		if !tells || arg >= len(p.Args) {
			continue
		}
		for _, t := range program.Types {
			if t.Name == p.Args[arg] {
				return t
			}
		}
		return trace.Type{Name: p.Args[arg]}
	}
	return trace.Type{}
}

// Of returns which character a fact is about, and its place; false where it is no such fact. A
// constructor around a character, as in `at (guest romeo) town`, says of what kind it is.
func (l Location) Of(r *trace.Resource) (who string, where trace.Term, ok bool) {
	if len(r.Args) == 1 && slices.Contains(l.Own, r.Pred) {
		return r.Pred, r.Args[0], true
	}
	if r.Pred != l.Pred || len(r.Args) != 2 || r.Persistent {
		return "", trace.Term{}, false
	}
	somebody, where := Within(r.Args[l.Who]), r.Args[1-l.Who]
	if len(somebody.Args) > 0 || where.Number {
		return "", trace.Term{}, false
	}
	return somebody.String(), where, true
}

// Within returns what stands in constructors of one argument.
func Within(t trace.Term) trace.Term {
	for len(t.Args) == 1 {
		t = t.Args[0]
	}
	return t
}
