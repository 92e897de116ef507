package match

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/lang"
)

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
		permanent := g.drawPermanent(source, i, left)
		for g[i].draw(source); g.permanent(i) != permanent || g.taken(i); {
			g[i].draw(source)
		}
		if !permanent {
			left--
		}
	}
}

// drawPermanent draws whether a permanent resource meets an atom.
func (g group) drawPermanent(source *rand.PCG, atom int, left uint64) bool {
	switch permanent := g.lasting(); {
	case permanent == 0:
		return false
	case left == 0:
		return true
	default:
		return bigStays(source, left, permanent, len(g)-atom-1)
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
