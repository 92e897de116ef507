package network

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

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
	memory *memory
	joints []joint         // by atom of the memory
	given  []lang.Variable // of the plan: those whose values the match holds
}

// joint is an atom of a memory, and which one it is in the order of the plan.
type joint struct {
	reader *reader
	slot   int
}

// grow enters a plan into a trie, below its root, which is not part of it.
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

// fail notes an error for all memories that a node leads to.
func (n *node) fail(err error) {
	for _, l := range n.leaves {
		l.memory.fail(err)
	}
	for _, c := range n.next {
		c.fail(err)
	}
}

// plan returns the plan by which the matches of a memory are found that hold a fact
// which meets an atom, -1 for all that there are, and its end. A fact that is new does
// not meet an atom before this one, too, unless whole is true: then all matches of the
// fact are found.
func (m *memory) plan(from int, whole bool) ([]*node, leaf) {
	order := m.network.order(m.rule, from)
	arranged := m.rule.arranged(order)
	end := leaf{memory: m, joints: make([]joint, len(order))}
	for slot, atom := range order {
		end.joints[atom] = joint{m.readers[atom], slot}
	}
	for _, v := range m.given {
		end.given = append(end.given, arranged.local(v))
	}
	var out []*node
	w := numbered(len(m.rule.Types))
	for _, s := range m.network.steps(arranged.Rule) {
		s.another = s.joins() && !whole && order[s.atom] < from && s.table == m.readers[from].table
		out = append(out, &node{step: s, text: w.identify(arranged.Rule, &s)})
	}
	return out, end
}

// joins reports whether a step meets an atom that the search does not start from.
func (s *step) joins() bool {
	return s.kind == joinStep || s.kind == lookupStep || s.kind == pairStep
}

// arranged returns the rule with its atoms in another order, and its variables numbered
// in the order in which they occur there. So plans that do the same look the same.
func (r *Rule) arranged(order []int) *part {
	out := &part{Rule: new(Rule)}
	for _, i := range order {
		out.Atoms = append(out.Atoms, out.own(r, r.Atoms[i]))
	}
	for _, a := range r.Proofs {
		out.Proofs = append(out.Proofs, out.own(r, a))
	}
	for _, c := range r.Checks {
		out.Checks = append(out.Checks, out.own(r, c))
	}
	return out
}

// identify writes what a step does.
func (w *writer) identify(r *Rule, s *step) string {
	switch s.kind {
	case rootStep:
		return w.atom(r.Atoms[s.atom].Atom)
	case joinStep, lookupStep, pairStep:
		return fmt.Sprint(s.kind, s.another, w.atom(r.Atoms[s.atom].Atom))
	case proofStep:
		return fmt.Sprint(s.kind, w.atom(s.proof.atom))
	}
	return fmt.Sprint(s.kind, w.check(s.check))
}

// plant makes the trie of a table anew, of the plans of those who read it.
func (t *Table) plant() {
	t.roots, t.looked, t.planted = nil, nil, true
	for _, r := range t.readers {
		steps, end := r.memory.plan(r.atom, false)
		t.root(steps[0]).grow(steps[1:], end)
		t.looked = append(t.looked, r.looks()...)
	}
	slices.Sort(t.looked)
	t.looked = slices.Compact(t.looked)
}

// root returns the root that does what a first step does.
func (t *Table) root(first *node) *node {
	for _, n := range t.roots {
		if n.text == first.text {
			return n
		}
	}
	t.roots = append(t.roots, first)
	return first
}
