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

// Kinds says which arguments tell the facts of a predicate apart. Nil tells none
// apart but by their predicates.
type Kinds map[string][]bool

// Of returns the kind of a fact, as patterns are written: its predicate, and those
// arguments that tell it apart, such as `have grain` or `price _ grain`.
func (k Kinds) Of(pred string, args []trace.Term) string {
	telling := k[pred]
	if telling == nil || len(telling) > len(args) {
		return pred
	}
	named := slices.Clone(args[:len(telling)])
	for i, tells := range telling {
		if !tells {
			named[i] = trace.Const("_")
		}
	}
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

func (s *KindSurvey) argument(pred string, arg int) *argument {
	for len(s.args[pred]) <= arg {
		s.args[pred] = append(s.args[pred], argument{})
	}
	return &s.args[pred][arg]
}

// Kinds returns what tells the facts apart that were entered.
func (s *KindSurvey) Kinds() Kinds {
	out := make(Kinds)
	for pred, args := range s.args {
		telling := make([]bool, len(args))
		for i, a := range args {
			telling[i] = a.several && !a.open
		}
		if last := lastTrue(telling); last >= 0 {
			out[pred] = telling[:last+1]
		}
	}
	return out
}

// lastTrue returns the index of the last that is true, or -1.
func lastTrue(all []bool) int {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] {
			return i
		}
	}
	return -1
}
