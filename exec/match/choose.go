package match

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// draw draws a match of the component and its resources, and enters them into the drawn choice.
// It inlines its callees and is not inlined itself.
//
//go:noinline
func (f *component) draw(source *rand.PCG) {
	s := &f.conflicts.sampler
	match, x := uint32(0), uint64(0)
	if s.some == 0 { // the case of nearly all draws
		match = s.ones[Below(source, s.total)]
	} else {
		match, x = s.draw(source)
	}
	if f.odd && f.drawOdd(match, source) {
		return
	}
	seats, words, at, other := f.slots, s.words, int(match)+rowsWord, multiplicity(0)
	for i := range seats {
		seat, row := &seats[i], words[at+i]
		fact := &seat.table.facts[row]
		seat.fact.row, *seat.resource = row, fact.last
		*seat.values[0], *seat.values[1] = fact.args[0], fact.args[1]
		other |= fact.multiplicity ^ one
	}
	if other != 0 {
		f.choose(x)
	}
}

// drawOdd enters the values that the slots do not give. If a fact meets several atoms, it enters the
// whole match and returns true. It is a function of its own because draw rarely needs it, and would
// have fewer registers with it.
//
//go:noinline
func (f *component) drawOdd(match uint32, source *rand.PCG) bool {
	switch {
	case f.shares && f.conflicts.repeats(f.conflicts.rowsOf(match)): // a fact meets several atoms
		f.load(match, f.drawn)
		f.chooseApart(f.drawn, source)
		return true
	case !f.moved:
		f.loadAll(match, f.drawn.Values)
	default:
		f.loadGiven(match, f.drawn.Values)
	}
	return false
}

// choose chooses a resource of each fact that has more than a single linear one. The number x
// modulo the number of resources selects one, and the quotient serves the next fact.
//
//go:noinline
func (f *component) choose(x uint64) {
	for i := range f.slots {
		s := &f.slots[i]
		stock := s.fact.at().multiplicity
		if stock == one {
			continue
		}
		f.drawn.permanent = f.drawn.permanent || stock.permanent()
		if s.permanent {
			*s.resource = s.table.permanent(s.fact.row)
		} else {
			*s.resource, x = s.table.pickOne(s.fact.row, x)
		}
	}
}

// pickOne is choose for facts with both kinds of resources. A chosen linear one becomes the last.
func (t *Table) pickOne(row uint32, x uint64) (trace.ResourceID, uint64) {
	fact := &t.facts[row]
	linear, n := fact.multiplicity.linear(), fact.multiplicity.resources()
	k := x % n
	x /= n
	if k == linear {
		return t.permanent(row), x
	}
	t.swap(fact, k, linear-1)
	return fact.last, x
}

// chooseApart draws the resources of a choice one after another, because a fact may meet several
// atoms.
func (f *component) chooseApart(c *Choice, source *rand.PCG) {
	for i, r := range f.conflicts.elements {
		t, at := r.table, f.atoms[i]
		row := c.Facts[at].row
		fact := &t.facts[row]
		c.permanent = c.permanent || fact.multiplicity.permanent()
		switch s := fact.multiplicity; {
		case r.permanent || s.linear() == 0:
			c.Resources[at] = t.permanent(row)
		case s == one:
			c.Resources[at] = fact.last
		default:
			c.Resources[at] = f.chooseOne(c, i, source)
		}
	}
}

// chooseOne draws a resource for an atom with a fact that has several. Linear resources
// that are already taken are moved to the end of the list.
func (f *component) chooseOne(c *Choice, i int, source *rand.PCG) trace.ResourceID {
	fact := c.Facts[f.atoms[i]]
	good := fact.Permanent()
	taken, later := f.sharers(c, i)
	left := fact.at().multiplicity.linear() - uint64(taken)
	if good != 0 && stays(source, left, later) {
		return good
	}
	k := Below(source, left)
	fact.table.swap(fact.at(), k, left-1)
	return *fact.table.linear(fact.at(), left-1)
}

// sharers returns the number of linear resources of an atom's fact that earlier atoms
// take, and the number of later atoms that the same fact meets.
func (f *component) sharers(c *Choice, i int) (taken, later int) {
	fact := c.Facts[f.atoms[i]]
	for j, at := range f.atoms {
		switch {
		case c.Facts[at] != fact || f.conflicts.elements[j].permanent:
		case j > i:
			later++
		case j < i && c.Resources[at] != fact.Permanent():
			taken++
		}
	}
	return taken, later
}

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

// A caller that counts the choices of rules in each state keeps their matches up to date. If it also
// follows the rules, it need only count again the rules with changed matches.

// Keep keeps the matches of the rule up to date until [Network.Release], if the rule was weighed
// before. If weighing stopped at a component without matches, the components after it may stay
// unknown.
func (m *Matches) Keep() {
	for i := range m.components {
		m.components[i].conflicts.keeping = m.network.keeping
	}
}

// Follow is [Matches.Keep] for a rule that was weighed. From then on, [Network.Stale] returns the
// rule once its weight may have changed.
func (m *Matches) Follow() {
	m.Keep()
	for i := range m.components {
		m.components[i].conflicts.sampler.armed = true
	}
}

// Release ends keeping the matches of all rules. Until now they count as used.
func (n *Network) Release() {
	n.ask()
	n.keeping++
}

// ask marks the matches that are kept as used.
func (n *Network) ask() {
	for _, m := range n.conflictSets {
		if m.keeping == n.keeping {
			m.idle = 0
		}
	}
}

// Stale returns the rules with weights that may have changed since they were last followed, and
// possibly others. They must be followed again. The list is valid until the next call.
func (n *Network) Stale() []*Matches {
	for _, m := range n.stale {
		m.stale = false
	}
	n.stale = n.stale[:0]
	n.tell(n.merged)
	for _, m := range n.noted {
		n.tell(m.users)
	}
	n.merged, n.noted = n.merged[:0], n.noted[:0]
	return n.stale
}

// tell adds rules to the list of stale ones.
func (n *Network) tell(rules []*Matches) {
	for _, m := range rules {
		if !m.stale {
			m.stale = true
			n.stale = append(n.stale, m)
		}
	}
}

// note records that weights of a conflict set have changed, once between two uses of it.
//
//go:noinline
func (m *conflictSet) note() {
	m.sampler.armed = false
	m.network.noted = append(m.network.noted, m)
}
