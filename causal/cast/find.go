// Package cast finds the characters of a run, and the facts that say where they are.
//
// Programs declare neither characters nor places. [Find] takes what the user or the author of a text
// says of them ([Options]) and picks the rest by what happens in the run:
//
//   - characters, where the program has types: the constants of the type that takes part in the most
//     steps, or of another one that is at these constants or owns them (types.go); or a predicate
//     that walks from place to place (walker.go);
//   - characters without types: predicates with one fact at a time, in whatever order concurrent
//     steps fire, or constants of one kind, where kinds are the classes of a union-find over
//     constants and the argument places they stand in (survey.go, kind.go);
//   - places: each predicate of two arguments is a candidate, and one pass over the run counts the
//     signs of a place: that characters move along ways between places, and meet there
//     (census.go, candidate.go). Names count as signs, too (words.go).
package cast

import (
	"errors"
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
)

// Options name the characters of a run and their places, as flags and the front matter of a text do.
// The zero value leaves all of it to [Find].
type Options struct {
	// By names the characters: a type, or a list with commas of types, constants and
	// predicates; or [None].
	By string
	// Characters are names that the author of a text uses for characters. Where By is empty
	// and others were picked, these are the characters, with all others of their types.
	Characters []string
	// Place is the predicate that says where characters are, or [None].
	Place string
	// Places are constants that the author of a text calls places. Where Place is empty, they
	// help to find the predicate.
	Places []string
}

// None stands for no characters in [Options.By], and for no places in [Options.Place].
const None = "none"

// NoCharactersError says why no characters were found where none were asked for.
type NoCharactersError string

// Error returns the reason.
func (e NoCharactersError) Error() string { return string(e) }

// UnknownError says that a name in [Options.By] is not in the trace, and which names are.
type UnknownError string

// Error returns the reason.
func (e UnknownError) Error() string { return string(e) }

// PlacelessError says that [Options.Place] does not say where characters are, and which predicates
// do or exist.
type PlacelessError string

// Error returns the reason.
func (e PlacelessError) Error() string { return string(e) }

// Find returns the characters of a run and the facts that place them, as the options say, and
// picks whatever they leave open. An error of type [NoCharactersError] comes with a cast without
// names; any other error reports a name that the trace lacks, or that is of the wrong kind, and
// lists the names there are.
//
// A name of both a predicate and something else means the predicate only in a list of predicates
// alone. If the options name no characters, they are the first of these that exist:
//
//   - the constants of the most active type: the one with constants in the most
//     steps. Ties go to the type that is the first argument of the most predicates
//     of the state, as the type of acting characters tends to be (`at romeo town`),
//     and then to the first declared. If constants of another type are located at these
//     ([causal.Location]), or relate to one at a time, as cooks to the things that they
//     chop, and act in at least half as many steps, that type is taken instead.
//     Without types, the predicates that give a location are taken
//     (`hero hall`);
//   - predicates that behave like characters, if there are several of one
//     shape. A predicate behaves so if in no state, in whatever order
//     concurrent steps fire, it has more than one fact, none is permanent, and
//     some step uses up one and makes the next. The shape is the number of
//     arguments, and their kinds; predicates that hold only numbers and literals
//     are counters, and never characters. Of several shapes it is the one with
//     predicates that take part in the most steps;
//   - recurring constants: the constants of the most active kind, as with types,
//     but a kind counts only the steps of constants that take part in at least
//     two, and a kind with several such constants comes first;
//   - all predicates that behave like characters and name anything in their facts;
//   - constants again, including constants of a single step.
//
// Kinds stand in for types if a trace has none: two constants are of one kind if they stand in the
// same place of a predicate's or rule's arguments. The relation is transitive.
//
// The pick does not depend on the order of concurrent steps, with one exception: whether a
// character is at two places at a time is read off the states of the recorded order.
func Find(g *causal.Graph, o Options) (causal.Cast, error) { return newFinder(g).find(o) }

