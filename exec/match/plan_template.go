package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// plan returns a plan and its end. The plan finds the matches of a conflict set in which a given
// fact meets the atom, or all matches if atom is -1. It omits matches in which the fact also meets
// an earlier atom, unless whole is true.
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

// planTemplates are templates of one plan with different orders of atoms. The last one used is at the end.
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

// mostTemplates bounds the templates that are kept of one plan.
const mostTemplates = 8

// keep adds a template. If there are too many, it drops the least recently used one.
func (all *planTemplates) keep(d *planTemplate) {
	if len(*all) == mostTemplates {
		*all = slices.Delete(*all, 0, 1)
	}
	*all = append(*all, d)
}

// planTemplate is the part of a plan that depends only on the order in which the atoms are met. It
// is reused whenever a plan with this order is made again.
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

// eachProof calls a function for each proof of the plan.
func (d *planTemplate) eachProof(do func(*proof)) {
	for i := range d.nodes {
		if p := d.nodes[i].proof; p != nil {
			do(p)
		}
	}
}

// eachProof calls a function for each proof of a conflict set, including those of all its plans.
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
// in the order in which they occur there, so that equal plans have equal texts.
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
