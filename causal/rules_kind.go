package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Facts of one predicate may be of several kinds: in an economy `have grain` and
// `have iron` are no more the same than `grain` and `iron` would be, and a rule
// that makes one of the other has changed something. An argument tells the facts
// of its predicate apart where every rule that makes or uses up such facts names a
// constant there, and not all the same. An argument in which some rule has a
// variable, a number or a compound does not: who goes from a place to another has
// used up one `at` and made one. (In terms of coloured Petri nets these arguments
// are unfolded; Jensen, "Coloured Petri nets", 1997.)

//
// A number in a fact may be a quantity: where a rule puts `coin (N - 3)` in the place of
// `coin N`, the fact has changed by 3. It is a quantity of its predicate where some rule makes
// the new number from the old one and leaves the other arguments as they are. A number that is
// only handed on, or replaced by one that stands in another fact, may as well be an index.

// Role is what an argument of a predicate is for.
type Role int

// The roles of arguments.
const (
	Plain    Role = iota
	Telling       // it tells facts apart
	Index         // a number that no rule changes
	Changed       // a number that rules replace by others, whatever these are
	Quantity      // a number that rules make from the one before
)

// Kinds says what the arguments of each predicate are for. Nil tells no facts apart but by
// their predicates, and knows of no quantities.
type Kinds map[string][]Role

// Of returns the kind of a fact, as patterns are written: its predicate, and those
// arguments that tell it apart, such as `have grain` or `price _ grain`.
func (k Kinds) Of(pred string, args []trace.Term) string {
	roles := k[pred]
	last := -1
	for i, role := range roles {
		if role == Telling {
			last = i
		}
	}
	if last < 0 || len(roles) > len(args) {
		return pred
	}
	return trace.Fact{Pred: pred, Args: k.named(pred, args[:last+1])}.String()
}

// named returns arguments with `_` in the place of those that do not tell facts apart.
func (k Kinds) named(pred string, args []trace.Term) []trace.Term {
	named := slices.Clone(args)
	for i := range named {
		if i >= len(k[pred]) || k[pred][i] != Telling {
			named[i] = trace.Const("_")
		}
	}
	return named
}

// Quantities returns which arguments of a predicate are quantities.
func (k Kinds) Quantities(pred string) []int {
	var at []int
	for i, role := range k[pred] {
		if role == Quantity {
			at = append(at, i)
		}
	}
	return at
}

// OfQuantity returns what the quantity in an argument of a fact is called: the kind of the fact
// or, where the fact has several numbers, a pattern in which N stands for the amount.
func (k Kinds) OfQuantity(pred string, args []trace.Term, at int) string {
	if k.numbers(pred) < 2 {
		return k.Of(pred, args)
	}
	named := k.named(pred, args)
	named[at] = trace.Const("N")
	return trace.Fact{Pred: pred, Args: named}.String()
}

// KindSurvey collects what stands in the arguments of facts that are made and used
// up.
type KindSurvey struct {
	args map[string][]argument
}

// argument is what was seen in one of a predicate's arguments.
type argument struct {
	first   string // constant
	several bool   // constants
	open    bool   // there was something else
	number  Role   // of a number, from Index on
}

// NewKindSurvey returns a survey of nothing.
func NewKindSurvey() *KindSurvey { return &KindSurvey{args: make(map[string][]argument)} }

// Constant enters that some rule names a constant in an argument of a predicate.
func (s *KindSurvey) Constant(pred string, arg int, name string) {
	a := s.argument(pred, arg)
	if a.first == "" {
		a.first = name
	}
	a.several = a.several || name != a.first
}

// Open enters that in some rule there stands something else.
func (s *KindSurvey) Open(pred string, arg int) { s.argument(pred, arg).open = true }

// Number enters that the argument is a number, and what some rule does to it.
func (s *KindSurvey) Number(pred string, arg int, role Role) {
	a := s.argument(pred, arg)
	a.number = max(a.number, role)
}

func (s *KindSurvey) argument(pred string, arg int) *argument {
	for len(s.args[pred]) <= arg {
		s.args[pred] = append(s.args[pred], argument{})
	}
	return &s.args[pred][arg]
}

// Kinds returns what the arguments are for that were entered.
func (s *KindSurvey) Kinds() Kinds {
	out := make(Kinds)
	for pred, args := range s.args {
		roles := make([]Role, len(args))
		for i, a := range args {
			switch {
			case a.number != Plain:
				roles[i] = a.number
			case a.several && !a.open:
				roles[i] = Telling
			}
		}
		if slices.Max(roles) > Plain {
			out[pred] = roles
		}
	}
	return out
}
