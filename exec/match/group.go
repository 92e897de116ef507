package match

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/lang"
)

// group is three components or more of one atom each, that all facts of one predicate meet, and that are
// tied by nothing but that no two of them may take the same linear resource. How many choices that
// makes follows from how many resources there are: of 500 cards three are drawn in 124 million ways.
type group []*component

// groups returns the atoms of the rule that make groups, which are tied to no others.
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

// group returns the atoms of the predicate of one; nil where they are no group.
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

// Grouped reports whether components of the rule are groups. What these weigh may change though no match
// does, where a resource becomes permanent: so nobody who follows the rule would be told of it.
func (m *Matches) Grouped() bool { return len(m.groups) > 0 }

// weight returns how many choices of resources there are.
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

// linear returns how many linear resources there are.
func (g group) linear() uint64 {
	return g[0].conflicts.sampler.total - g.lasting()
}

// lasting returns how many permanent resources there are.
func (g group) lasting() uint64 { return uint64(len(g.table().forGood)) }

// bigWeight returns how many choices of resources there are, however many.
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

// taken reports whether an atom before one was met by the same linear resource.
func (g group) taken(atom int) bool {
	c, at := g[atom].drawn, g[atom].atoms[0]
	for _, f := range g[:atom] {
		if c.Resources[f.atoms[0]] == c.Resources[at] && !g.permanent(atom) {
			return true
		}
	}
	return false
}
