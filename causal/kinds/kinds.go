// Package kinds answers which facts of a run or a program are of one kind, and which numbers in them are
// quantities.
//
// Facts of one predicate may be of several kinds: in an economy `have grain` and
// `have iron` are no more the same than `grain` and `iron` would be, and a rule
// that makes one of the other has changed something. An argument tells the facts
// of its predicate apart where every rule that makes or uses up such facts names a
// constant there, and not all the same. An argument in which some rule has a
// variable, a number or a compound does not: who goes from a place to another has
// used up one `at` and made one. (In terms of coloured Petri nets these arguments
// are unfolded; Jensen, "Coloured Petri nets", 1997.)
//
// A number in a fact may be a quantity: if a rule replaces `coin N` by `coin (N - 3)`, the fact
// has changed by 3. It is a quantity of its predicate if some rule computes the new number from
// the old one, whatever happens to the other arguments, and if a fact with a quantity passes it on
// to a fact of another predicate, or gets it from one ([Survey.Numbers]). A number that is
// only handed on, or replaced by one of another fact, may as well be an index.
package kinds

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Unbounded is a number or a change of a quantity that has no bound, or a greater one than is counted.
const Unbounded = 1 << 40

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

// Table says what the arguments of predicates are for. The zero value tells no facts apart but by
// their predicates, and knows of no quantities.
type Table struct {
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

// Of returns the kind of a fact, as patterns are written: its predicate, and the
// arguments that tell it apart, such as `have grain` or `price _ grain`.
func (k Table) Of(pred string, args []trace.Term) string {
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

// named returns arguments with `_` in place of the arguments that do not tell facts apart.
func (k Table) named(pred string, args []trace.Term) []trace.Term {
	named := slices.Clone(args)
	for i := range named {
		if i >= len(k.Roles[pred]) || k.Roles[pred][i] != Telling {
			named[i] = trace.Const("_")
		}
	}
	return named
}

// Quantities returns which arguments of a predicate are quantities.
func (k Table) Quantities(pred string) []int {
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
func (k Table) OfQuantity(pred string, args []trace.Term, at int) string {
	if k.numbers(pred) < 2 {
		return k.Of(pred, args)
	}
	named := k.named(pred, args)
	named[at] = trace.Const("N")
	return trace.Fact{Pred: pred, Args: named}.String()
}

// Whole returns what a quantity is called in all facts of its predicate.
func (k Table) Whole(at Position) string {
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

// Without returns a fact without a number in it; where it has several that change, a pattern in
// which N stands for the number.
func (k Table) Without(pred string, args []trace.Term, at int) string {
	several := k.numbers(pred) > 1
	var others []trace.Term
	for i, t := range args {
		switch {
		case several && i == at:
			others = append(others, trace.Const("N"))
		case !k.Changes(pred, i):
			others = append(others, t)
		case several:
			others = append(others, trace.Const("_"))
		}
	}
	return trace.Fact{Pred: pred, Args: others}.String()
}

// Changes reports whether an argument is a number that rules change.
func (k Table) Changes(pred string, at int) bool {
	return at < len(k.Roles[pred]) && k.Roles[pred][at] >= Changed
}

// numbers returns how many arguments of a predicate are numbers.
func (k Table) numbers(pred string) (n int) {
	for _, role := range k.Roles[pred] {
		if role >= Index {
			n++
		}
	}
	return n
}

// HasQuantities reports whether any predicate has a quantity.
func (k Table) HasQuantities() bool {
	for pred := range k.Roles {
		if len(k.Quantities(pred)) > 0 {
			return true
		}
	}
	return false
}

// Value returns the number that a term is: a numeral, or a constructor that is applied so many times.
// One that is too great to be counted is [Unbounded].
func Value(g *causal.Graph, t trace.Term) (n int, ok bool) {
	if !t.Number {
		shape, ok := g.Shapes().Of(t)
		if !ok || shape.IsList {
			return 0, false
		}
		t = g.Shapes().Short(t)
	}
	if !t.Number {
		return 0, false
	}
	numeral, err := strconv.ParseInt(t.Head, 10, 64)
	if err != nil { // a numeral can only be too long
		return Unbounded, true
	}
	return int(min(numeral, Unbounded)), true
}
