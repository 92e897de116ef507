package match

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
func (n need) ways(s multiplicity) (uint64, bool) {
	if n.permanent > 0 && !s.permanent() {
		return 0, true
	}
	return waysFrom(s.linear(), s.permanent(), n.any)
}

// waysFrom returns in how many ways so many linear resources and a permanent one
// meet as many atoms, and false where that is too many to count. The permanent one meets any
// number of them, so it is the sum of the ways in which j linear ones meet the others.
func waysFrom(linear uint64, permanent bool, atoms int) (uint64, bool) {
	if !permanent {
		return falling(linear, atoms)
	}
	sum, ways := uint64(1), uint64(1)
	for j := uint64(1); j <= min(linear, uint64(atoms)); j++ {
		if !times(&ways, uint64(atoms)-j+1) || !times(&ways, linear-j+1) {
			return 0, false
		}
		ways /= j
		var carry uint64
		if sum, carry = bits.Add64(sum, ways, 0); carry > 0 {
			return 0, false
		}
	}
	return sum, true
}

// falling returns n (n - 1) … with k factors.
func falling(n uint64, k int) (uint64, bool) {
	if uint64(k) > n {
		return 0, true
	}
	out := uint64(1)
	for i := range uint64(k) {
		if !times(&out, n-i) {
			return 0, false
		}
	}
	return out, true
}
