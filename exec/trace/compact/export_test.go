package compact

import (
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// NewSmallBlocks is NewRecorder with blocks of some 64 rows.
func NewSmallBlocks(w io.Writer) trace.Recorder { return newSmallBlocks(w) }

func newSmallBlocks(w io.Writer) *recorder {
	c := newRecorder(w)
	c.block.maxRows, c.block.maxSize = 1, 0
	return c
}

// NewForgetfulRecorder is NewRecorder with an interner that forgets all terms after each block.
func NewForgetfulRecorder(w io.Writer) trace.Recorder { return forgetful(newRecorder(w)) }

// NewForgetfulSmallBlocks is NewSmallBlocks with an interner that forgets all terms after each block.
func NewForgetfulSmallBlocks(w io.Writer) trace.Recorder { return forgetful(newSmallBlocks(w)) }

func forgetful(c *recorder) trace.Recorder {
	c.in.Few, c.sink.spare = 0, 0
	return c
}

// WriteSmallBlocks is Write with blocks of some 64 rows.
func WriteSmallBlocks(w io.Writer, s *trace.Stream) error {
	in := row.NewInterner()
	to := newSink(w, in)
	to.block.maxRows, to.block.maxSize = 1, 0
	return row.Copy(to, in, s)
}
