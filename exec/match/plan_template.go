package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// plan returns the plan by which the matches of a conflict set are found that hold a fact
// which meets an atom, -1 for all that there are, and its end. A fact that is new does
// not meet an atom before this one, too, unless whole is true: then all matches of the
// fact are found.
func (m *conflictSet) plan(from int, whole bool) ([]*node, leaf) {
	order := m.network.order(m.rule, from)
	drafts := &m.whole
	if !whole {
		drafts = &m.templates[from]
	}
	d := drafts.take(order)
	if d == nil {
		if d = m.newTemplate(order); !whole {
			d.start(m.elements[from])
		}
		drafts.keep(d)
	}
	return d.plan(), d.end
}

// planTemplates do the same in different orders, the one that was taken last at the end.
type planTemplates []*planTemplate

// take returns the template of an order, or nil. One that was not taken last is as if it were new.
func (all *planTemplates) take(order []int) *planTemplate {
	i := slices.IndexFunc(*all, func(d *planTemplate) bool { return slices.Equal(d.order, order) })
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

// mostTemplates is how many templates are kept that do the same.
const mostTemplates = 8

// keep enters a template, for which the one goes that was not taken for longest where they are
// many.
func (all *planTemplates) keep(d *planTemplate) {
	if len(*all) == mostTemplates {
		*all = slices.Delete(*all, 0, 1)
	}
	*all = append(*all, d)
}

// planTemplate is a plan that is made again and again: all of it that goes by the order in which
// the atoms are met, and by nothing else.
type planTemplate struct {
	order []int
	nodes []node
	end   leaf
}

func (m *conflictSet) newTemplate(order []int) *planTemplate {
	arranged := m.rule.arranged(order)
	d := &planTemplate{order: order, end: leaf{conflicts: m, joints: make([]joint, len(order))}}
	for slot, atom := range order {
		d.end.joints[atom] = joint{m.elements[atom], slot}
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
func (d *planTemplate) eachProof(do func(*proof)) {
	for i := range d.nodes {
		if p := d.nodes[i].proof; p != nil {
			do(p)
		}
	}
}

// eachProof does something with each proof of a conflict set, those of all its plans included.
func (m *conflictSet) eachProof(do func(*proof)) {
	for _, p := range m.proofs {
		do(p)
	}
	for _, all := range append(m.templates[:len(m.templates):len(m.templates)], m.whole) {
		for _, d := range all {
			d.eachProof(do)
		}
	}
}

// start notes that the plan starts from the facts that meet an atom.
func (d *planTemplate) start(r *element) {
	for i := range d.nodes {
		n := &d.nodes[i]
		if n.another = n.joins() && d.order[n.atom] < r.atom && n.table == r.table; n.another {
			n.text += " another"
		}
	}
}

// plan returns the steps of the plan, for a trie. The one in which they were before is not used
// any longer.
func (d *planTemplate) plan() []*node {
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
func (r *Rule) arranged(order []int) *subrule {
	out := &subrule{Rule: &Rule{
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
