package network

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Matches are those of a rule. They are found when they are asked for the first
// time and kept up to date from then on, until that has cost more than it takes to
// find them anew.
type Matches struct {
	network *Network
	rule    *Rule
	factors []factor // by part; nil before somebody asks
	pairs   []*pair  // of parts that are tied
	single  []int    // the parts that are not
	plain   bool     // ties are not wanted
	spare   *lister  // of the last list
}

// factor is a part of a rule with its matches.
type factor struct {
	*part
	memory *memory
	same   bool // its variables have the numbers that they have in the rule
}

func (n *Network) newFactor(p *part) factor {
	f := factor{p, n.memory(p.Rule), true}
	for i, v := range p.variables {
		f.same = f.same && int(v) == i
	}
	return f
}

// Matches returns the matches of a rule, as yet unasked for.
func (n *Network) Matches(r *Rule) *Matches { return &Matches{network: n, rule: r} }

// ErrMany says that there are more choices of resources than can be counted.
var ErrMany = errors.New("there are more ways to match it than can be counted")

// Weight returns how many choices of resources there are. The error says why they
// could not be found or counted.
func (m *Matches) Weight(ctx context.Context) (uint64, error) {
	if m.factors == nil {
		m.take()
	}
	total, few := uint64(1), true
	for _, i := range m.single {
		f := m.factors[i].memory
		if err := f.ask(ctx); err != nil || f.sampler.total == 0 {
			return 0, err
		}
		few = times(&total, f.sampler.total) && few
	}
	for _, p := range m.pairs {
		n, err := p.weight(ctx)
		if err == errUnfit {
			m.merge()
			return m.Weight(ctx)
		}
		if err != nil || n == 0 {
			return 0, err
		}
		few = times(&total, n) && few
	}
	if !few {
		return 0, ErrMany
	}
	return total, nil
}

// Forget ends keeping the matches.
func (m *Matches) Forget() {
	for i := range m.factors {
		m.factors[i].memory.forget()
	}
}

// merge has ties matched like everything else from now on.
func (m *Matches) merge() {
	for _, p := range m.pairs {
		p.leave()
	}
	m.plain, m.factors, m.spare = true, nil, nil
}

// times multiplies a number, and is false where the product is too large.
func times(n *uint64, by uint64) bool {
	hi, lo := bits.Mul64(*n, by)
	*n = lo
	return hi == 0
}

// take takes the rule apart.
func (m *Matches) take() {
	m.single, m.pairs = nil, nil
	parts, ties := split(m.rule, !m.plain)
	for _, p := range parts {
		m.factors = append(m.factors, m.network.newFactor(p))
	}
	tied := make([]bool, len(parts))
	with := func(atom int) int {
		i := slices.IndexFunc(parts, func(p *part) bool { return slices.Contains(p.atoms, atom) })
		tied[i] = true
		return i
	}
	for _, t := range ties {
		m.pairs = append(m.pairs, newPair(m.rule, t, &m.factors[with(t.a)], &m.factors[with(t.b)]))
	}
	for i := range parts {
		if !tied[i] {
			m.single = append(m.single, i)
		}
	}
}

// Choice is a match of a rule with a choice of resources.
type Choice struct {
	Values []trace.Sym // of the rule's variables
	// Facts and Resources are those that meet the rule's atoms.
	Facts     []Fact
	Resources []trace.ResourceID
}

// Draw draws one of the choices of resources, each as likely, where x is below the
// weight and each number is as likely. More chance may be needed.
func (m *Matches) Draw(c *Choice, x uint64, source rand.Source) {
	c.resize(m.rule)
	if len(m.single) == 1 && len(m.pairs) == 0 { // dividing takes longer than all the rest
		m.factors[m.single[0]].draw(c, x, source)
		return
	}
	for _, i := range m.single {
		f := &m.factors[i]
		n := f.memory.sampler.total
		f.draw(c, x%n, source)
		x /= n
	}
	for _, p := range m.pairs {
		p.draw(c, x%p.count, source)
		x /= p.count
	}
}

// draw draws a match of the part, where x is below their weight.
func (f *factor) draw(c *Choice, x uint64, source rand.Source) {
	f.load(f.memory.sampler.draw(&f.memory.records, x, source), c)
	f.choose(c, source)
}

// resize makes room for a choice of a rule.
func (c *Choice) resize(r *Rule) {
	c.Values = slices.Grow(c.Values[:0], len(r.Types))[:len(r.Types)]
	c.Facts = slices.Grow(c.Facts[:0], len(r.Atoms))[:len(r.Atoms)]
	c.Resources = slices.Grow(c.Resources[:0], len(r.Atoms))[:len(r.Atoms)]
}

// Set makes a choice the same as another.
func (c *Choice) Set(as *Choice) {
	c.Values = append(c.Values[:0], as.Values...)
	c.Facts = append(c.Facts[:0], as.Facts...)
	c.Resources = append(c.Resources[:0], as.Resources...)
}
