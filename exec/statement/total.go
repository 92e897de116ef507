package statement

import (
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// total is an integer of any size, as its amount and its sign. The zero total is 0.
type total struct {
	amount   lang.Nat
	negative bool // not of 0
}

// newTotal returns n.
func newTotal(n int64) total {
	if n < 0 {
		return total{amount: lang.NewNat(-(n + 1)).Add(lang.NewNat(1)), negative: true} // -n may be too large
	}
	return total{amount: lang.NewNat(n)}
}

// negated returns -t.
func (t total) negated() total {
	t.negative = !t.negative && !t.isZero()
	return t
}

// times returns t n.
func (t total) times(n lang.Nat) total {
	if n.IsZero() {
		return total{}
	}
	t.amount = t.amount.Mul(n)
	return t
}

// plus returns t + u.
func (t total) plus(u total) total {
	if t.negative == u.negative {
		t.amount = t.amount.Add(u.amount)
		return t
	}
	if less, ok := t.amount.Sub(u.amount); ok {
		return total{less, t.negative && !less.IsZero()}
	}
	more, _ := u.amount.Sub(t.amount)
	return total{more, u.negative}
}

func (t total) isZero() bool { return t.amount.IsZero() }

// compare returns a negative number, 0 or a positive one as t is less than, equal to or greater than u.
func (t total) compare(u total) int {
	d := t.plus(u.negated())
	switch {
	case d.isZero():
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// meets reports whether t compares with a bound as an invariant says.
func (t total) meets(op lang.Op, bound int64) bool {
	order := t.compare(newTotal(bound))
	if op == lang.Same {
		return order == 0
	}
	return term.Ordered(op, order)
}

// String returns the digits, with a sign before those of a negative number.
func (t total) String() string {
	if t.negative {
		return "-" + t.amount.String()
	}
	return t.amount.String()
}
