package causal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A rule passes the number of a consumed fact to a fact it makes, and may change it on the way.
// Numbers are matched one to one, the surest match first: an unchanged fact; a fact with only its
// number changed; a fact of the same predicate with the same number or one computed from it; and
// at last a fact of another predicate. So in `next N -o item N * next (N + 1)` the number of
// `next` is changed, and `item` gets a copy, which has no meaning as a quantity.

// RuleNumbers are the numbers in the facts that a rule uses up, and in those that it makes. Its
// functions compare one of the former with one of the latter, by their indexes.
type RuleNumbers struct {
	Used, Made []Position
	Same       func(used, made int) bool // they are always equal
	Named      func(used, made int) bool // both are constants of the rule
	Derived    func(used, made int) bool // the rule makes one from the other
	Kept       func(used, made int) bool // of one predicate: all arguments that are no numbers stay the same
}

// numberPass says that a rule passes numbers on from one position to another.
type numberPass struct{ from, to Position }

// Numbers enters what a rule does to numbers.
func (s *KindSurvey) Numbers(r RuleNumbers) {
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
// them.
func (s *KindSurvey) spreadQuantities() {
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

// pools returns the names of the pools of quantities: of those that pass between predicates, or
// between kinds of facts of one.
func (s *KindSurvey) pools(k Kinds) map[Position]string {
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
		names[at] = k.pool(members)
	}
	return names
}

// mostNamed is how many quantities the name of a pool lists at the most.
const mostNamed = 4

// pool returns the name of a pool. No two have the same, for the first is in no other.
func (k Kinds) pool(members []Position) string {
	var names []string
	for _, m := range members {
		names = append(names, k.whole(m))
	}
	if others := len(names) - mostNamed; others > 1 {
		names = append(names[:mostNamed], fmt.Sprintf("%d others", others))
	}
	return strings.Join(names, " + ")
}

// whole returns what a quantity is called in all facts of its predicate.
func (k Kinds) whole(at Position) string {
	if k.numbers(at.Pred) < 2 {
		return at.Pred
	}
	args := make([]trace.Term, len(k.Roles[at.Pred]))
	for i := range args {
		args[i] = trace.Const("_")
	}
	args[at.Arg] = trace.Const("N")
	return trace.Fact{Pred: at.Pred, Args: args}.String()
}
