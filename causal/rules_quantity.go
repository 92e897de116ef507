package causal

import (
	"fmt"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Unbounded is a change of a quantity that has no bound, or a greater one than is counted.
const Unbounded = 1 << 40

// addBounds returns the sum of two bounds of changes, of which one may be unbounded.
func addBounds(a, b int) int {
	if a == Unbounded || a == -Unbounded {
		return a
	}
	if b == Unbounded || b == -Unbounded {
		return b
	}
	return max(-Unbounded, min(a+b, Unbounded))
}

// moreOrLess says how a quantity changes: `2 less`, `1 to 3 more`, `1 less to 2 more`,
// `at least 1 less`.
func moreOrLess(least, most int) string {
	switch {
	case least == most:
		return by(least)
	case least == -Unbounded && most == Unbounded:
		return "varies"
	case least == 0 && most == Unbounded:
		return "more or the same"
	case least == -Unbounded && most == 0:
		return "less or the same"
	case least == -Unbounded:
		return bound(most < 0) + by(most)
	case most == Unbounded:
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

// haveQuantities reports whether any predicate has a quantity.
func (k Kinds) haveQuantities() bool {
	for pred := range k.Roles {
		if len(k.Quantities(pred)) > 0 {
			return true
		}
	}
	return false
}

// valueOf returns the number that a term is: a numeral, or a constructor that is applied so many times.
// One that is too great to be counted is [Unbounded].
func (g *Graph) valueOf(t trace.Term) (n int, ok bool) {
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
