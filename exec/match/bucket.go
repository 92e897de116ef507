package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

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
	t.insertInBucket(p, row)
	return row
}

// insertInBucket adds a new fact to its bucket.
func (t *Table) insertInBucket(p *reuseBucket, row uint32) {
	p.rows++
	if p.rows == 1 {
		p.sole = row + 1
		t.removeSlot(row)
	} else if p.sole != 0 {
		t.insertSlot(p.sole - 1)
		p.sole = 0
	}
}

// removeFromBucket removes a fact from its bucket.
func (t *Table) removeFromBucket(row uint32) {
	p := t.bucketOf(t.at(row))
	p.rows--
	if p.sole == row+1 {
		p.sole = 0
		t.insertSlot(row)
	}
}

// removeSlot takes the row of a fact out of the slots, and lay puts it back into one.
func (t *Table) removeSlot(row uint32) { t.clear(t.slotOf(row, t.at(row))) }

func (t *Table) insertSlot(row uint32) {
	if t.full() {
		t.grow()
	}
	copy(t.tuples.at(row), t.at(row)) // which has been another one
	t.put(newSlot(row, t.at(row)))
}
