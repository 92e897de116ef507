package rules

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The incidence of a rule is what one firing adds to the number of facts of each
// kind ([kinds.Table.Of]), and takes from it: what it makes less what it consumes. What it
// reads counts nothing (Murata, "Petri nets: properties, analysis and
// applications", Proceedings of the IEEE 77, 1989, section IV.B). Linear
// facts and permanent ones of a kind are counted apart.
//
// Firings of one rule can differ. A permanent fact is made only where it does not
// hold yet; and an atom of the left side consumes a linear fact, but leaves a
// permanent one. So the incidence has for each kind the least and the most
// that a firing adds. From a trace these are of the firings that it has, and
// others may go beyond.
//
// Besides the facts, the quantities in them count ([kinds.Quantity]): a rule that uses up `coin 7`
// and makes `coin 4` leaves as many facts and takes 3 from their quantities. What it adds is the
// sum of the quantities in the facts that it makes, less the sum of the quantities that it consumes. So
// the changes of a run add up to the quantities in the end less the quantities at the start.
//
// Where a fact passes its quantity on to one of another kind, as in `seed N -o crop N`, the rule
// does not say by how much the quantities of seeds and crops change, but does say that both
// together stay as they are. So the pool of them counts, too ([kinds.Table.Pools]).

// Incidence is what firings of a rule, or of several together, add to the number
// of facts and to the quantities in them: numbers of linear facts first, then quantities, then
// numbers of permanent facts, each by kind. What never changes is left out.
type Incidence []Change

// Change is what firings add to the number of facts of one kind, or to a quantity in them: less
// than zero where they take more than they make.
type Change struct {
	Kind        string
	Permanent   bool   // of its permanent facts, and not of its linear ones
	Quantity    bool   // of the quantities in linear facts, for which Kind is [kinds.Table.OfQuantity]
	Of          string // of a quantity, the kind of these facts
	Pool        string // that the quantity is part of, if any
	Total       bool   // of all quantities of the pool that is Kind
	Least, Most int
}

// Exact reports whether all firings are alike.
func (c Change) Exact() bool { return c.Least == c.Most }

// counted returns the change without its numbers: what it counts.
func (c Change) counted() Change {
	return Change{Kind: c.Kind, Permanent: c.Permanent, Quantity: c.Quantity, Total: c.Total}
}

// plus returns the sum of two changes of the same facts.
func (c Change) plus(d Change) Change {
	c.Least, c.Most = addBounds(c.Least, d.Least), addBounds(c.Most, d.Most)
	return c
}

// Fact returns the kind, with `!` before that of permanent facts.
func (c Change) Fact() string {
	if c.Permanent {
		return "!" + c.Kind
	}
	return c.Kind
}

// String returns the change with its sign, and as a range where firings differ:
// `+2 coin`, `-1 to +1 !met`. That of a quantity is `coin 2 less`.
func (c Change) String() string {
	if c.Quantity {
		return c.Kind + " " + moreOrLess(c.Least, c.Most)
	}
	if c.Exact() {
		return fmt.Sprintf("%+d %s", c.Least, c.Fact())
	}
	return fmt.Sprintf("%s to %s %s", signed(c.Least), signed(c.Most), c.Fact())
}

func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// sameFacts orders changes by their facts; it is 0 for changes of the same facts.
func sameFacts(a, b Change) int {
	return cmp.Or(a.rank()-b.rank(), cmp.Compare(a.Kind, b.Kind))
}

// rank orders changes of different sorts.
func (c Change) rank() int {
	switch {
	case c.Permanent:
		return 3
	case c.Total:
		return 2
	case c.Quantity:
		return 1
	}
	return 0
}

// NewIncidence returns the sum of changes, which may be in any order.
func NewIncidence(changes []Change) Incidence {
	sorted := slices.Clone(changes)
	slices.SortStableFunc(sorted, sameFacts)
	var out Incidence
	for _, c := range sorted {
		if last := len(out) - 1; last >= 0 && sameFacts(out[last], c) == 0 {
			out[last] = out[last].plus(c)
			continue
		}
		out = append(out, c)
	}
	return slices.DeleteFunc(out, func(c Change) bool { return c.Least == 0 && c.Most == 0 })
}

// Linear returns the changes of linear facts, and of the quantities in them.
func (n Incidence) Linear() Incidence {
	i := slices.IndexFunc(n, func(c Change) bool { return c.Permanent })
	if i < 0 {
		return n
	}
	return n[:i]
}

// ChangesOf returns what a change of the quantity in an argument of a fact is a change of: of the
// quantity and, where it has one, of its pool.
func ChangesOf(k kinds.Table, pred string, args []trace.Term, at int) []Change {
	pool := k.Pools[kinds.Position{Pred: pred, Arg: at}]
	of := []Change{{Kind: k.OfQuantity(pred, args, at), Quantity: true, Of: k.Of(pred, args), Pool: pool}}
	if pool != "" {
		of = append(of, Change{Kind: pool, Quantity: true, Total: true})
	}
	return of
}

// addBounds returns the sum of two bounds of changes, of which one may be unbounded.
func addBounds(a, b int) int {
	if a == kinds.Unbounded || a == -kinds.Unbounded {
		return a
	}
	if b == kinds.Unbounded || b == -kinds.Unbounded {
		return b
	}
	return max(-kinds.Unbounded, min(a+b, kinds.Unbounded))
}

// moreOrLess says how a quantity changes: `2 less`, `1 to 3 more`, `1 less to 2 more`,
// `at least 1 less`.
func moreOrLess(least, most int) string {
	switch {
	case least == most:
		return by(least)
	case least == -kinds.Unbounded && most == kinds.Unbounded:
		return "varies"
	case least == 0 && most == kinds.Unbounded:
		return "more or the same"
	case least == -kinds.Unbounded && most == 0:
		return "less or the same"
	case least == -kinds.Unbounded:
		return bound(most < 0) + by(most)
	case most == kinds.Unbounded:
		return bound(least > 0) + by(least)
	case least >= 0:
		return fmt.Sprintf("%d to %d more", least, most)
	case most <= 0:
		return fmt.Sprintf("%d to %d less", -most, -least)
	}
	return by(least) + " to " + by(most)
}

// bound says whether something changes by an amount or more, or by the amount or less.
func bound(least bool) string {
	if least {
		return "at least "
	}
	return "at most "
}

// by says by how much a quantity changes.
func by(n int) string {
	if n < 0 {
		return fmt.Sprintf("%d less", -n)
	}
	return fmt.Sprintf("%d more", n)
}
