package network

import (
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
	drafts := &m.full
	if !whole {
		drafts = &m.drafts[from]
	}
	i := slices.IndexFunc(*drafts, func(d *draft) bool { return slices.Equal(d.order, order) })
	if i < 0 {
		d := m.newDraft(order)
		if !whole {
			d.start(m.readers[from])
		}
		if i = len(*drafts); i == mostDrafts {
			i, *drafts = i-1, slices.Delete(*drafts, 0, 1)
		}
		*drafts = append(*drafts, d)
	}
	d := (*drafts)[i]
	return d.plan(), d.end
}

// mostDrafts is how many drafts are kept that do the same in different orders.
const mostDrafts = 8

// draft is a plan that is made again and again: all of it that goes by the order in which
// the atoms are met, and by nothing else.
type draft struct {
	order []int
	nodes []node
	end   leaf
}

func (m *memory) newDraft(order []int) *draft {
	arranged := m.rule.arranged(order)
	d := &draft{order: order, end: leaf{memory: m, joints: make([]joint, len(order))}}
	for slot, atom := range order {
		d.end.joints[atom] = joint{m.readers[atom], slot}
	}
	for _, v := range m.given {
		d.end.given = append(d.end.given, arranged.local(v))
	}
	w := &m.network.writer
	w.number(len(m.rule.Types))
	d.nodes = m.network.steps(arranged.Rule)
	for i := range d.nodes {
		n := &d.nodes[i]
		n.text = w.identify(arranged.Rule, &n.step)
	}
	return d
}

// start notes that the plan starts from the facts that meet an atom.
func (d *draft) start(r *reader) {
	for i := range d.nodes {
		n := &d.nodes[i]
		if n.another = n.joins() && d.order[n.atom] < r.atom && n.table == r.table; n.another {
			n.text += " another"
		}
	}
}

// plan returns the steps of the plan, for a trie. The one in which they were before is not used
// any longer.
func (d *draft) plan() []*node {
	out := make([]*node, len(d.nodes))
	for i := range d.nodes {
		n := &d.nodes[i]
		n.next, n.leaves, n.pair = nil, nil, nil
		if n.kind == joinStep {
			n.index = n.table.index(n.index.columns)
		}
		if n.kind == pairStep {
			n.kind = lookupStep
		}
		if n.kind == lookupStep {
			n.pick()
		}
		out[i] = n
	}
	return out
}

// joins reports whether a step meets an atom that the search does not start from.
func (s *step) joins() bool {
	return s.kind == joinStep || s.kind == lookupStep || s.kind == pairStep
}

// arranged returns the rule with its atoms in another order, and its variables numbered
// in the order in which they occur there. So plans that do the same look the same.
func (r *Rule) arranged(order []int) *part {
	out := &part{Rule: &Rule{
		Types:  make([]*lang.Type, 0, len(r.Types)),
		Atoms:  make([]lang.Premise, 0, len(r.Atoms)),
		Proofs: make([]lang.Premise, 0, len(r.Proofs)),
		Checks: make([]lang.Premise, 0, len(r.Checks)),
	}, variables: make([]lang.Variable, 0, len(r.Types))}
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
	t.await()
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
