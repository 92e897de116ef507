package network

import "math/bits"

// need is how often atoms ask for one fact: for a permanent resource, and for any,
// where no linear one meets two.
type need struct{ permanent, any int }

func (n *need) add(permanent bool) {
	if permanent {
		n.permanent++
	} else {
		n.any++
	}
}

// ways returns in how many ways the need is met, and false where that is too many to
// count.
func (n need) ways(s stock) (uint64, bool) {
	if n.permanent > 0 && !s.permanent() {
		return 0, true
	}
	return waysFrom(s.linear(), s.permanent(), n.any)
}

// waysFrom returns in how many ways so many linear resources and a permanent one
// meet as many atoms, and false where that is too many to count. The first atom
// takes the permanent one, which stays for the others, or one of the linear ones.
func waysFrom(linear uint64, permanent bool, atoms int) (uint64, bool) {
	switch {
	case atoms == 0:
		return 1, true
	case !permanent:
		return falling(linear, atoms)
	case atoms == 1:
		return linear + 1, true
	}
	with, ok := waysFrom(linear, true, atoms-1)
	if linear == 0 {
		return with, ok
	}
	without, ok2 := waysFrom(linear-1, true, atoms-1)
	hi, lo := bits.Mul64(linear, without)
	sum, carry := bits.Add64(with, lo, 0)
	return sum, ok && ok2 && hi == 0 && carry == 0
}

// falling returns n (n - 1) … with k factors.
func falling(n uint64, k int) (uint64, bool) {
	if uint64(k) > n {
		return 0, true
	}
	out := uint64(1)
	for i := range uint64(k) {
		hi, lo := bits.Mul64(out, n-i)
		if hi > 0 {
			return 0, false
		}
		out = lo
	}
	return out, true
}
