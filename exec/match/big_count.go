package match

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
)

// A choice of ten coins out of a hundred has more possibilities than fit into a word. A match with so
// many, alone or in sum with the other matches of its conflict set, overflows: it is kept with weight
// 1, and its true weight is computed with big integers when choices are counted or drawn. That takes
// time for each match, so it ends as soon as the weights fit again.

// markOverflow records that a match overflows. It is rare, and is not inlined, so that it does not take
// up its callers' registers.
//
//go:noinline
func (m *conflictSet) markOverflow(match uint32) {
	if m.overflow == nil {
		m.overflow = make(map[uint32]bool)
	}
	m.overflow[match] = true
	m.sampler.set(match, 1)
	m.invalidateUsers()
	m.sampler.tell()
}

// resolveOverflow gives overflowing matches their true weights if these fit, and returns [ErrMany]
// otherwise.
func (m *conflictSet) resolveOverflow() error {
	for _, match := range slices.Sorted(maps.Keys(m.overflow)) { // sorted, so that the order within a class is fixed
		n, few := uint64(0), true
		if m.sampler.weight(match) > 0 {
			n, few = m.weigh(m.rowsOf(match))
		}
		if few && n <= mostWeight-min(m.sampler.total, mostWeight) {
			delete(m.overflow, match)
			m.sampler.set(match, n)
		}
	}
	if len(m.overflow) > 0 {
		return ErrMany
	}
	return nil
}

// BigWeight returns the number of choices of resources if [Matches.Weight] has just returned
// [ErrMany].
func (m *Matches) BigWeight() *big.Int {
	total := big.NewInt(1)
	for _, f := range m.alone {
		total.Mul(total, f.bigWeight())
	}
	for _, p := range m.joins {
		total.Mul(total, new(big.Int).SetUint64(p.count))
	}
	for _, g := range m.groups {
		total.Mul(total, g.bigWeight())
	}
	return total
}

// DrawBig is [Matches.Draw] for any number of choices.
func (m *Matches) DrawBig(source *rand.PCG) *Choice {
	m.drawn.permanent = false
	for _, f := range m.single {
		if len(f.conflicts.overflow) > 0 {
			f.drawBig(source)
		} else {
			f.draw(source)
		}
	}
	m.drawTied(source)
	return &m.drawn
}

// drawBig is draw for a component with overflowing matches.
func (f *component) drawBig(source *rand.PCG) {
	x := BelowBig(source, f.conflicts.bigWeight())
	for match := range f.conflicts.sampler.all() {
		if x.Sub(x, f.conflicts.bigWeightOf(match)); x.Sign() < 0 {
			f.load(match, f.drawn)
			f.chooseApart(f.drawn, source)
			return
		}
	}
}

// bigWeight returns the number of choices of resources of all matches.
func (m *conflictSet) bigWeight() *big.Int {
	sum := new(big.Int)
	for match := range m.sampler.all() {
		sum.Add(sum, m.bigWeightOf(match))
	}
	return sum
}

// bigWeightOf returns the number of choices of resources of a match, which has at least one.
func (m *conflictSet) bigWeightOf(match uint32) *big.Int {
	if !m.overflow[match] {
		return new(big.Int).SetUint64(m.sampler.weight(match))
	}
	total, record := big.NewInt(1), m.rowsOf(match)
	for i, r := range m.elements {
		if n, first := m.need(record, i); first && n.any > 0 {
			s := r.table.facts[record[i]].committed
			total.Mul(total, bigWays(s.linear(), uint64(s&1), n.any))
		}
	}
	return total
}

// bigWays is waysFrom for any number of ways and of permanent resources. The result is a polynomial
// in the number of permanent resources. One of its coefficients is, for each j, the number of ways
// in which linear resources meet j of the atoms.
func bigWays(linear, permanent uint64, atoms int) *big.Int {
	sum, ways := big.NewInt(1), big.NewInt(1)
	factor := new(big.Int)
	for j := uint64(1); j <= uint64(atoms); j++ {
		ways.Mul(ways, factor.SetUint64(uint64(atoms)-j+1))
		ways.Mul(ways, factor.SetUint64(linear-min(linear, j-1)))
		ways.QuoRem(ways, factor.SetUint64(j), new(big.Int))
		sum.Add(sum.Mul(sum, factor.SetUint64(permanent)), ways)
	}
	return sum
}

// stays draws whether the permanent resource of a fact meets an atom. The fact has left linear
// resources that no earlier atom takes, and meets later atoms after this one.
func stays(source *rand.PCG, left uint64, later int) bool {
	ways, few := waysFrom(left, true, later+1)
	if few {
		with, _ := waysFrom(left, true, later)
		return Below(source, ways) < with
	}
	return bigStays(source, left, 1, later)
}

// bigStays is stays for any number of ways, and for a given number of permanent resources that may
// meet the atom.
func bigStays(source *rand.PCG, left, permanent uint64, later int) bool {
	with := bigWays(left, permanent, later)
	with.Mul(with, new(big.Int).SetUint64(permanent))
	return BelowBig(source, bigWays(left, permanent, later+1)).Cmp(with) < 0
}

// BelowBig returns a number below n, each as likely, from a source of random bits.
func BelowBig(source *rand.PCG, n *big.Int) *big.Int {
	word := new(big.Int).SetUint64(1 << 63)
	for {
		x, all := new(big.Int), big.NewInt(1) // x is below all, each number as likely
		for all.Cmp(n) < 0 {
			all.Mul(all, word)
			x.Add(x.Mul(x, word), new(big.Int).SetUint64(source.Uint64()>>1))
		}
		times, rest := new(big.Int).QuoRem(all, n, new(big.Int))
		if x.Cmp(times.Mul(times, n)) < 0 {
			x.QuoRem(x, n, rest)
			return rest
		}
	}
}
