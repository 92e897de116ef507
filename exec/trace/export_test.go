package trace

import "io"

// NewSmallBlocks is NewCompactRecorder with blocks of some 64 rows.
func NewSmallBlocks(w io.Writer) *CompactRecorder {
	c := NewCompactRecorder(w)
	c.block.maxRows = 1
	return c
}

// WriteSmallBlocks is WriteCompact with blocks of some 64 rows.
func WriteSmallBlocks(w io.Writer, t *Trace) error {
	in := newInterner()
	to := newCompactSink(w, in)
	to.block.maxRows = 1
	return t.Stream().copy(to, in)
}
