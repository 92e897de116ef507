package match

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Matches are the matches of a rule. They are found when they are first used, and are then
// kept up to date until that has cost more than finding them anew.
type Matches struct {
	// first, second and more are the conflict sets of the components, if none are tied. The
	// first two are the variable unknown unless they are ready, and second is nil if the rule
	// has only one component.
	first, second *conflictSet
	more          []*conflictSet

	network    *Network
	rule       *Rule
	taken      bool           // the rule is split, and its components have conflict sets
	components []component    // nil before the rule is first split
	joins      []*thetaJoin   // the pairs of tied components
	groups     []group        // the groups of components
	single     []*component   // the components that are not tied
	alone      []*conflictSet // the conflict sets of single
	sole       *component     // the only component, or nil
	plain      bool           // ties are matched like everything else
	stale      bool           // Network.Stale returned it last
	Tag        int            // for use by the caller
	spare      *lister        // the lister of the last list, for reuse
	drawn      Choice
}

// component is a component of a rule with its matches.
type component struct {
	*subrule
	conflicts *conflictSet
	slots     []bindingSlot   // by atom
	given     []lang.Variable // variables of the rule with values in the record of a match
	moved     bool            // the slots give values to all other variables
	shares    bool            // a fact may meet several atoms
	odd       bool            // shares, or not moved
	drawn     *Choice
}

// bindingSlot holds the places for the fact and the resource that are drawn for an atom, and for the
// values that the fact gives.
type bindingSlot struct {
	table    *Table
	fact     *Fact
	resource *trace.ResourceID
	// values are the places for the first columns. A column that gives no variable a value is
	// stored in a place that is never read, which saves a test for each draw.
	values    [ownArgs]*trace.Sym
	binds     [ownArgs]lang.Variable // the variables of these values
	permanent bool                   // the atom asks for permanent resources only
}

// newSlot returns the slot of an atom of the rule, and whether it gives all values.
func (f *component) newSlot(atom int) (bindingSlot, bool) {
	c, r := f.drawn, f.conflicts.elements[atom]
	binds, all := f.newBinds(atom)
	s := bindingSlot{table: r.table, fact: &c.Facts[f.atoms[atom]], resource: &c.Resources[f.atoms[atom]], binds: binds,
		permanent: r.permanent}
	for column, v := range binds {
		s.values[column] = &c.nowhere
		if v != unbound {
			s.values[column] = &c.Values[v]
		}
	}
	return s, all
}

// newComponent returns a component of a rule of which matches are drawn into a choice.
func (n *Network) newComponent(p *subrule, c *Choice) component {
	f := component{subrule: p, conflicts: n.conflictSet(p.Rule), moved: true, drawn: c}
	for _, v := range f.conflicts.given {
		f.given = append(f.given, f.variables[v])
	}
	for i := range f.atoms {
		s, all := f.newSlot(i)
		f.slots = append(f.slots, s)
		f.moved = f.moved && all
	}
	f.shares = len(f.conflicts.alike) > 0
	f.odd = f.shares || !f.moved || len(f.given) > 0
	return f
}

// Matches returns the matches of a rule. They are found when they are first used.
func (n *Network) Matches(r *Rule) *Matches {
	m := &Matches{network: n, rule: r, first: unknown, drawn: n.newChoice(r)}
	for i := range r.Atoms {
		n.Table(r.Atoms[i].Atom.Pred).expectElement(len(r.Types), r.Atoms[i].Atom.Args)
	}
	n.matches = append(n.matches, m)
	return m
}

// ErrMany says that the number of choices of resources does not fit a word.
var ErrMany = errors.New("there are more ways to match it than can be counted")

// Weight returns the number of choices of resources. The error says why they could not be
// found; after [ErrMany], they can be counted by [Matches.BigWeight].
func (m *Matches) Weight(ctx context.Context) (uint64, error) {
	if !m.taken {
		m.take()
	}
	w, err := m.weight(ctx)
	if err == errUnfit {
		m.merge()
		return m.Weight(ctx)
	}
	if m.first == unknown || m.second == unknown {
		m.look()
	}
	return w, err
}

