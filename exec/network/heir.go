package network

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// A counter is a fact such as `gold C N`: a firing takes one and makes another that differs
// in a column that no rule looks at. The new one is the heir of the old one: it takes over
// its row, and so its matches, where it would be found to meet the same facts.

// mostGone is how many of the facts that changed last are looked at for one that has an heir.
const mostGone = 4

// inherits reports whether facts of the table may have heirs: there are columns that no
// rule looks at.
func (t *Table) inherits() bool { return t.planted && len(t.looked) < t.width && !t.rests }

// inherit has a new fact take over the row of one that has just gone, and returns the row;
// false if there is no such one.
func (n *Network) inherit(t *Table, args []trace.Sym) (uint32, bool) {
	for i := range min(mostGone, len(n.changed)) {
		c := n.changed[len(n.changed)-1-i]
		if c.table == t && t.leaves(c.row, args) {
			t.rename(c.row, args)
			return c.row, true
		}
	}
	return 0, false
}

// leaves reports whether a fact is shown though it has gone, and is the same as another in
// all columns that a rule looks at.
func (t *Table) leaves(row uint32, heir []trace.Sym) bool {
	if f := &t.facts[row]; !f.shown || f.stock > 0 {
		return false
	}
	old := t.at(row)
	for _, c := range t.looked {
		if old[c] != heir[c] {
			return false
		}
	}
	return true
}

// rename makes a fact that is shown another one.
func (t *Table) rename(row uint32, args []trace.Sym) {
	t.tuples.rename(row, args)
	t.version++
	for _, x := range t.indexes {
		x.rename(row, args)
	}
}

// looks returns the columns that matter for what meets an atom of a memory, and what with.
func (r *reader) looks() []int {
	var out []int
	for c, t := range r.memory.rule.Atoms[r.atom].Atom.Args {
		v, ok := t.(lang.Variable)
		if !ok || len(r.memory.watchers) > 0 || r.memory.rule.occurs(v) > 1 {
			out = append(out, c)
		}
	}
	return out
}

// occurs returns how often a variable stands in a rule.
func (r *Rule) occurs(v lang.Variable) int {
	n := 0
	count := func(terms ...lang.Term) {
		for _, t := range terms {
			if t == nil {
				continue
			}
			lang.EachVariable(t, func(w lang.Variable) {
				if v == w {
					n++
				}
			})
		}
	}
	for _, list := range [3][]lang.Premise{r.Atoms, r.Proofs, r.Checks} {
		for i := range list {
			count(list[i].Atom.Args...)
			count(list[i].X, list[i].Y)
		}
	}
	return n
}
