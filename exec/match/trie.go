package match

import "github.com/ceptre-graph/ceptre/lang"

// node is a step of plans, with the steps that follow it. The plans that start from
// the elements of a table form a trie, so that the search takes their common first steps
// only once.
type node struct {
	step
	text   string // identifies the step: equal steps have equal texts
	next   []*node
	leaves []leaf
	pair   *node // see solePair
}

// leaf is the end of a plan: a match has been found.
type leaf struct {
	conflicts *conflictSet
	joints    []joint         // by atom of the conflict set
	given     []lang.Variable // variables of the plan with values in the record of the match
}

// joint is an element of a conflict set, with its position in the order of the plan.
type joint struct {
	element *element
	slot    int
}

// grow adds a plan to a trie below its root. The steps do not include the root.
func (n *node) grow(steps []*node, end leaf) {
	if len(steps) == 0 {
		n.leaves, n.pair = append(n.leaves, end), nil
		return
	}
	for _, c := range n.next {
		if c.text == steps[0].text {
			c.grow(steps[1:], end)
			return
		}
	}
	n.next = append(n.next, steps[0])
	n.pair = n.solePair()
	steps[0].grow(steps[1:], end)
}

// fail records an error in all conflict sets that a node leads to.
func (n *node) fail(err error) {
	for _, l := range n.leaves {
		l.conflicts.fail(err)
	}
	for _, c := range n.next {
		c.fail(err)
	}
}

// joins reports whether a step meets an atom other than the one that the search starts from.
func (s *step) joins() bool {
	return s.kind == joinStep || s.kind == lookupStep || s.kind == pairStep
}

// identify writes the text of a step: the premise that it meets, and the variables known before it.
func (w *writer) identify(r *Rule, s *step) string {
	switch s.kind {
	case joinStep:
		return "join " + w.atom(r.Atoms[s.atom].Atom)
	case rootStep, lookupStep, pairStep:
		return w.atom(r.Atoms[s.atom].Atom)
	case giveStep:
		return "give " + w.check(s.check)
	case proofStep:
		return "prove " + w.atom(s.proof.atom)
	}
	return w.check(s.check)
}

// buildTrie builds the trie of a group from the plans of its elements. Plans of rules with a single atom
// depend on nothing else, so they are reused: there may be thousands of such elements, added one after
// another.
func (s *subscriberGroup) buildTrie() {
	if s.reusable == 0 {
		s.roots = nil
	}
	alone := true
	for at, r := range s.elements {
		if alone = alone && r.conflicts.bare(); alone && at < s.reusable {
			continue
		}
		steps, end := r.conflicts.plan(r.atom, false)
		s.root(steps[0]).grow(steps[1:], end)
	}
	s.built, s.reusable = true, 0
	if alone {
		s.reusable = len(s.elements)
	}
}

// invalidate has the tries of a table rebuilt when they are next used.
func (t *Table) invalidate() {
	t.common.invalidate()
	for _, s := range t.byConstant {
		s.invalidate()
	}
}

func (s *subscriberGroup) invalidate() { s.built, s.reusable = false, 0 }

// bare reports whether each match of a conflict set is a single fact.
func (m *conflictSet) bare() bool { return len(m.elements) == 1 && len(m.rule.Proofs) == 0 }

// root returns the root that is equal to a first step.
func (s *subscriberGroup) root(first *node) *node {
	for _, n := range s.roots {
		if n.text == first.text {
			return n
		}
	}
	s.roots = append(s.roots, first)
	return first
}
