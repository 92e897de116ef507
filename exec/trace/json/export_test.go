package json

import (
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// HoldLittle has spills hold so many bytes in memory, until the function is called that it returns.
func HoldLittle(most int) (restore func()) {
	before := mostHeld
	mostHeld = most
	return func() { mostHeld = before }
}

// NewForgetfulRecorder is NewRecorder with an interner that forgets all terms after each row.
func NewForgetfulRecorder(w io.Writer) trace.Recorder {
	in := row.NewInterner()
	in.Few = 0
	return row.NewEvents(newObjectSink(w, in), in)
}

// NewForgetfulLineRecorder is NewLineRecorder with an interner that forgets all terms after each row.
func NewForgetfulLineRecorder(w io.Writer) trace.Recorder {
	in := row.NewInterner()
	in.Few = 0
	return row.NewEvents(newLineSink(w, in), in)
}
