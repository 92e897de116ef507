package causal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Cast is who is followed through a run. A character is a constant, which takes
// part in the steps that mention it; or, where a program writes `tamara L` as
// others write `at tamara L`, a predicate, which takes part in the steps that
// touch its facts.
type Cast struct {
	// Type is the type whose constants the characters are; "" where some are
	// predicates, or constants by name.
	Type string
	// Names are in order of declaration, or as they were given.
	Names []string
	// Predicates are those of the names that are of predicates.
	Predicates []string
	// Picked says who was picked and why, where [FindCast] had the choice.
	Picked string
	// Lone says that there is only one character in the run, who is at places; so what
	// happens happens to that one, whether it says so or not.
	Lone bool
}

// IsPredicate reports whether a name is that of a character who is a predicate.
func (c Cast) IsPredicate(name string) bool { return slices.Contains(c.Predicates, name) }

// FindCast returns the characters that by names: a type, or a list with commas
// of types, constants and predicates. What is both a predicate and something
// else is the predicate in a list of predicates alone. The error of a name that
// the trace does not have says which is nearest.
//
// Where by is empty it picks, the first of these that there is:
//
//   - the constants of the type that acts most: whose constants take part in
//     the most steps. Of equals it is the one that most predicates of the state
//     speak of first, as they tend to do of those who act (`at romeo town`),
//     and then the first declared. Where those of another type are at these
//     ([FindPlace]), or have to do with one at a time, as cooks with what they
//     chop, and act in half as many steps or more, those are the characters;
//     where nobody has a name, it is the predicates that say where each is
//     (`hero hall`);
//   - predicates that behave like characters, if there are several of one
//     shape. A predicate behaves so if in no state, in whatever order
//     concurrent steps fire, it has more than one fact, none is permanent, and
//     some step uses up one and makes the next. The shape is the number of
//     arguments, and their kinds; those that hold only numbers and literals
//     are counters, and never characters. Of several shapes it is the one whose
//     predicates take part in the most steps;
//   - constants that recur: those of the kind that acts most, as with types,
//     but a kind counts the steps of the constants that take part in at least
//     two, and one with several of these comes first;
//   - all predicates that behave like characters, without the counters;
//   - constants again, those of one step, too.
//
// Kinds stand in for types where a trace has none: two constants are of one kind
// if they stand in the same place of a predicate's or rule's arguments, and so
// are those that are of one kind with the same third.
//
// The pick does not depend on the order of concurrent steps, but for one thing: whether
// anybody is at two places at a time is read off the states that the run went through.
func FindCast(t *trace.Trace, by string) (Cast, error) {
	if by == "" {
		return pick(t)
	}
	cast, err := newDirectory(t).cast(by)
	if err != nil || len(cast.Names) != 1 {
		return cast, err
	}
	own, err := pick(t)
	same := err == nil && own.Lone && len(own.Predicates) == len(cast.Predicates) && own.Names[0] == cast.Names[0]
	cast.Lone = same || len(cast.Predicates) == 1 && isLone(t, cast.Names[0], own)
	return cast, nil
}

// pick is [FindCast] where nobody says who the characters are.
func pick(t *trace.Trace) (Cast, error) {
	cast, err := pickAny(t)
	cast.Lone = len(cast.Names) == 1 && FindPlace(t, cast).Known()
	return cast, err
}

func pickAny(t *trace.Trace) (Cast, error) {
	if cast, ok := pickType(t); ok {
		return cast, nil
	}
	s := newSurvey(t)
	for _, pick := range []func() (Cast, bool){s.pickAlike, s.pickRecurring, s.pickAnyway, s.pickMentioned} {
		if cast, ok := pick(); ok {
			return cast, nil
		}
	}
	if t.Program == nil || len(t.Program.Types) == 0 {
		return Cast{}, errors.New("the trace names no types, and nothing in it behaves like a character")
	}
	return Cast{}, errors.New("no constant of the trace's types takes part in a step, numbers aside, and no predicate behaves like a character")
}

