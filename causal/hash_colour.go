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
	return &structure{
		labels: labels,
		ins:    gather(len(labels), list, func(a arc) (at, other int32) { return a.to, a.from }),
		out:    gather(len(labels), list, func(a arc) (at, other int32) { return a.from, a.to }),
	}
}

// gather sorts arcs by one of their ends.
func gather(nodes int, list []arc, ends func(arc) (at, other int32)) arcs {
	as := arcs{first: make([]int32, nodes+1), other: make([]int32, len(list)), kind: make([]uint8, len(list))}
	for _, a := range list {
		at, _ := ends(a)
		as.first[at+1]++
	}
	for v := range nodes {
		as.first[v+1] += as.first[v]
	}
	next := slices.Clone(as.first)
	for _, a := range list {
		at, other := ends(a)
		as.other[next[at]], as.kind[next[at]] = other, a.kind
		next[at]++
	}
	return as
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
	for known := 0; ; {
		for v := range n.size() {
			n.ins.mixInto(colours, v)
		}
		for v := n.size() - 1; v >= 0; v-- {
			n.out.mixInto(colours, v)
		}
		work += n.size() + len(n.ins.other)
		classes := countDistinct(colours)
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

// countDistinct returns how many different numbers there are.
func countDistinct(numbers []uint64) int {
	sorted := slices.Sorted(slices.Values(numbers))
	return len(slices.Compact(sorted))
}
