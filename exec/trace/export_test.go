package trace

import "io"

// NewSmallBlocks is NewCompactRecorder with blocks of some 64 rows.
func NewSmallBlocks(w io.Writer) *CompactRecorder {
	c := NewCompactRecorder(w)
	c.block.maxRows, c.block.maxSize = 1, 0
	return c
}

// WriteSmallBlocks is WriteCompact with blocks of some 64 rows.
func WriteSmallBlocks(w io.Writer, t *Trace) error {
	in := newInterner()
	to := newCompactSink(w, in)
	to.block.maxRows, to.block.maxSize = 1, 0
	return t.Stream().copy(to, in)
}
