package stable

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/scc"
	"github.com/go-air/gini/z"
)

// circle is a component of the positive dependency graph: atoms that support each other, and can be unfounded.
type circle struct {
	atoms    []ground.Atom // in ascending order
	supports []support     // all rules that derive one of the atoms, in the order of the rules
	uses     [][]use       // by member: where bodies of supports contain it
}

// support is a rule that derives atoms of a circle. Atoms are given by their places among the members of the circle.
type support struct {
	rule  int
	heads []int32
	inner []int32   // members among the positive literals of the body
	sums  []partial // sums to which members can add
}

// partial is a sum that is not negated, by elements that are members and others.
type partial struct {
	*ground.Sum
	inner, outer []ground.Element // the atoms of inner are members
}

// use is an occurrence of a member in the body of a support.
type use struct {
	support int
	sum     int // in the sums of the support; -1 for a positive literal
	weight  int64
}

// circles returns the components of a program in which atoms support each other, dependent ones later.
// It returns an error for rules that can not be handled (see [Check]).
func circles(p *ground.Program) ([]*circle, error) {
	atoms := p.Atoms.Len()
	owner := make([]*circle, atoms)
	member := make([]int32, atoms)
	var out []*circle
	// A component with two nodes or more has at least an atom and a rule.
	for _, nodes := range dependencies(p).Components() {
		if len(nodes) == 1 {
			continue // an atom or a rule that does not depend on itself
		}
		c := &circle{}
		slices.Sort(nodes)
		for _, n := range nodes {
			if n < int32(atoms) {
				owner[n], member[n] = c, int32(len(c.atoms))
				c.atoms = append(c.atoms, ground.Atom(n))
			}
		}
		c.uses = make([][]use, len(c.atoms))
		out = append(out, c)
	}
	for i := range p.Rules {
		if r := &p.Rules[i]; len(r.Head) > 1 && r.Choice == nil {
			return nil, refuse(r, "several heads of which one is chosen are not supported, but a choice is")
		}
		for _, h := range p.Rules[i].Head {
			c := owner[h]
			if c == nil {
				continue
			}
			if n := len(c.supports); n == 0 || c.supports[n-1].rule != i {
				c.add(i, &p.Rules[i], func(a ground.Atom) (int32, bool) { return member[a], owner[a] == c })
			}
			last := &c.supports[len(c.supports)-1]
			last.heads = append(last.heads, member[h])
		}
	}
	for _, c := range out {
		if i := c.mixed(); i >= 0 {
			return nil, refuse(&p.Rules[i], "an atom depends on itself through a sum that has positive and negative weights")
		}
	}
	return out, nil
}

// add adds a rule as a support that has no heads yet.
func (c *circle) add(rule int, r *ground.Rule, member func(ground.Atom) (int32, bool)) {
	s := support{rule: rule}
	for _, a := range r.Pos {
		if m, ok := member(a); ok && !slices.Contains(s.inner, m) {
			s.inner = append(s.inner, m)
			c.uses[m] = append(c.uses[m], use{len(c.supports), -1, 0})
		}
	}
	for i := range r.Sums {
		sum := partial{Sum: &r.Sums[i]}
		for _, e := range sum.Elements {
			if m, ok := member(e.Atom); ok && !e.Not && !sum.Negated {
				sum.inner = append(sum.inner, ground.Element{Weight: e.Weight, Atom: ground.Atom(m)})
				c.uses[m] = append(c.uses[m], use{len(c.supports), len(s.sums), e.Weight})
			} else {
				sum.outer = append(sum.outer, e)
			}
		}
		if sum.inner != nil {
			s.sums = append(s.sums, sum)
		}
	}
	c.supports = append(c.supports, s)
}

// mixed returns the first rule with a sum that adds up positive and negative weights of members, or -1. If all these
// weights have one sign, then a sum that is within its bounds in a model is within them in each part of the model in
// which it is past one of them: it is as good as monotone.
func (c *circle) mixed() int {
	positive := func(e ground.Element) bool { return e.Weight > 0 }
	negative := func(e ground.Element) bool { return e.Weight < 0 }
	for _, s := range c.supports {
		for _, sum := range s.sums {
			if slices.ContainsFunc(sum.inner, positive) && slices.ContainsFunc(sum.inner, negative) {
				return s.rule
			}
		}
	}
	return -1
}

