package trace

import "io"

// NewSmallBlocks is NewCompactRecorder with blocks of some 64 rows.
func NewSmallBlocks(w io.Writer) *CompactRecorder {
	c := NewCompactRecorder(w)
	c.block.maxRows, c.block.maxSize = 1, 0
	return c
}

// Forgetful has an interner forget all terms after each row, or block of the compact form.
func Forgetful(r Recorder) Recorder {
	switch r := r.(type) {
	case *ObjectRecorder:
		r.in.few = 0
	case *LineRecorder:
		r.in.few = 0
	case *TextRecorder:
		r.in.few = 0
	case *CompactRecorder:
		r.in.few, r.sink.spare = 0, 0
	}
	return r
}

// WriteSmallBlocks is WriteCompact with blocks of some 64 rows.
func WriteSmallBlocks(w io.Writer, t *Trace) error {
	in := newInterner()
	to := newCompactSink(w, in)
	to.block.maxRows, to.block.maxSize = 1, 0
	return t.Stream().copy(to, in)
}

// HoldLittle has spills hold so many bytes in memory, until the function is called that it returns.
func HoldLittle(most int) (restore func()) {
	before := mostHeld
	mostHeld = most
	return func() { mostHeld = before }
}
