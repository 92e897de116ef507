package match

import "math/bits"

// need counts the atoms that use one fact: those that need a permanent resource, and those that
// accept any. No linear resource meets two atoms.
type need struct{ permanent, any int }

func (n *need) add(permanent bool) {
	if permanent {
		n.permanent++
	} else {
		n.any++
	}
}

// ways returns the number of ways to meet the need, and false if it overflows.
func (n need) ways(s multiplicity) (uint64, bool) {
	if n.permanent > 0 && !s.permanent() {
		return 0, true
	}
	return waysFrom(s.linear(), s.permanent(), n.any)
}

// waysFrom returns the number of ways in which linear resources, and a permanent one if there is
// one, meet the given number of atoms, and false if it overflows. The permanent one meets any number
// of atoms, so the result is a sum, over j, of the ways in which linear ones meet j of the atoms.
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

// falling returns n (n - 1) … with k factors, and false if it overflows.
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