// unfounded returns which members hold in the model that was found last though no chain of rules derives them from
// atoms outside the circle.
func (c *circle) unfounded(f *completion) []int32 {
	// This is the least fixpoint of the reduct by counters, in time linear in the size of the supports (Dowling and
	// Gallier, “Linear-time algorithms for testing the satisfiability of propositional Horn formulae”, 1984).
	founded := make([]bool, len(c.atoms))
	missing := make([]int, len(c.supports))    // inner literals that are not founded; -1 if the body does not hold
	values := make([][]int64, len(c.supports)) // of the sums, founded members alone
	queue := make([]int32, 0, len(c.atoms))
	derive := func(i int) {
		s := &c.supports[i]
		if missing[i] != 0 {
			return
		}
		for j, sum := range s.sums {
			if values[i][j] < sum.Lower || values[i][j] > sum.Upper {
				return
			}
		}
		for _, h := range s.heads {
			if !founded[h] && f.holds(f.atoms[c.atoms[h]]) {
				founded[h] = true
				queue = append(queue, h)
			}
		}
	}
	// Sums begin with the value that atoms outside the circle give them.
	for i := range c.supports {
		s := &c.supports[i]
		missing[i] = len(s.inner)
		if !f.holds(f.bodies[s.rule]) {
			missing[i] = -1
			continue
		}
		for _, sum := range s.sums {
			value := int64(0)
			for _, e := range sum.outer {
				if f.holds(f.atoms[e.Atom]) != e.Not {
					value += e.Weight
				}
			}
			values[i] = append(values[i], value)
		}
		derive(i)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, u := range c.uses[queue[0]] {
			if missing[u.support] < 0 {
				continue
			}
			if u.sum < 0 {
				missing[u.support]--
			} else {
				values[u.support][u.sum] += u.weight
			}
			derive(u.support)
		}
	}
	var out []int32
	for m, a := range c.atoms {
		if !founded[m] && f.holds(f.atoms[a]) {
			out = append(out, int32(m))
		}
	}
	return out
}

// refute adds loop formulas that exclude the model that was found last if it has unfounded atoms of the circle. It
// reports whether it does.
func (c *circle) refute(f *completion) bool {
	atoms := c.unfounded(f)
	if len(atoms) == 0 {
		return false
	}
	place := make(map[int32]int32, len(atoms))
	for i, m := range atoms {
		place[m] = int32(i)
	}
	// Atoms lead to the atoms that support them. A component without edges to others is a smallest unfounded set.
	g := scc.New(len(atoms), func(edge func(from, to int32)) {
		for _, s := range c.supports {
			if !f.holds(f.bodies[s.rule]) {
				continue
			}
			for _, h := range s.heads {
				from, ok := place[h]
				if !ok {
					continue
				}
				for _, m := range s.inner {
					if to, ok := place[m]; ok {
						edge(from, to)
					}
				}
				for _, sum := range s.sums {
					for _, e := range sum.inner {
						if to, ok := place[int32(e.Atom)]; ok {
							edge(from, to)
						}
					}
				}
			}
		}
	})
	set := make([]int32, len(atoms)) // number of the component of each atom, from 1
	for i, nodes := range g.Components() {
		final := true
		for _, n := range nodes {
			set[n] = int32(i + 1)
		}
		for _, n := range nodes {
			for _, to := range g.To(n) {
				final = final && set[to] == set[n]
			}
		}
		if final {
			loop := make(map[int32]bool, len(nodes))
			for _, n := range nodes {
				loop[atoms[n]] = true
			}
			c.addFormula(f, loop)
		}
	}
	return true
}

// addFormula adds that atoms of a set of members hold only if a rule supports one of them from outside the set. All
// stable models satisfy that, so that the formula can stay for the whole search. It also counts rules with bodies
// that do not hold in this model, as they may in others.
func (c *circle) addFormula(f *completion, set map[int32]bool) {
	in := func(m int32) bool { return set[m] }
	var outside []z.Lit
	for i := range c.supports {
		s := &c.supports[i]
		if slices.ContainsFunc(s.heads, in) && !slices.ContainsFunc(s.inner, in) {
			outside = append(outside, c.bodyWithout(f, s, set))
		}
	}
	some := f.conjunction(negations(outside)).Not()
	for m, a := range c.atoms {
		if set[int32(m)] {
			f.clause(f.atoms[a].Not(), some)
		}
	}
}

// bodyWithout returns a literal that holds where the body of a support does though no member of a set adds to sums.
func (c *circle) bodyWithout(f *completion, s *support, set map[int32]bool) z.Lit {
	body := []z.Lit{f.bodies[s.rule]} // with the sums as they are
	for _, sum := range s.sums {
		rest := ground.Sum{Elements: slices.Clone(sum.outer), Lower: sum.Lower, Upper: sum.Upper}
		for _, e := range sum.inner {
			if !set[int32(e.Atom)] {
				rest.Elements = append(rest.Elements, ground.Element{Weight: e.Weight, Atom: c.atoms[e.Atom]})
			}
		}
		if len(rest.Elements) < len(sum.Elements) {
			body = append(body, f.sum(&rest))
		}
	}
	return f.conjunction(body)
}
