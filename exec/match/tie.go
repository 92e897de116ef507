package match

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// tie relates two components of one atom each that share no variable. It is a comparison of a
// column of one with a column of the other, or the condition that they must not take the same
// linear resource, or both. Tied components need not be matched together: the number of pairs
// follows from the number of facts with each value.
type tie struct {
	a, b    int // atoms of the rule
	check   int // of the rule; -1 for none
	overlap bool
}

// ties returns the ties and groups of a rule. It joins components that are tied in other ways.
func (p *partition) ties() ([]tie, [][]int) {
	ties := p.comparisons()
	groups := p.groups(ties)
	for i := range p.rule.Atoms {
		if slices.ContainsFunc(groups, func(g []int) bool { return slices.Contains(g, i) }) {
			continue
		}
		for j := range i {
			if overlap(p.rule.Atoms[j], p.rule.Atoms[i]) {
				ties = append(ties, tie{a: j, b: i, check: -1, overlap: true})
			}
		}
	}
	for {
		merged, bad := p.merge(ties)
		if bad < 0 {
			return merged, groups
		}
		p.untie(ties[bad])
		ties = slices.Delete(ties, bad, bad+1)
	}
}

// untie joins what a tie is between.
func (p *partition) untie(t tie) {
	p.join(p.atom(t.a), p.atom(t.b))
	if t.check >= 0 {
		p.joinCheck(t.check)
	}
}

// comparisons returns the checks that may be ties, and joins the others.
func (p *partition) comparisons() []tie {
	var out []tie
	for i, c := range p.rule.Checks {
		x, isX := c.X.(lang.Variable)
		y, isY := c.Y.(lang.Variable)
		a, b := -1, -1
		if isX && isY && c.Op != lang.Same {
			a, b = p.rule.column(x), p.rule.column(y)
		}
		if a < 0 || b < 0 {
			p.joinCheck(i)
			continue
		}
		out = append(out, tie{a: a, b: b, check: i})
	}
	return out
}

// column returns an atom of which a variable is an argument; -1 where there is none.
func (r *Rule) column(v lang.Variable) int {
	return slices.IndexFunc(r.Atoms, func(a lang.Premise) bool { return slices.Contains(a.Atom.Args, lang.Term(v)) })
}

// merge returns one tie for each two components, or the index of a tie that cannot be one.
func (p *partition) merge(ties []tie) ([]tie, int) {
	var out []tie
	of := make(map[int]int) // by component, its tie
	for i, t := range ties {
		a, b := p.find(p.atom(t.a)), p.find(p.atom(t.b))
		ofA, tiedA := of[a]
		ofB, tiedB := of[b]
		switch {
		case a == b, !p.lonely(a), !p.lonely(b), t.overlap && !(p.rule.whole(t.a) && p.rule.whole(t.b)):
			return nil, i
		case !tiedA && !tiedB:
			of[a], of[b] = len(out), len(out)
			out = append(out, t)
		case !tiedA || !tiedB || ofA != ofB || t.check >= 0 && out[ofA].check >= 0:
			return nil, i
		default:
			out[ofA].overlap = out[ofA].overlap || t.overlap
		}
	}
	return out, -1
}

// lonely reports whether a component is nothing but an atom.
func (p *partition) lonely(part int) bool {
	premises := 0
	for node := len(p.rule.Types); node < len(p.parent); node++ {
		if p.find(node) == part {
			premises++
		}
	}
	return premises == 1
}

// whole reports whether all facts of its predicate meet an atom.
func (r *Rule) whole(atom int) bool {
	seen := make(map[lang.Variable]bool)
	for _, t := range r.Atoms[atom].Atom.Args {
		v, ok := t.(lang.Variable)
		if !ok || seen[v] {
			return false
		}
		seen[v] = true
	}
	return true
}

// group is three or more components of one atom each, which all facts of one predicate meet. Their
// only tie is that no two of them may take the same linear resource. The number of choices follows
// from the number of resources: three of 500 cards are drawn in 124 million ways.
type group []*component

// groups returns the atoms of the rule that form groups. They are tied to no other atoms.
func (p *partition) groups(ties []tie) [][]int {
	var out [][]int
	grouped := make(map[*lang.Pred]bool)
	for i, a := range p.rule.Atoms {
		if a.Kind == lang.Permanent || len(a.Atom.Args) == 0 || grouped[a.Atom.Pred] {
			continue
		}
		grouped[a.Atom.Pred] = true
		if g := p.group(i, ties); len(g) > 2 {
			out = append(out, g)
		}
	}
	return out
}

// group returns the group of an atom, or nil if it has none.
func (p *partition) group(first int, ties []tie) (out []int) {
	for i, a := range p.rule.Atoms {
		if a.Kind == lang.Permanent || a.Atom.Pred != p.rule.Atoms[first].Atom.Pred {
			continue
		}
		if !p.rule.whole(i) || !p.lonely(p.find(p.atom(i))) {
			return nil
		}
		for _, t := range ties {
			if t.a == i || t.b == i {
				return nil
			}
		}
		out = append(out, i)
	}
	return out
}

// Grouped reports whether the rule has groups. The weight of a group may change without a change
// of a match, if a resource becomes permanent, and [Network.Stale] would not report that.
func (m *Matches) Grouped() bool { return len(m.groups) > 0 }

// weight returns the number of choices of resources.
func (g group) weight(ctx context.Context) (uint64, error) {
	for _, f := range g {
		if err := f.conflicts.ask(ctx); err != nil {
			return 0, err
		}
	}
	if permanent := g.lasting(); permanent < 2 {
		if n, few := waysFrom(g.linear(), permanent > 0, len(g)); few {
			return n, nil
		}
	}
	n := g.bigWeight()
	if !n.IsUint64() {
		return 0, ErrMany
	}
	return n.Uint64(), nil
}

// table returns the facts that meet the atoms.
func (g group) table() *Table { return g[0].conflicts.elements[0].table }

// linear returns the number of linear resources.
func (g group) linear() uint64 {
	return g[0].conflicts.sampler.total - g.lasting()
}

// lasting returns the number of permanent resources.
func (g group) lasting() uint64 { return uint64(len(g.table().forGood)) }

// bigWeight returns the number of choices of resources, however large.
func (g group) bigWeight() *big.Int { return bigWays(g.linear(), g.lasting(), len(g)) }

// draw draws a resource for each atom, one after another.
func (g group) draw(source *rand.PCG) {
	left := g.linear()
	for i := range g {
		lasting := g.lasting()
		permanent := lasting > 0 && (left == 0 || bigStays(source, left, lasting, len(g)-i-1))
		for g[i].draw(source); g.permanent(i) != permanent || g.taken(i); {
			g[i].draw(source)
		}
		if !permanent {
			left--
		}
	}
}

// permanent reports whether a permanent resource was drawn for an atom.
func (g group) permanent(atom int) bool {
	c, at := g[atom].drawn, g[atom].atoms[0]
	return c.Facts[at].Permanent() == c.Resources[at]
}

// taken reports whether an earlier atom was met by the same linear resource.
func (g group) taken(atom int) bool {
	c, at := g[atom].drawn, g[atom].atoms[0]
	for _, f := range g[:atom] {
		if c.Resources[f.atoms[0]] == c.Resources[at] && !g.permanent(atom) {
			return true
		}
	}
	return false
}

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
