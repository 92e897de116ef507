package lang

import (
	"math"
	"math/big"
	"math/bits"
)

// Nat is a natural number of any size; the zero Nat is 0. Numbers are never
// changed.
type Nat struct {
	small int64
	large *big.Int // the number where it is beyond small, else nil
}

// NewNat returns n, which is not negative.
func NewNat(n int64) Nat { return Nat{small: n} }

// ParseNat reads decimal digits, of which there is at least one.
func ParseNat(digits string) Nat {
	n, _ := new(big.Int).SetString(digits, 10)
	return fromBig(n)
}

func fromBig(n *big.Int) Nat {
	if n.IsInt64() {
		return Nat{small: n.Int64()}
	}
	return Nat{large: n}
}

func (n Nat) big() *big.Int {
	if n.large != nil {
		return n.large
	}
	return big.NewInt(n.small)
}

// IsZero reports whether the number is 0.
func (n Nat) IsZero() bool { return n.large == nil && n.small == 0 }

// Int returns the number as a machine integer, or [math.MaxInt64] where it is
// larger.
func (n Nat) Int() int64 {
	if n.large != nil {
		return math.MaxInt64
	}
	return n.small
}

// Cmp returns -1, 0 or 1 as n is less than, equal to or greater than m.
func (n Nat) Cmp(m Nat) int {
	switch {
	case n.large != nil || m.large != nil:
		return n.big().Cmp(m.big())
	case n.small < m.small:
		return -1
	case n.small > m.small:
		return 1
	}
	return 0
}

// Add returns n + m.
func (n Nat) Add(m Nat) Nat {
	if n.large == nil && m.large == nil {
		if sum := n.small + m.small; sum >= 0 {
			return Nat{small: sum}
		}
	}
	return fromBig(new(big.Int).Add(n.big(), m.big()))
}

// Sub returns n - m, and false where that is below zero.
func (n Nat) Sub(m Nat) (Nat, bool) {
	switch {
	case n.Cmp(m) < 0:
		return Nat{}, false
	case n.large == nil:
		return Nat{small: n.small - m.small}, true
	}
	return fromBig(new(big.Int).Sub(n.large, m.big())), true
}

// Mul returns n * m.
func (n Nat) Mul(m Nat) Nat {
	if n.large == nil && m.large == nil {
		if high, low := bits.Mul64(uint64(n.small), uint64(m.small)); high == 0 && low <= math.MaxInt64 {
			return Nat{small: int64(low)}
		}
	}
	return fromBig(new(big.Int).Mul(n.big(), m.big()))
}

// DivMod returns n divided by m, rounded down, and the rest; false where m is 0.
func (n Nat) DivMod(m Nat) (quotient, rest Nat, ok bool) {
	switch {
	case m.IsZero():
		return Nat{}, Nat{}, false
	case n.large == nil && m.large == nil:
		return Nat{small: n.small / m.small}, Nat{small: n.small % m.small}, true
	}
	q, r := new(big.Int).QuoRem(n.big(), m.big(), new(big.Int))
	return fromBig(q), fromBig(r), true
}

// Words returns how many machine words the number takes, at least 1.
func (n Nat) Words() int {
	if n.large == nil {
		return 1
	}
	return len(n.large.Bits())
}

// String returns the digits of the number.
func (n Nat) String() string { return n.big().String() }

// Calculate returns n op m, and false where there is no such number: below zero,
// or divided by zero.
func Calculate(op Op, n, m Nat) (Nat, bool) {
	switch op {
	case Plus:
		return n.Add(m), true
	case Minus:
		return n.Sub(m)
	case Times:
		return n.Mul(m), true
	}
	q, r, ok := n.DivMod(m)
	if op == Mod {
		return r, ok
	}
	return q, ok
}
