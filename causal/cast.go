package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Cast is the characters of a run, and the facts that say where they are. A character is a
// constant, which takes part in the steps that mention it; or, where a program writes
// `tamara L` as others write `at tamara L`, a predicate, which takes part in the steps that
// touch its facts. Package cast finds it, once for a run; pictures and pages take it from there.
type Cast struct {
	// Type is the type of all characters, or "" if some characters are predicates, or constants
	// given by name.
	Type string
	// Names are in order of declaration, or as they were given.
	Names []string
	// Predicates are the names that are of predicates.
	Predicates []string
	// Picked says which characters were picked and why; it is empty where they were given.
	Picked string
	// Lone says that there is only one character in the run, who is at places; so all that
	// happens happens to that one, whether a step says so or not.
	Lone bool
	// Location is the facts that say where the characters are; the zero value where none do.
	Location Location
}

// String says who the characters are and where: "characters: ada, ben (type person); places: at C L".
func (c Cast) String() string {
	who := "none"
	if len(c.Names) > 0 {
		who = List(c.Names)
	}
	switch {
	case c.Type != "":
		who += " (type " + c.Type + ")"
	case len(c.Names) == 1 && len(c.Predicates) == 1:
		who += " (predicate)"
	case len(c.Names) > 0 && len(c.Predicates) == len(c.Names):
		who += " (predicates)"
	}
	return "characters: " + who + "; places: " + c.Location.String()
}

// IsPredicate reports whether a name is that of a character that is a predicate.
func (c Cast) IsPredicate(name string) bool { return slices.Contains(c.Predicates, name) }

// Location is which facts say where characters are: the facts of a predicate of two arguments,
// one for the character and the other for the place; or, where characters are predicates, their
// own facts of one argument, as in `tamara kitchen`.
type Location struct {
	Pred string   // "" for none
	Who  int      // which argument is the character: 0, as in `at romeo town`, or 1, as in `inside town romeo`
	Own  []string // the characters that are predicates and have places
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
		return "none"
	}
	return List(facts)
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
	character, where := Unwrap(r.Args[l.Who]), r.Args[1-l.Who]
	if len(character.Args) > 0 || where.Number {
		return "", trace.Term{}, false
	}
	return character.String(), where, true
}

// Unwrap returns the term inside constructors of one argument.
func Unwrap(t trace.Term) trace.Term {
	for len(t.Args) == 1 {
		t = t.Args[0]
	}
	return t
}
