package hash

import (
	"math/bits"
	"slices"
)

// structure is a run without its ids: the labels of events and linear resources, and the arcs between
// them. Nodes are numbers in an order in which arcs lead from lower to higher ones.
type structure struct {
	labels []uint64
	arcs
}

func (n *structure) size() int { return len(n.labels) }

// refine colours the nodes so finely that nodes of one colour have the same
// label, and as many arcs of each kind from, and to, nodes of each colour: the
// coarsest equitable colouring (Weisfeiler and Leman 1968; McKay, "Practical
// graph isomorphism", 1981). Colours are numbers that do not depend on that of
// the nodes, so that equal structures have equal ones. They take the place of the labels.
//
// A sweep along the arcs tells nodes apart by all that led to them, one against
// the arcs by all that followed; two sweeps that tell no more apart than was
// known end the work. The results are the colours in ascending order, how many different ones there
// are, and the number of sweeps times the size.
func (n *structure) refine() (sorted []uint64, classes, work int) {
	scratch := make([]uint64, n.size())
	for known := 0; ; known = classes {
		n.sweepAlong()
		n.sweepAgainst(scratch)
		work += n.size() + n.arcs.count
		sortInto(scratch, n.labels)
		classes = distinct(scratch)
		if classes == known || classes == n.size() {
			return scratch, classes, work
		}
	}
}

// sweepAlong mixes the colours of the tails of its arcs into the colour of each node. Their order does not matter.
func (n *structure) sweepAlong() {
	var b batch
	for g := range n.groups() {
		n.unpack(&b, g)
		for i := range b.nodes() {
			var sum uint64
			for _, a := range b.of(i) {
				sum += Mix(n.labels[a.from], uint64(a.kind))
			}
			v := g*groupSize + i
			n.labels[v] = Mix(n.labels[v], sum)
		}
	}
}

// sweepAgainst mixes the colours of the heads of its arcs into the colour of each node. Their order does not
// matter. Each head adds to the sums of its tails, so that arcs out of a node need not be
// kept beside the arcs into it.
func (n *structure) sweepAgainst(sums []uint64) {
	clear(sums)
	var b batch
	for g := n.groups() - 1; g >= 0; g-- {
		n.unpack(&b, g)
		for i := b.nodes() - 1; i >= 0; i-- {
			v := g*groupSize + i
			n.labels[v] = Mix(n.labels[v], sums[v])
			for _, a := range b.of(i) {
				sums[a.from] += Mix(n.labels[v], uint64(a.kind))
			}
		}
	}
}

// sortInto copies numbers, which are spread evenly, in ascending order into a slice of the same
// length. They are dealt out by their first bits to stretches small enough for the cache of a
// processor, which takes half the time of sorting many at once.
func sortInto(to, from []uint64) {
	const stretch = 10 // the binary logarithm of the length of one
	width := min(max(0, bits.Len(uint(len(from)))-stretch), 12)
	ends := make([]int, 1<<width)
	at := func(x uint64) int { return int(x >> (64 - width)) } // a shift by 64 leaves nothing
	for _, x := range from {
		ends[at(x)]++
	}
	sum := 0
	for i, n := range ends {
		ends[i] = sum
		sum += n
	}
	for _, x := range from {
		to[ends[at(x)]] = x
		ends[at(x)]++
	}
	begin := 0
	for _, end := range ends {
		slices.Sort(to[begin:end])
		begin = end
	}
}

// distinct returns how many different numbers there are among some in ascending order.
func distinct(sorted []uint64) int {
	n := 0
	for i, x := range sorted {
		if i == 0 || x != sorted[i-1] {
			n++
		}
	}
	return n
}

// cellSizes says how many nodes share a colour: a hash table with open addressing of the colours
// that several nodes have.
type cellSizes struct {
	colours []uint64
	sizes   []int32 // by slot; 0 where there is no colour
}

// newCellSizes counts the colours of a list in ascending order.
func newCellSizes(sorted []uint64) *cellSizes {
	shared := 0
	eachShared(sorted, func(uint64, int) { shared++ })
	slots := shared + shared/4 + 1
	c := &cellSizes{make([]uint64, slots), make([]int32, slots)}
	eachShared(sorted, func(colour uint64, size int) {
		at := c.slot(colour)
		c.colours[at], c.sizes[at] = colour, int32(size)
	})
	return c
}

// eachShared calls f for each number that occurs several times in an ascending list.
func eachShared(sorted []uint64, f func(x uint64, times int)) {
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		if to > from+1 {
			f(sorted[from], to-from)
		}
		from = to
	}
}

// of returns how many nodes have a colour of the list.
func (c *cellSizes) of(colour uint64) int32 { return max(1, c.sizes[c.slot(colour)]) }

// slot returns the slot of a colour, or the free slot for it.
func (c *cellSizes) slot(colour uint64) int {
	const golden = 0x9e3779b97f4a7c15 // spreads numbers of any kind over the slots
	high, _ := bits.Mul64(colour*golden, uint64(len(c.sizes)))
	at := int(high)
	for c.sizes[at] != 0 && c.colours[at] != colour {
		if at++; at == len(c.sizes) {
			at = 0
		}
	}
	return at
}
