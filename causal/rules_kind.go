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

// A number in a fact may be a quantity: if a rule replaces `coin N` by `coin (N - 3)`, the fact
// has changed by 3. It is a quantity of its predicate if some rule computes the new number from
// the old one, whatever happens to the other arguments, and if a fact with a quantity passes it on
// to a fact of another predicate, or gets it from one ([KindSurvey.Numbers]). A number that is
// only handed on, or replaced by one of another fact, may as well be an index.

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

// Kinds says what the arguments of predicates are for. The zero value tells no facts apart but by
// their predicates, and knows of no quantities.
type Kinds struct {
	Roles map[string][]Role // by predicate
	// Pools are the names of the pools of quantities that pass from facts of one kind to facts of
	// another: of `seed` and `crop` where a rule makes `crop N` of `seed N`.
	Pools map[Position]string
}

// Position is an argument of a predicate.
type Position struct {
	Pred string
	Arg  int
}

// Of returns the kind of a fact, as patterns are written: its predicate, and those
// arguments that tell it apart, such as `have grain` or `price _ grain`.
func (k Kinds) Of(pred string, args []trace.Term) string {
	roles := k.Roles[pred]
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
		if i >= len(k.Roles[pred]) || k.Roles[pred][i] != Telling {
			named[i] = trace.Const("_")
		}
	}
	return named
}

// Quantities returns which arguments of a predicate are quantities.
func (k Kinds) Quantities(pred string) []int {
	var at []int
	for i, role := range k.Roles[pred] {
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

// ChangesOf returns what a change of the quantity in an argument of a fact is a change of: of the
// quantity and, where it has one, of its pool.
func (k Kinds) ChangesOf(pred string, args []trace.Term, at int) []Change {
	pool := k.Pools[Position{pred, at}]
	of := []Change{{Kind: k.OfQuantity(pred, args, at), Quantity: true, Of: k.Of(pred, args), Pool: pool}}
	if pool != "" {
		of = append(of, Change{Kind: pool, Quantity: true, Total: true})
	}
	return of
}
