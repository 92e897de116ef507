package match

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// A counter is a fact such as `gold C N`: a firing takes one and makes another that differs only in
// a column that no rule uses. The new fact reuses the row of the old one and so keeps its matches,
// which would be the same. It may also come in a later firing: a block leaves another block, is in
// the air, and is then put on a third. Until then the old fact is retained, and its bucket holds a
// tombstone.

// mostGone is the number of recently changed facts that are examined for a row to reuse.
const mostGone = 4

// reuseRow gives a new fact the row of a fact that has just gone, or of the tombstone of its bucket.
// It returns the row, and false if no row can be reused.
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

// leaveTombstone makes a retained fact the tombstone of its bucket, and drops the previous one.
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

// reusable reports whether a fact has no copies but is still shown, and agrees with another one in
// all columns that rules use.
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

// rename makes a fact that is shown another one, of the same bucket. If it is the only one there, the
// bucket finds it from now on.
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

// reusePair is the common case of [Network.reuseRow]: a fact of two arguments, of which one column is
// used, reuses the row of the only fact of its bucket. It returns false in all other cases.
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
