package causal

import "math/bits"

// colourCount counts how often there is each of many numbers: a hash table with open addressing.
type colourCount struct {
	distinct int
	numbers  []uint64
	counts   []int32 // by slot; 0 where there is no number
	shift    int
}

// newColourCount returns a count with room for so many numbers.
func newColourCount(most int) *colourCount {
	width := bits.Len(uint(most + most/4 + 1))
	return &colourCount{numbers: make([]uint64, 1<<width), counts: make([]int32, 1<<width), shift: 64 - width}
}

// count counts numbers, and forgets those of before.
func (t *colourCount) count(numbers []uint64) {
	clear(t.counts)
	t.distinct = 0
	for _, x := range numbers {
		at := t.slot(x)
		if t.counts[at] == 0 {
			t.numbers[at] = x
			t.distinct++
		}
		t.counts[at]++
	}
}

// of returns how often there was a number.
func (t *colourCount) of(x uint64) int32 { return t.counts[t.slot(x)] }

// slot returns where a number stands, or would.
func (t *colourCount) slot(x uint64) int {
	const golden = 0x9e3779b97f4a7c15 // spreads numbers of any kind over the slots
	at := int(x * golden >> t.shift)
	for t.counts[at] != 0 && t.numbers[at] != x {
		at = (at + 1) & (len(t.counts) - 1)
	}
	return at
}
