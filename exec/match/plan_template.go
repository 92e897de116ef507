package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
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

// node is a step of plans, with the steps that follow it. The plans that start from
// the elements of a table form a trie, so that the search takes their common first steps
// only once.
type node struct {
	step
	text   string // identifies the step: equal steps have equal texts
	next   []*node
	leaves []leaf
	// pair is the only step after a join, if it asks just whether a fact pairs the value that the
	// join finds with a known one. Otherwise it is nil.
	pair *node
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
	n.pair = nil
	if next := n.sole(); next != nil && next.kind == pairStep && n.binds && len(n.rest) == 0 &&
		next.by == n.other && next.other != n.other {
		n.pair = next
	}
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
		m := r.conflicts
		if alone = alone && len(m.elements) == 1 && len(m.rule.Proofs) == 0; alone && at < s.reusable {
			continue
		}
		steps, end := m.plan(r.atom, false)
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

// newBinds returns the variables of the rule that get their values from the first columns of a
// fact, or unbound, by column. It also reports whether the fact gives no other values, as is the
// case for most atoms.
func (f *component) newBinds(atom int) (binds [ownArgs]lang.Variable, all bool) {
	all = true
	for i := range binds {
		binds[i] = unbound
	}
	for _, c := range f.conflicts.unpack[atom] {
		switch {
		case c.kind == patternBind && c.column < ownArgs:
			binds[c.column] = f.variables[c.v]
		case c.kind == patternSame || c.kind == patternConst: // these hold in every match
		default:
			all = false
		}
	}
	return binds, all
}

// unbound stands for no variable.
const unbound lang.Variable = -1

// load stores the facts and values of a match in a choice.
func (f *component) load(match uint32, c *Choice) {
	rows := f.conflicts.rowsOf(match)
	for i, at := range f.atoms {
		c.Facts[at].row = rows[i]
	}
	if !f.moved {
		f.loadAll(match, c.Values)
		return
	}
	for i := range f.slots {
		s := &f.slots[i]
		for column, v := range s.binds {
			if v != unbound {
				c.Values[v] = s.table.facts[rows[i]].args[column]
			}
		}
	}
	f.loadGiven(match, c.Values)
}

// loadGiven stores the values in the record of a match.
func (f *component) loadGiven(match uint32, values []trace.Sym) {
	for i, s := range f.conflicts.termsOf(match) {
		values[f.given[i]] = trace.Sym(s)
	}
}

// loadAll stores all values if some of them have to be computed.
func (f *component) loadAll(match uint32, values []trace.Sym) {
	m := f.conflicts
	m.read(match, m.env)
	for i, v := range f.variables {
		values[v] = m.env[i]
	}
}

// read stores the values of the variables of a match in env.
func (m *conflictSet) read(match uint32, env []trace.Sym) {
	rows := m.rowsOf(match)
	for i, r := range m.elements {
		m.network.terms.fits(m.unpack[i], r.table.at(rows[i]), env)
	}
	for i, s := range m.termsOf(match) {
		env[m.given[i]] = trace.Sym(s)
	}
}
