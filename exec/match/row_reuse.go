package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// A counter is a fact such as `gold C N`: a firing takes one and makes another that differs
// in a column that no rule looks at. The new one is the heir of the old one: it takes over
// its row, and so its matches, where it would be found to meet the same facts. It may come
// in a later firing: what was on one block is in the air, and then on another. Until then
// the old one rests, and waits.

// mostGone is how many of the facts that changed last are looked at for one that has an heir.
const mostGone = 4

// reuseRow has a new fact take over the row of one that has just gone, or waits at its post, and
// returns the row; false if there is no such one.
func (n *Network) reuseRow(t *Table, p *reuseBucket, args []trace.Sym) (uint32, bool) {
	if row := p.tombstone - 1; int(row) < len(t.facts) && t.reusable(row, args) {
		t.rename(row, args)
		return row, true
	}
	for i := range min(mostGone, len(n.changed)) {
		c := n.changed[len(n.changed)-1-i]
		if c.table == t && t.reusable(c.row, args) {
			t.rename(c.row, args)
			return c.row, true
		}
	}
	return 0, false
}

// leaveTombstone has a fact that rests wait for an heir. It drives out what waits at its post.
func (n *Network) leaveTombstone(t *Table, row uint32) {
	p := t.bucketOf(t.at(row))
	if old := p.tombstone - 1; old != row && int(old) < len(t.facts) {
		if t.facts[old].retained() {
			n.drop(t, old)
			t.retained--
			n.countLost(t, 1)
		}
	}
	p.tombstone = row + 1
}

// reusable reports whether a fact is shown though it has gone, and is the same as another in
// all columns that a rule looks at.
func (t *Table) reusable(row uint32, heir []trace.Sym) bool {
	if f := &t.facts[row]; !f.shown || f.multiplicity > 0 {
		return false
	}
	old := t.at(row)
	for _, c := range t.usedColumns {
		if old[c] != heir[c] {
			return false
		}
	}
	return true
}

// rename makes a fact that is shown another one, of the same post. Where there is no other one, it
// is found there from now on.
func (t *Table) rename(row uint32, args []trace.Sym) {
	for _, x := range t.indexes {
		x.rename(row, t.at(row), args)
	}
	p := t.bucketOf(args)
	if p.rows == 1 && p.sole == 0 {
		p.sole = row + 1
		t.removeSlot(row)
	}
	if p.sole != 0 {
		copy(t.tuples.at(row), args)
	} else {
		t.tuples.rename(row, args)
	}
	t.facts[row].keep(args)
	t.version++
}

// reusePair is what most heirs of pairs need of [Network.reuseRow]: that of the only fact of a post
// takes over its row. It is false where a fact is no heir of that, or is no pair of which one
// column is looked at.
func (t *Table) reusePair(row uint32, args []trace.Sym) bool {
	if len(args) != 2 || len(t.usedColumns) != 1 {
		return false
	}
	f, key := &t.facts[row], t.usedColumns[0]&1
	if !t.usedCurrent || !f.shown || f.multiplicity > 0 || f.args[key] != args[key] {
		return false
	}
	for _, x := range t.indexes {
		x.rename(row, f.args[:], args)
	}
	f.args[1-key] = args[1-key]
	t.version++
	return true
}

// usedColumns returns the columns that matter for what meets an atom of a conflict set, and what with.
func (r *element) usedColumns() []int {
	var out []int
	for c, t := range r.conflicts.rule.Atoms[r.atom].Atom.Args {
		v, ok := t.(lang.Variable)
		if !ok || len(r.conflicts.watchers) > 0 || r.conflicts.rule.occurs(v) > 1 {
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