// directory is what a cast can be named by.
type directory struct {
	types, predicates, constants []string
	constantsOf                  map[string][]string
	known                        map[string]bool // a predicate, or a constant
}

func newDirectory(t *trace.Trace) *directory {
	d := &directory{constantsOf: make(map[string][]string), known: make(map[string]bool)}
	if t.Program != nil {
		d.addProgram(t.Program)
	}
	for i := range t.Resources {
		if r := &t.Resources[i]; r.Pred != trace.StagePred {
			d.addPredicate(r.Pred)
			d.addConstants(collect(nil, r.Args))
		}
	}
	for i := range t.Steps {
		d.addConstants(collect(nil, t.Steps[i].Args))
	}
	return d
}

func (d *directory) addProgram(p *trace.Program) {
	for _, typ := range p.Types {
		d.types = append(d.types, typ.Name)
		d.constantsOf[typ.Name] = typ.Constants
		d.addConstants(typ.Constants)
	}
	for _, pred := range p.Predicates {
		if pred.Mode == trace.Linear || pred.Mode == trace.Persistent {
			d.addPredicate(pred.Name)
		}
	}
}

// The keys of known have a mark in front: a predicate and a constant may have
// the same name.
const predicateMark, constantMark = "p ", "c "

func (d *directory) addPredicate(name string) {
	if !d.known[predicateMark+name] {
		d.known[predicateMark+name] = true
		d.predicates = append(d.predicates, name)
	}
}

func (d *directory) addConstants(names []string) {
	for _, name := range names {
		if !d.known[constantMark+name] {
			d.known[constantMark+name] = true
			d.constants = append(d.constants, name)
		}
	}
}

func (d *directory) isPredicate(name string) bool { return d.known[predicateMark+name] }

// isConstant reports whether a name stands for one constant, or for those of a
// type.
func (d *directory) isConstant(name string) bool {
	return d.known[constantMark+name] || d.isType(name)
}

func (d *directory) isType(name string) bool {
	_, ok := d.constantsOf[name]
	return ok
}

// cast returns the characters of a name or list. A name may hold a comma itself.
func (d *directory) cast(by string) (Cast, error) {
	if d.isType(by) {
		return Cast{Type: by, Names: d.constantsOf[by]}, nil
	}
	words := []string{by}
	if !d.isPredicate(by) && !d.isConstant(by) {
		words = split(by)
	}
	if every(words, d.isPredicate) {
		return Cast{Predicates: words, Names: words}, nil
	}
	for _, word := range words {
		if !d.isPredicate(word) && !d.isConstant(word) {
			return Cast{}, d.unknown(word)
		}
	}
	cast := Cast{Names: d.expand(words)}
	for _, name := range cast.Names {
		if !d.isConstant(name) {
			cast.Predicates = append(cast.Predicates, name)
		}
	}
	return cast, nil
}

// split returns the words of a list, each once.
func split(list string) []string {
	var words []string
	for word := range strings.SplitSeq(list, ",") {
		if word = strings.TrimSpace(word); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

func every(words []string, is func(string) bool) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !is(word) })
}

// expand puts its constants in the place of each type.
func (d *directory) expand(words []string) []string {
	var names []string
	for _, word := range words {
		if !d.isType(word) {
			names = append(names, word)
			continue
		}
		names = append(names, d.constantsOf[word]...)
	}
	seen := make(map[string]bool)
	return slices.DeleteFunc(names, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}

func (d *directory) unknown(word string) error {
	common := slices.Concat(d.types, d.predicates)
	near := trace.Nearest(word, slices.Concat(common, d.constants))
	switch {
	case near != "":
		return fmt.Errorf("no type, predicate or constant %q in the trace; did you mean %s?", word, trace.Visible(near))
	case len(common) == 0:
		return fmt.Errorf("no type, predicate or constant %q in the trace, which has neither types nor facts", word)
	}
	return fmt.Errorf("no type, predicate or constant %q in the trace; there is %s", word, trace.Visible(some(common)))
}
