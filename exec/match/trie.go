package match

import "github.com/ceptre-graph/ceptre/lang"

// node is a step of plans, and what comes after it. The plans that start from the
// atoms that facts of a table may meet form a trie: as far as they do the same, it is
// done once.
type node struct {
	step
	text   string // the same for steps that do the same
	next   []*node
	leaves []leaf
	pair   *node // see solePair
}

// leaf is the end of a plan: a match has been found.
type leaf struct {
	conflicts *conflictSet
	joints    []joint         // by atom of the conflict set
	given     []lang.Variable // of the plan: those whose values the match holds
}

// joint is an atom of a conflict set, and which one it is in the order of the plan.
type joint struct {
	element *element
	slot    int
}

// grow enters a plan into a trie, below its root, which is not component of it.
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

// fail notes an error for all conflict sets that a node leads to.
func (n *node) fail(err error) {
	for _, l := range n.leaves {
		l.conflicts.fail(err)
	}
	for _, c := range n.next {
		c.fail(err)
	}
}

// joins reports whether a step meets an atom that the search does not start from.
func (s *step) joins() bool {
	return s.kind == joinStep || s.kind == lookupStep || s.kind == pairStep
}

// identify writes what a step does: what premise it meets, and of which all is known then.
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

// buildTrie builds the trie of a group from the plans of its elements. What an atom does by itself
// goes by nothing else, so such plans stay: these elements may be thousands, and be asked for one
// after another.
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

// invalidate has the tries of a table made anew when they are looked at the next time.
func (t *Table) invalidate() {
	t.common.invalidate()
	for _, s := range t.byConstant {
		s.invalidate()
	}
}

func (s *subscriberGroup) invalidate() { s.built, s.reusable = false, 0 }

// bare reports whether the matches of a conflict set are each of one fact.
func (m *conflictSet) bare() bool { return len(m.elements) == 1 && len(m.rule.Proofs) == 0 }

// root returns the root that does what a first step does.
func (s *subscriberGroup) root(first *node) *node {
	for _, n := range s.roots {
		if n.text == first.text {
			return n
		}
	}
	s.roots = append(s.roots, first)
	return first
}
