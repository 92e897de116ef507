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

// inherit has a new fact take over the row of one that has just gone, or waits at its post, and
// returns the row; false if there is no such one.
func (n *Network) inherit(t *Table, p *post, args []trace.Sym) (uint32, bool) {
	if row := p.waits - 1; int(row) < len(t.facts) && t.leaves(row, args) {
		t.rename(row, args)
		return row, true
	}
	for i := range min(mostGone, len(n.changed)) {
		c := n.changed[len(n.changed)-1-i]
		if c.table == t && t.leaves(c.row, args) {
			t.rename(c.row, args)
			return c.row, true
		}
	}
	return 0, false
}

// wait has a fact that rests wait for an heir. It drives out what waits at its post.
func (n *Network) wait(t *Table, row uint32) {
	p := t.post(t.at(row))
	if old := p.waits - 1; old != row && int(old) < len(t.facts) {
		if t.facts[old].rests() {
			n.drop(t, old)
			t.resting--
			n.lose(t, 1)
		}
	}
	p.waits = row + 1
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

// rename makes a fact that is shown another one, of the same post. Where there is no other one, it
// is found there from now on.
func (t *Table) rename(row uint32, args []trace.Sym) {
	for _, x := range t.indexes {
		x.rename(row, t.at(row), args)
	}
	p := t.post(args)
	if p.rows == 1 && p.sole == 0 {
		p.sole = row + 1
		t.lift(row)
	}
	if p.sole != 0 {
		copy(t.tuples.at(row), args)
	} else {
		t.tuples.rename(row, args)
	}
	t.facts[row].keep(args)
	t.version++
}

// succeed is what most heirs of pairs need of [Network.inherit]: that of the only fact of a post
// takes over its row. It is false where a fact is no heir of that, or is no pair of which one
// column is looked at.
func (t *Table) succeed(row uint32, args []trace.Sym) bool {
	if len(args) != 2 || len(t.looked) != 1 {
		return false
	}
	f, key := &t.facts[row], t.looked[0]&1
	if !t.observed || !f.shown || f.stock > 0 || f.args[key] != args[key] {
		return false
	}
	for _, x := range t.indexes {
		x.rename(row, f.args[:], args)
	}
	f.args[1-key] = args[1-key]
	t.version++
	return true
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
