package kinds

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Survey collects the contents of the arguments of facts that rules use up and make.
type Survey struct {
	args   map[string][]argument // by predicate
	passes []numberPass
}

// argument sums up the contents of an argument of a predicate.
type argument struct {
	first   string // first constant
	several bool   // there were other constants
	open    bool   // there was something else than a constant
	number  Role   // role of the numbers, from Index on
}

// NewSurvey returns an empty survey.
func NewSurvey() *Survey { return &Survey{args: make(map[string][]argument)} }

// Constant records that some rule names a constant in an argument of a predicate.
func (s *Survey) Constant(pred string, arg int, name string) {
	a := s.argument(Position{pred, arg})
	if a.first == "" {
		a.first = name
	}
	a.several = a.several || name != a.first
}

// Open records that in some rule the argument is no constant.
func (s *Survey) Open(pred string, arg int) { s.argument(Position{pred, arg}).open = true }

// Number records that the argument is a number, and what some rule does to it.
func (s *Survey) Number(at Position, role Role) {
	a := s.argument(at)
	a.number = max(a.number, role)
}

func (s *Survey) argument(at Position) *argument {
	for len(s.args[at.Pred]) <= at.Arg {
		s.args[at.Pred] = append(s.args[at.Pred], argument{})
	}
	return &s.args[at.Pred][at.Arg]
}

// Table returns the roles of the arguments.
func (s *Survey) Table() Table {
	s.spreadQuantities()
	out := Table{Roles: make(map[string][]Role)}
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

// A rule passes the number of a consumed fact to a fact it makes, and may change it on the way.
// Numbers are matched one to one, the surest match first: an unchanged fact; a fact with only its
// number changed; a fact of the same predicate with the same number or one computed from it; and
// at last a fact of another predicate. So in `next N -o item N * next (N + 1)` the number of
// `next` is changed, and `item` gets a copy, which has no meaning as a quantity.

// Numbers are the numbers in the facts that a rule uses up and makes. The
// functions compare a number used with a number made, by their indexes.
type Numbers struct {
	Used, Made []Position
	Same       func(used, made int) bool // the two are always equal
	Named      func(used, made int) bool // both are constants of the rule
	Derived    func(used, made int) bool // the rule makes one from the other
	Kept       func(used, made int) bool // of one predicate: all arguments that are no numbers stay the same
}

// numberPass is a rule passing a number on from one position to another.
type numberPass struct{ from, to Position }

// Numbers records what a rule does to numbers.
func (s *Survey) Numbers(r Numbers) {
	here := func(u, m int) bool { return r.Used[u] == r.Made[m] }
	for u, at := range r.Used {
		for m := range r.Made {
			if here(u, m) && r.Kept(u, m) && !r.Same(u, m) {
				s.Number(at, Changed)
			}
		}
	}
	moved := func(u, m int) bool { return r.Same(u, m) && !r.Named(u, m) }
	derived := func(u, m int) bool { return r.Derived(u, m) && !r.Same(u, m) && !r.Named(u, m) }
	used, made := make([]bool, len(r.Used)), make([]bool, len(r.Made))
	for _, match := range []struct {
		fits func(u, m int) bool
		role Role
		pass bool
	}{
		{func(u, m int) bool { return here(u, m) && r.Kept(u, m) && r.Same(u, m) }, Index, false},
		{func(u, m int) bool { return here(u, m) && r.Kept(u, m) && derived(u, m) }, Quantity, false},
		{func(u, m int) bool { return here(u, m) && moved(u, m) }, Index, true},
		{func(u, m int) bool { return here(u, m) && derived(u, m) }, Quantity, true},
		{func(u, m int) bool { return !here(u, m) && moved(u, m) }, Index, true},
		{func(u, m int) bool { return !here(u, m) && derived(u, m) }, Quantity, true},
	} {
		for u, from := range r.Used {
			for m, to := range r.Made {
				if used[u] || made[m] || !match.fits(u, m) {
					continue
				}
				used[u], made[m] = true, true
				s.Number(from, match.role)
				s.Number(to, match.role)
				if match.pass {
					s.passes = append(s.passes, numberPass{from, to})
				}
			}
		}
	}
}

// spreadQuantities makes quantities of all numbers that rules pass on to quantities or get from
// quantities.
func (s *Survey) spreadQuantities() {
	for again := true; again; {
		again = false
		for _, p := range s.passes {
			from, to := s.argument(p.from).number, s.argument(p.to).number
			if from != to && max(from, to) == Quantity {
				s.Number(p.from, Quantity)
				s.Number(p.to, Quantity)
				again = true
			}
		}
	}
}

// mostNamed is how many quantities the name of a pool lists at the most.
const mostNamed = 4

// pools returns the names of the pools of quantities, which pass between predicates, or
// between kinds of facts of one predicate. No two pools have the same name, for the first member is in no other.
func (s *Survey) pools(k Table) map[Position]string {
	pools := make(map[Position][]Position)
	for _, p := range s.passes {
		if s.argument(p.from).number != Quantity || p.from == p.to && !slices.Contains(k.Roles[p.from.Pred], Telling) {
			continue
		}
		members := slices.Concat(pools[p.from], pools[p.to], []Position{p.from, p.to})
		slices.SortFunc(members, func(a, b Position) int { return cmp.Or(strings.Compare(a.Pred, b.Pred), a.Arg-b.Arg) })
		members = slices.Compact(members)
		for _, at := range members {
			pools[at] = members
		}
	}
	if len(pools) == 0 {
		return nil
	}
	names := make(map[Position]string)
	for at, members := range pools {
		var wholes []string
		for _, m := range members {
			wholes = append(wholes, k.Whole(m))
		}
		if others := len(wholes) - mostNamed; others > 1 {
			wholes = append(wholes[:mostNamed], fmt.Sprintf("%d others", others))
		}
		names[at] = strings.Join(wholes, " + ")
	}
	return names
}