// Optional turns the error of [Find] that there are no characters into a cast without names, for
// callers that ask for none.
func Optional(c causal.Cast, err error) (causal.Cast, error) {
	if _, none := errors.AsType[NoCharactersError](err); none {
		return causal.Cast{}, nil
	}
	return c, err
}

// finder finds casts of one run. It looks through the run once for each question.
type finder struct {
	graph    *causal.Graph
	trace    *trace.Trace
	program  *trace.Program              // empty where the trace has none
	ends     func() map[string]bool      // constants that terms end in, such as zero
	acts     func() map[string]*activity // by type
	survey   func() *survey
	censuses map[string]*census // by type
}

func newFinder(g *causal.Graph) *finder {
	f := &finder{graph: g, trace: g.Trace, program: g.Trace.Program, censuses: make(map[string]*census)}
	if f.program == nil {
		f.program = new(trace.Program)
	}
	f.acts, f.survey = sync.OnceValue(f.countActivities), sync.OnceValue(f.newSurvey)
	f.ends = sync.OnceValue(func() map[string]bool {
		ends, short := shape.Ends(f.trace)
		for name := range short {
			ends[name] = true
		}
		return ends
	})
	return f
}

func (f *finder) find(o Options) (causal.Cast, error) {
	cast, err := f.characters(o)
	if err != nil {
		return causal.Cast{}, err
	}
	if cast.Location, err = f.location(cast, o); err != nil {
		return causal.Cast{}, err
	}
	cast.Lone = cast.Location.Known() && f.isAlone(cast)
	return cast, nil
}

// characters returns the characters, without their places.
func (f *finder) characters(o Options) (causal.Cast, error) {
	switch {
	case o.By == None:
		return causal.Cast{}, nil
	case o.By != "":
		return newDirectory(f.trace).cast(o.By)
	}
	cast, err := f.pick()
	if by := f.named(o.Characters, cast); by != "" {
		return newDirectory(f.trace).cast(by)
	}
	return cast, err
}

// isAlone reports whether a cast is of one character, besides which there is none: it would be
// picked, or it is the only predicate that may say where a character is.
func (f *finder) isAlone(cast causal.Cast) bool {
	if len(cast.Names) != 1 || cast.Picked != "" {
		return len(cast.Names) == 1
	}
	own, err := f.find(Options{})
	if err == nil && own.Lone && len(own.Predicates) == len(cast.Predicates) && own.Names[0] == cast.Names[0] {
		return true
	}
	if len(cast.Predicates) != 1 || len(own.Predicates) > 1 {
		return false
	}
	p := f.predicate(cast.Names[0])
	return p != nil && f.mayWalk(*p, own.Type)
}

// pick picks characters where none are named.
func (f *finder) pick() (causal.Cast, error) {
	if cast, ok := f.pickType(); ok {
		return cast, nil
	}
	s := f.survey()
	recurring := func() (causal.Cast, bool) { return s.pickKind(2) }
	mentioned := func() (causal.Cast, bool) { return s.pickKind(1) }
	for _, pick := range []func() (causal.Cast, bool){s.pickAlike, recurring, s.pickAnyway, mentioned} {
		if cast, ok := pick(); ok {
			return cast, nil
		}
	}
	if len(f.program.Types) == 0 {
		return causal.Cast{}, NoCharactersError("the trace names no types, and nothing in it behaves like a character")
	}
	return causal.Cast{}, NoCharactersError("no constant of the trace's types takes part in a step, numbers aside, " +
		"and no predicate behaves like a character")
}

// predicate returns what the program says of a predicate; nil for nothing.
func (f *finder) predicate(pred string) *trace.Predicate {
	i := slices.IndexFunc(f.program.Predicates, func(p trace.Predicate) bool { return p.Name == pred })
	if i < 0 {
		return nil
	}
	return &f.program.Predicates[i]
}
