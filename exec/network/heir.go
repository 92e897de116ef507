package network

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// A counter is a fact such as `gold C N`: a firing takes one and makes another that differs
// in a column that no rule looks at. The new one is the heir of the old one: it enters
// into its matches, where it would be found to meet the same facts.

// mostGone is up to how many facts that go at a time are looked at for an heir.
const mostGone = 4

// inherit has new facts be heirs of those that go, where they can: these are neither
// new nor gone.
func (n *Network) inherit() {
	if len(n.gone) > mostGone || !slices.ContainsFunc(n.gone, Fact.passes) {
		return
	}
	left := n.fresh[:0]
	for _, heir := range n.fresh {
		if !n.succeeds(heir) {
			left = append(left, heir)
		}
	}
	n.fresh = left
}

// passes reports whether a fact may have an heir: there are columns that no rule looks at.
func (f Fact) passes() bool { return f.table.planted && len(f.table.looked) < f.table.width }

// succeeds makes a new fact the heir of one that goes, if there is such a one.
func (n *Network) succeeds(heir Fact) bool {
	for i, f := range n.gone {
		if heir.agrees(f) {
			n.pass(heir.table, f.row, heir.row)
			n.gone = append(n.gone[:i], n.gone[i+1:]...)
			return true
		}
	}
	return false
}

// agrees reports whether a fact and one that may have an heir are the same in all columns
// that a rule looks at.
func (f Fact) agrees(with Fact) bool {
	if f.table != with.table || !with.passes() {
		return false
	}
	x, y := f.Args(), with.Args()
	for _, c := range f.table.looked {
		if x[c] != y[c] {
			return false
		}
	}
	return true
}

// pass gives the matches of a fact that goes to its heir.
func (n *Network) pass(t *Table, from, to uint32) {
	old, heir := &t.facts[from], &t.facts[to]
	for at, r := range t.readers {
		head := t.head(old, from, at)
		*t.head(heir, to, at) = *head
		for next := *head; next != 0; next = r.memory.next(next-1, r.atom) {
			r.memory.rowsOf(next - 1)[r.atom] = to
			r.memory.idle++
		}
		*head = 0
	}
	for _, x := range t.indexes {
		x.replace(from, to, t.at(to))
	}
	heir.shown, heir.many, heir.known = true, old.many, old.known
	old.shown, old.many, old.known = false, false, 0
	t.remove(from)
	if heir.known != heir.stock {
		n.update(t, to, heir)
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
	count := func(w lang.Variable) {
		if v == w {
			n++
		}
	}
	for _, list := range [3][]lang.Premise{r.Atoms, r.Proofs, r.Checks} {
		for _, p := range list {
			for _, t := range append(p.Atom.Args[:len(p.Atom.Args):len(p.Atom.Args)], p.X, p.Y) {
				if t != nil {
					lang.EachVariable(t, count)
				}
			}
		}
	}
	return n
}
