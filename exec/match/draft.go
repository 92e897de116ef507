package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// plan returns the plan by which the matches of a memory are found that hold a fact
// which meets an atom, -1 for all that there are, and its end. A fact that is new does
// not meet an atom before this one, too, unless whole is true: then all matches of the
// fact are found.
func (m *memory) plan(from int, whole bool) ([]*node, leaf) {
	order := m.network.order(m.rule, from)
	drafts := &m.whole
	if !whole {
		drafts = &m.drafts[from]
	}
	d := drafts.take(order)
	if d == nil {
		if d = m.newDraft(order); !whole {
			d.start(m.readers[from])
		}
		drafts.keep(d)
	}
	return d.plan(), d.end
}

// drafts do the same in different orders, the one that was taken last at the end.
type drafts []*draft

// take returns the draft of an order, or nil. One that was not taken last is as if it were new.
func (all *drafts) take(order []int) *draft {
	i := slices.IndexFunc(*all, func(d *draft) bool { return slices.Equal(d.order, order) })
	if i < 0 {
		return nil
	}
	d := (*all)[i]
	if i < len(*all)-1 {
		d.reset()
		*all = append(slices.Delete(*all, i, i+1), d)
	}
	return d
}

// mostDrafts is how many drafts are kept that do the same.
const mostDrafts = 8

// keep enters a draft, for which the one goes that was not taken for longest where they are
// many.
func (all *drafts) keep(d *draft) {
	if len(*all) == mostDrafts {
		*all = slices.Delete(*all, 0, 1)
	}
	*all = append(*all, d)
}

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

// eachProof does something with each proof of the plan.
func (d *draft) eachProof(do func(*proof)) {
	for i := range d.nodes {
		if p := d.nodes[i].proof; p != nil {
			do(p)
		}
	}
}

// eachProof does something with each proof of a memory, those of all its plans included.
func (m *memory) eachProof(do func(*proof)) {
	for _, p := range m.proofs {
		do(p)
	}
	for _, all := range append(m.drafts[:len(m.drafts):len(m.drafts)], m.whole) {
		for _, d := range all {
			d.eachProof(do)
		}
	}
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