// weight is Weight of a rule that has been split, as far as possible.
func (m *Matches) weight(ctx context.Context) (uint64, error) {
	total, few := uint64(1), true
	for _, f := range m.alone {
		err := f.ask(ctx)
		if err != nil && err != ErrMany || f.sampler.total == 0 {
			return 0, err
		}
		few = err == nil && few
		few = times(&total, f.sampler.total) && few
	}
	for _, p := range m.joins {
		n, err := p.weight(ctx)
		if err != nil || n == 0 {
			return 0, err
		}
		few = times(&total, n) && few
	}
	for _, g := range m.groups {
		n, err := g.weight(ctx)
		if err != nil && err != ErrMany || err == nil && n == 0 {
			return 0, err
		}
		few = err == nil && times(&total, n) && few
	}
	if !few {
		return 0, ErrMany
	}
	return total, nil
}

// unknown stands for a conflict set that is not ready. Its weight is too large to be added.
var unknown = &conflictSet{records: records{sampler: sampler{total: 1 << 63}}}

// none stands for the conflict set of a rule without components, which matches in one way.
var none = &conflictSet{current: true, records: records{sampler: sampler{total: 1}}}

// look sets first, second and more, which [Counted] reads.
func (m *Matches) look() {
	m.first, m.second, m.more = unknown, nil, nil
	switch {
	case !m.taken || len(m.joins) > 0 || len(m.groups) > 0:
	case len(m.alone) == 0:
		m.first = none
	default:
		m.first = m.alone[0].orUnknown()
		if len(m.alone) > 1 {
			m.second, m.more = m.alone[1].orUnknown(), m.alone[2:]
		}
	}
}

// manyChoices is a bound on numbers of choices below which those of all rules of a stage can be added
// without overflow. All of its bits are set, so no number exceeds it if the union of their bits does not.
const manyChoices = 1<<56 - 1

// Counted stores the number of choices of resources of each rule in counts, and returns the index
// of the last rule that has any, and the sum. It returns false if a rule has matches that are yet
// to be found, or if the sum could overflow. There must be fewer than 64 rules.
func Counted(rules []*Matches, counts []int) (last, total int, ok bool) {
	counts = counts[:len(rules)]
	all, over := uint64(0), uint64(0)
	for i, m := range rules {
		n := m.first.sampler.total
		if n > 0 {
			all |= n
			if f := m.second; f != nil {
				hi, lo := bits.Mul64(n, f.sampler.total)
				n = lo
				all |= n
				over |= hi
				if len(m.more) > 0 {
					n = m.countMore(n)
					all |= n
				}
			}
			if n > 0 {
				last = i
			}
			total += int(n)
		}
		counts[i] = int(n)
	}
	return last, total, over == 0 && all <= manyChoices
}

// countMore multiplies the number of choices for the first two components by the numbers for the
// others. If it cannot, it returns the weight of unknown.
func (m *Matches) countMore(n uint64) uint64 {
	for _, f := range m.more {
		if n == 0 {
			return 0
		}
		if !f.ready() || !times(&n, f.sampler.total) || n > manyChoices {
			return unknown.sampler.total
		}
	}
	return n
}

// Forget ends keeping the matches, except for complete conflict sets that other rules share, which may
// have been counted already.
func (m *Matches) Forget() {
	for i := range m.components {
		if f := m.components[i].conflicts; f.err != nil || len(f.users) == 1 {
			f.forget()
		}
	}
}

// merge has ties matched like everything else from now on. It notes the rule for [Network.Stale],
// because its conflict sets do not report that change.
func (m *Matches) merge() {
	m.network.merged = append(m.network.merged, m)
	for _, p := range m.joins {
		p.leave()
	}
	m.drop()
	m.plain = true
}

// times multiplies a number, and returns false if the product overflows.
func times(n *uint64, by uint64) bool {
	hi, lo := bits.Mul64(*n, by)
	*n = lo
	return hi == 0
}

// drop forgets how the rule was split.
func (m *Matches) drop() {
	for i := range m.components {
		f := m.components[i].conflicts
		if f.users = slices.DeleteFunc(f.users, func(x *Matches) bool { return x == m }); len(f.users) == 0 {
			f.keeping = 0
		}
	}
	*m = Matches{network: m.network, rule: m.rule, first: unknown, stale: m.stale, Tag: m.Tag, drawn: m.drawn}
}

