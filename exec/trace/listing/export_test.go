package listing

import (
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// NewForgetfulRecorder is NewRecorder with an interner that forgets all terms after each row.
func NewForgetfulRecorder(w io.Writer) trace.Recorder {
	in := row.NewInterner()
	in.Few = 0
	return row.NewEvents(newPrinter(w, in), in)
}
