package causal

import "slices"

// KindSurvey collects what stands in the arguments of facts that are made and used
// up.
type KindSurvey struct {
	args   map[string][]argument
	passes []numberPass
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
	a := s.argument(Position{pred, arg})
	if a.first == "" {
		a.first = name
	}
	a.several = a.several || name != a.first
}

// Open enters that in some rule there stands something else.
func (s *KindSurvey) Open(pred string, arg int) { s.argument(Position{pred, arg}).open = true }

// Number enters that the argument is a number, and what some rule does to it.
func (s *KindSurvey) Number(at Position, role Role) {
	a := s.argument(at)
	a.number = max(a.number, role)
}

func (s *KindSurvey) argument(at Position) *argument {
	for len(s.args[at.Pred]) <= at.Arg {
		s.args[at.Pred] = append(s.args[at.Pred], argument{})
	}
	return &s.args[at.Pred][at.Arg]
}

// Kinds returns what the arguments are for that were entered.
func (s *KindSurvey) Kinds() Kinds {
	s.spreadQuantities()
	out := Kinds{Roles: make(map[string][]Role)}
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
			out.Roles[pred] = roles
		}
	}
	out.Pools = s.pools(out)
	return out
}
