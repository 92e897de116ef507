package hash

import (
	"bytes"
	"encoding/binary"
)

// arcs are the arcs into the nodes of a structure, by groups of nodes. Each group is packed into
// bytes, for arcs are most of a long run: of each node the number of its arcs, and of each of these
// the kind in the last two bits, and before them where the tail is. That is counted from the head
// or from the first node, whichever is nearer, as the third bit says: most of what a step
// uses was made a little before, or was there from the start.
type arcs struct {
	count int      // of all arcs
	full  [][]byte // the groups of groupSize nodes
	last  []byte   // the group of the nodes after these
	nodes int      // in the last group
}

// groupSize is how many nodes make a group: so many are unpacked for one that is looked up.
const groupSize = 64

// arc is an arc into a node.
type arc struct {
	from int32
	kind uint8
}

// The kinds of arcs.
const (
	consuming uint8 = iota + 1
	reading
	producing
)

// push adds a node, which has the number v, with the arcs into it.
func (as *arcs) push(v int, into []arc) {
	as.last = binary.AppendUvarint(as.last, uint64(len(into)))
	for _, a := range into {
		from, absolute := v-int(a.from), 0
		if int(a.from) < from {
			from, absolute = int(a.from), 1
		}
		as.last = binary.AppendUvarint(as.last, uint64(from<<3|absolute<<2|int(a.kind)))
	}
	as.count += len(into)
	if as.nodes++; as.nodes == groupSize {
		as.full = append(as.full, bytes.Clone(as.last))
		as.last, as.nodes = as.last[:0], 0
	}
}

// groups returns the number of groups.
func (as *arcs) groups() int {
	if as.nodes > 0 {
		return len(as.full) + 1
	}
	return len(as.full)
}

// batch is a group of nodes that is unpacked.
type batch struct {
	arcs []arc
	ends []int // by node of the group: where its arcs end
}

// nodes returns how many nodes there are in the group.
func (b *batch) nodes() int { return len(b.ends) }

// of returns the arcs into a node, by its place in the group.
func (b *batch) of(i int) []arc {
	if i == 0 {
		return b.arcs[:b.ends[0]]
	}
	return b.arcs[b.ends[i-1]:b.ends[i]]
}

// unpack replaces a batch by the group of that number.
func (as *arcs) unpack(b *batch, group int) {
	packed := as.last
	if group < len(as.full) {
		packed = as.full[group]
	}
	b.arcs, b.ends = b.arcs[:0], b.ends[:0]
	for v := group * groupSize; len(packed) > 0; v++ {
		degree, n := binary.Uvarint(packed)
		packed = packed[n:]
		for range degree {
			x, n := binary.Uvarint(packed)
			packed = packed[n:]
			from := int(x >> 3)
			if x&4 == 0 {
				from = v - from
			}
			b.arcs = append(b.arcs, arc{int32(from), uint8(x & 3)})
		}
		b.ends = append(b.ends, len(b.arcs))
	}
}
