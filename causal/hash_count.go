package causal

import "math/bits"

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

// eachShared calls f for each number that stands several times in a list in ascending order.
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

// slot returns where a colour stands, or would.
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
