package causal

import (
	"math/bits"
	"slices"
)

// structure is that of a run without the names that ids give: the labels of
// events and linear resources, and the arcs between them. Nodes are numbers in an
// order in which arcs lead from lower to higher ones.
type structure struct {
	labels   []uint64
	ins, out arcs
}

// arcs are the arcs into, or out of, the nodes of a structure: those of node v are from
// first[v] to before first[v+1].
type arcs struct {
	first []int32
	other []int32 // the node at the other end
	kind  []uint8
}

// The kinds of arcs.
const (
	consuming uint8 = iota + 1
	reading
	producing
)

// arc is an arc before it is sorted in.
type arc struct {
	from, to int32
	kind     uint8
}

// newStructure returns the structure of those labels and arcs.
func newStructure(labels []uint64, list []arc) *structure {
	ins := arcs{first: make([]int32, len(labels)+1), other: make([]int32, len(list)), kind: make([]uint8, len(list))}
	for _, a := range list {
		ins.first[a.to+1]++
	}
	next := ins.sum()
	for _, a := range list {
		ins.other[next[a.to]], ins.kind[next[a.to]] = a.from, a.kind
		next[a.to]++
	}
	return &structure{labels: labels, ins: ins, out: ins.reversed(len(labels))}
}

// sum makes numbers of arcs, each at the place of the next node, the places where those of
// each node begin, and returns a copy of these.
func (as *arcs) sum() []int32 {
	for v := range len(as.first) - 1 {
		as.first[v+1] += as.first[v]
	}
	return slices.Clone(as.first)
}

// reversed returns the same arcs from the other ends, of which there are so many nodes.
func (as *arcs) reversed(nodes int) arcs {
	out := arcs{first: make([]int32, nodes+1), other: make([]int32, len(as.other)), kind: make([]uint8, len(as.kind))}
	for _, v := range as.other {
		out.first[v+1]++
	}
	next := out.sum()
	for v := range nodes {
		for i := as.first[v]; i < as.first[v+1]; i++ {
			at := next[as.other[i]]
			out.other[at], out.kind[at] = int32(v), as.kind[i]
			next[as.other[i]]++
		}
	}
	return out
}

func (n *structure) size() int { return len(n.labels) }

// refine colours the nodes so finely that nodes of one colour have the same
// label, and as many arcs of each kind from, and to, nodes of each colour: the
// coarsest equitable colouring (Weisfeiler and Leman 1968; McKay, "Practical
// graph isomorphism", 1981). Colours are numbers that do not depend on that of
// the nodes, so that equal structures have equal ones.
//
// A sweep along the arcs tells nodes apart by all that led to them, one against
// the arcs by all that followed; two sweeps that tell no more apart than was
// known end the work. The second result is the number of sweeps times the size.
func (n *structure) refine() (colours []uint64, work int) {
	colours = slices.Clone(n.labels)
	counts := newColourCount(len(colours))
	for known := 0; ; {
		for v := range n.size() {
			n.ins.mixInto(colours, v)
		}
		for v := n.size() - 1; v >= 0; v-- {
			n.out.mixInto(colours, v)
		}
		work += n.size() + len(n.ins.other)
		counts.count(colours)
		classes := counts.distinct
		if classes == known || classes == n.size() {
			return colours, work
		}
		known = classes
	}
}

// mixInto mixes into the colour of a node those at the other ends of its arcs,
// in whatever order.
func (as *arcs) mixInto(colours []uint64, v int) {
	var sum uint64
	for i := as.first[v]; i < as.first[v+1]; i++ {
		sum += mix(colours[as.other[i]], uint64(as.kind[i]))
	}
	colours[v] = mix(colours[v], sum)
}

// mix returns a number that depends on both, each in its place: both halves of a
// product, as in the hash functions of W. Yi's wyhash.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, b^0xe7037ed1a0b428db)
	hi, lo = bits.Mul64(hi^a^0x8ebc6af09c88c6e3, lo^b^0x589965cc75374cc3)
	return hi ^ lo
}
