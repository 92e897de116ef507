package match

import (
	"slices"

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

// usedColumns returns the columns on which the matches of an element depend.
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

// reuseBucket holds the facts of a table that agree in all columns used by rules, and others with the
// same hash. A retained fact leaves a tombstone in its bucket, so that a later fact finds its row for
// reuse. If a bucket has one fact only, as where nothing is on two blocks, the fact is found there and
// has no slot in the set of tuples; so a row is reused without moving anything else.
type reuseBucket struct {
	tombstone uint32 // one more than the row of the retained fact to reuse next; 0 if there is none
	rows      uint32 // number of facts of the bucket
	sole      uint32 // one more than the row of the only fact, if it is found here and not in the slots
}

// reuseBuckets is the number of buckets of a table that has any.
const reuseBuckets = mostRetained

// resetBuckets makes the buckets anew if rows of the table can be reused, and removes them otherwise.
func (t *Table) resetBuckets() {
	for _, p := range t.buckets {
		if p.sole != 0 {
			t.insertSlot(p.sole - 1)
		}
	}
	t.retains, t.buckets = !t.notRetained && (t.width <= 1 || len(t.usedColumns) < t.width), nil
	if t.retains && t.width > 1 {
		t.buckets = make([]reuseBucket, reuseBuckets)
		for _, s := range t.slots {
			if s != 0 {
				t.bucketOf(t.at(s.row())).rows++
			}
		}
	}
	t.updateFastPath()
}

// bucketOf returns the bucket of a fact, in a table that has buckets.
func (t *Table) bucketOf(args []trace.Sym) *reuseBucket {
	h := uint32(0)
	for _, c := range t.usedColumns {
		h = 31*h + uint32(args[c]) // constants have numbers one after another
	}
	return &t.buckets[h%reuseBuckets]
}

// find returns the row of a fact, and false where it has none.
func (t *Table) find(args []trace.Sym) (uint32, bool) {
	if len(t.buckets) > 0 {
		return t.findInBucket(t.bucketOf(args), args)
	}
	return t.tuples.find(args)
}

// findInBucket is find for a fact of a bucket.
func (t *Table) findInBucket(p *reuseBucket, args []trace.Sym) (uint32, bool) {
	if p.sole == 0 && p.rows > 0 {
		return t.tuples.find(args)
	}
	return p.sole - 1, p.sole != 0 && slices.Equal(t.at(p.sole-1), args)
}

// rowInBucket is [Network.row] for a table that has buckets.
func (n *Network) rowInBucket(t *Table, args []trace.Sym) uint32 {
	p := t.bucketOf(args)
	if p.sole != 0 && p.sole == p.tombstone && t.reusePair(p.sole-1, args) {
		return p.sole - 1
	}
	if row, ok := t.findInBucket(p, args); ok {
		return row
	}
	if t.usedCurrent {
		if row, ok := n.reuseRow(t, p, args); ok {
			return row
		}
	}
	row := t.enter(args)
	p.rows++
	if p.rows == 1 {
		p.sole = row + 1
		t.removeSlot(row)
	} else if p.sole != 0 {
		t.insertSlot(p.sole - 1)
		p.sole = 0
	}
	return row
}

// removeSlot takes the row of a fact out of the slots, and insertSlot puts it back into one.
func (t *Table) removeSlot(row uint32) { t.clear(t.slotOf(row, t.at(row))) }

func (t *Table) insertSlot(row uint32) {
	if t.full() {
		t.grow()
	}
	copy(t.tuples.at(row), t.at(row)) // which has been another one
	t.put(newSlot(row, t.at(row)))
}

// mostRetained is the number of facts that a table may retain if it has few others.
const mostRetained = 1 << 10

// crowded reports whether too many facts are retained.
func (t *Table) crowded() bool {
	return t.retained > mostRetained && t.retained > t.len/2 || t.notRetained && t.retained > 0
}

// retained reports whether a fact has no copies but is still shown, and the matches reflect that.
func (f *fact) retained() bool { return f.shown && f.multiplicity|f.committed == 0 && !f.changed }

// stopRetaining ends retaining facts of a table.
func (t *Table) stopRetaining() {
	t.notRetained = true
	t.resetBuckets()
}

// countWasted examines some matches of a new fact. If nearly all of them lack retained facts, it marks
// the tables of these.
func (s *subscriberGroup) countWasted(row uint32) {
	for _, r := range s.elements {
		if idle := r.findWasted(*r.posting(&r.table.facts[row], row)); idle != 0 {
			for _, o := range r.others {
				if t := o.table; t.facts[r.conflicts.words[int(idle)+o.word]].retained() {
					t.wasted = true
				}
			}
		}
	}
}

// findWasted returns a match of weight 0 from the list that begins with match, if the list is long and
// nearly all of its first matches have weight 0. Otherwise it returns 0.
func (r *element) findWasted(match uint32) (idle uint32) {
	m, whole := r.conflicts, 0
	for range manyIdle {
		switch {
		case match == 0:
			return 0
		case m.words[match] == 0:
			idle = match
		case whole > 0:
			return 0
		default:
			whole++
		}
		match = m.next(match, r.atom)
	}
	return idle
}

// countLost records that retained facts were dropped without having returned. If hardly any return,
// and new facts have useless matches with them, the table stops retaining facts.
func (n *Network) countLost(t *Table, lost int) {
	if t.lost += lost; t.lost < mostRetained {
		return
	}
	if t.wasted && n.commits-t.since < 2*t.lost {
		t.stopRetaining()
		n.crowd(t)
	}
	t.wasted, t.lost, t.since = false, 0, n.commits
}

// dropRetained drops the retained facts of a table, except for changed ones that the matches do not
// reflect yet.
func (n *Network) dropRetained(t *Table) {
	n.countLost(t, t.retained)
	t.retained = 0
	for row := range uint32(t.rows()) {
		switch f := &t.facts[row]; {
		case f.retained():
			n.drop(t, row)
		case f.shown && f.committed == 0:
			t.retained++
		}
	}
}
