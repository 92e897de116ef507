package network

import "github.com/ceptre-graph/ceptre/exec/trace"

// index finds the rows of a table by some of their columns. The rows that agree
// there stand in one bucket, in no order that would mean anything.
type index struct {
	columns []int
	keys    tuples // whose rows are the buckets
	buckets [][]uint32
	bucket  []uint32 // by row of the table
	place   []uint32 // in the bucket, by row of the table
	key     []trace.Sym
}

func newIndex(columns []int) *index {
	return &index{columns: columns, keys: newTuples(len(columns)), key: make([]trace.Sym, len(columns))}
}

// find returns the rows that have a key in the index's columns.
func (x *index) find(key []trace.Sym) []uint32 {
	b, ok := x.keys.find(key)
	if !ok {
		return nil
	}
	return x.buckets[b]
}

func (x *index) keyOf(fact []trace.Sym) []trace.Sym {
	for i, c := range x.columns {
		x.key[i] = fact[c]
	}
	return x.key
}

func (x *index) add(row uint32, fact []trace.Sym) {
	key := x.keyOf(fact)
	b, ok := x.keys.find(key)
	if !ok {
		b = x.keys.add(key)
		if int(b) == len(x.buckets) {
			x.buckets = append(x.buckets, nil)
		}
	}
	for int(row) >= len(x.bucket) {
		x.bucket = append(x.bucket, 0)
		x.place = append(x.place, 0)
	}
	x.bucket[row], x.place[row] = b, uint32(len(x.buckets[b]))
	x.buckets[b] = append(x.buckets[b], row)
}

// remove takes a row out. An empty bucket keeps its room for the next key.
func (x *index) remove(row uint32) {
	b, i := x.bucket[row], x.place[row]
	rows := x.buckets[b]
	last := rows[len(rows)-1]
	rows[i] = last
	x.place[last] = i
	x.buckets[b] = rows[:len(rows)-1]
	if len(rows) == 1 {
		x.keys.remove(b)
	}
}
