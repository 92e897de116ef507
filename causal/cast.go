package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Cast is the characters of a run, and the facts that say where they are. A character is a
// constant, which takes part in the steps that mention it; or, where a program writes
// `tamara L` as others write `at tamara L`, a predicate, which takes part in the steps that
// touch its facts. [FindCast] makes one for a run, once; pictures and pages take it from there.
type Cast struct {
	// Type is the type of all characters, or "" if some characters are predicates, or constants
	// given by name.
	Type string
	// Names are in order of declaration, or as they were given.
	Names []string
	// Predicates are those of the names that are of predicates.
	Predicates []string
	// Picked says which characters were picked and why, where [FindCast] had the choice.
	Picked string
	// Lone says that there is only one character in the run, who is at places; so all that
	// happens happens to that one, whether a step says so or not.
	Lone bool
	// Location is the facts that say where the characters are; the zero value where none do.
	Location Location
}

// String says who the characters are and where: "characters: ada, ben (type person); places: at C L".
func (c Cast) String() string {
	who := None
	if len(c.Names) > 0 {
		who = some(c.Names)
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

// Casting names the characters of a run and their places, as flags and the front matter of a text do.
// The zero value leaves all of it to [FindCast].
type Casting struct {
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

// None stands for no characters in [Casting.By], and for no places in [Casting.Place].
const None = "none"

// NoCharactersError says why no characters were found where none were asked for.
type NoCharactersError string

func (e NoCharactersError) Error() string { return string(e) }

// UnknownCharacterError says that a name in [Casting.By] is not in the trace, and which are.
type UnknownCharacterError string

func (e UnknownCharacterError) Error() string { return string(e) }

// PlacelessError says that [Casting.Place] does not say where characters are, and which predicates
// do or exist.
type PlacelessError string

func (e PlacelessError) Error() string { return string(e) }

// FindCast returns the characters of a run and the facts that place them, as the Casting says, and
// picks whatever it leaves open. An error of type [NoCharactersError] comes with a Cast without
// names; any other error reports a name that the trace lacks, or that is of the wrong kind, and
// lists the names there are.
//
// A name of both a predicate and something else means the predicate only in a list of predicates
// alone. If the Casting names no characters, they are the first of these that exist:
//
//   - the constants of the most active type: the one with constants in the most
//     steps. Ties go to the type that is the first argument of the most predicates
//     of the state, as the type of acting characters tends to be (`at romeo town`),
//     and then to the first declared. If constants of another type are located at these
//     ([Location]), or relate to one at a time, as cooks to the things that they
//     chop, and act in at least half as many steps, that type is taken instead.
//     Without types, the predicates that give a location are taken
//     (`hero hall`);
//   - predicates that behave like characters, if there are several of one
//     shape. A predicate behaves so if in no state, in whatever order
//     concurrent steps fire, it has more than one fact, none is permanent, and
//     some step uses up one and makes the next. The shape is the number of
//     arguments, and their kinds; those that hold only numbers and literals
//     are counters, and never characters. Of several shapes it is the one with
//     predicates that take part in the most steps;
//   - recurring constants: the constants of the most active kind, as with types,
//     but a kind counts only the steps of constants that take part in at least
//     two, and a kind with several such constants comes first;
//   - all predicates that behave like characters and name anything in their facts;
//   - constants again, including those of a single step.
//
// Kinds stand in for types if a trace has none: two constants are of one kind if they stand in the
// same place of a predicate's or rule's arguments. The relation is transitive.
//
// The pick does not depend on the order of concurrent steps, with one exception: whether a
// character is at two places at a time is read off the states of the recorded order.
func FindCast(t *trace.Trace, c Casting) (Cast, error) {
	cast, err := c.characters(t)
	if err != nil {
		return Cast{}, err
	}
	if cast.Location, err = c.location(t, cast); err != nil {
		return Cast{}, err
	}
	cast.Lone = cast.Location.Known() && isAlone(t, cast)
	return cast, nil
}

// characters returns the characters, without their places.
func (c Casting) characters(t *trace.Trace) (Cast, error) {
	switch {
	case c.By == None:
		return Cast{}, nil
	case c.By != "":
		return newDirectory(t).cast(c.By)
	}
	cast, err := pick(t)
	if by := c.named(t, cast); by != "" {
		return newDirectory(t).cast(by)
	}
	return cast, err
}

// isAlone reports whether a cast is of one character, besides which there is none: it would be
// picked, or it is the only predicate that may say where a character is.
func isAlone(t *trace.Trace, cast Cast) bool {
	if len(cast.Names) != 1 || cast.Picked != "" {
		return len(cast.Names) == 1
	}
	own, err := FindCast(t, Casting{})
	same := err == nil && own.Lone && len(own.Predicates) == len(cast.Predicates) && own.Names[0] == cast.Names[0]
	return same || len(cast.Predicates) == 1 && isLone(t, cast.Names[0], own)
}

func pick(t *trace.Trace) (Cast, error) {
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
		return Cast{}, NoCharactersError("the trace names no types, and nothing in it behaves like a character")
	}
	return Cast{}, NoCharactersError("no constant of the trace's types takes part in a step, numbers aside, and no predicate behaves like a character")
}