// reset makes the matches as if they had never been used. The components are kept.
func (m *Matches) reset() {
	if m.plain {
		m.drop()
	}
	m.taken, m.spare, m.first = false, nil, unknown
}

// take splits the rule, if that was not done before, and has the conflict sets of its components kept.
func (m *Matches) take() {
	if m.components == nil {
		m.split()
	}
	m.taken = true
	for i := range m.components {
		if c := m.components[i].conflicts; !c.wanted {
			c.wanted = true
			m.network.conflictSets = append(m.network.conflictSets, c)
		}
	}
	for _, p := range m.joins {
		p.begin()
	}
}

// split finds the components of the rule.
func (m *Matches) split() {
	parts, ties, groups := split(m.rule, !m.plain)
	for _, p := range parts {
		f := m.network.newComponent(p, &m.drawn)
		f.conflicts.users = append(f.conflicts.users, m)
		m.components = append(m.components, f)
	}
	tied := make([]bool, len(parts))
	with := func(atom int) int {
		i := slices.IndexFunc(parts, func(p *subrule) bool { return slices.Contains(p.atoms, atom) })
		tied[i] = true
		return i
	}
	for _, t := range ties {
		m.joins = append(m.joins, newThetaJoin(m.rule, t, &m.components[with(t.a)], &m.components[with(t.b)]))
	}
	for _, atoms := range groups {
		var g group
		for _, atom := range atoms {
			g = append(g, &m.components[with(atom)])
		}
		m.groups = append(m.groups, g)
	}
	for i := range parts {
		if !tied[i] {
			m.single = append(m.single, &m.components[i])
			m.alone = append(m.alone, m.components[i].conflicts)
		}
	}
	if len(parts) == 1 {
		m.sole = &m.components[0]
	}
}

// Choice is a match of a rule with a choice of resources.
type Choice struct {
	Values []trace.Sym // of the rule's variables
	// Facts and Resources are the ones that meet the rule's atoms.
	Facts     []Fact
	Resources []trace.ResourceID
	permanent bool      // one of the facts may be permanent
	nowhere   trace.Sym // place for columns that give no variable a value
}

// Permanent reports whether one of the resources may be permanent.
func (c *Choice) Permanent() bool { return c.permanent }

// Drawn returns the choice that [Matches.Draw] fills. Before the first draw, the caller may replace
// its slices of values and resources.
func (m *Matches) Drawn() *Choice { return &m.drawn }

// Draw draws one of the choices of resources, each as likely. [Matches.Weight] must have returned
// more than 0 since the last [Network.Commit]. The choice is valid until the next draw.
func (m *Matches) Draw(source *rand.PCG) *Choice {
	m.drawn.permanent = false
	if m.sole != nil {
		m.sole.draw(source)
		return &m.drawn
	}
	for _, f := range m.single {
		f.draw(source)
	}
	if len(m.joins)+len(m.groups) > 0 {
		m.drawTied(source)
	}
	return &m.drawn
}

// drawTied draws for the components that are tied.
//
//go:noinline
func (m *Matches) drawTied(source *rand.PCG) {
	for _, p := range m.joins {
		p.draw(source)
	}
	for _, g := range m.groups {
		g.draw(source)
	}
}

// newChoice returns room for a choice of a rule. The tables of its facts are always the
// same.
func (n *Network) newChoice(r *Rule) Choice {
	c := Choice{Values: make([]trace.Sym, len(r.Types)), Resources: make([]trace.ResourceID, len(r.Atoms))}
	for _, a := range r.Atoms {
		c.Facts = append(c.Facts, Fact{table: n.Table(a.Atom.Pred)})
	}
	return c
}

// Set makes a choice the same as another.
func (c *Choice) Set(as *Choice) {
	c.Clear()
	c.Values = append(c.Values, as.Values...)
	c.Facts = append(c.Facts, as.Facts...)
	c.Resources = append(c.Resources, as.Resources...)
}

// Clear empties a choice, so that any other can be entered.
func (c *Choice) Clear() {
	c.Values, c.Facts, c.Resources, c.permanent = c.Values[:0], c.Facts[:0], c.Resources[:0], true
}
