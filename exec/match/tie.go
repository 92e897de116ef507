package match

import (
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
