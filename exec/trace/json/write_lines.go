package json

import (
	"bytes"
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// WriteLines writes a run as JSON Lines: the header, then each step after the
// resources it made, then the end. A run that holds nothing is written as by
// [Write], for its header alone would not say that it is complete.
func WriteLines(w io.Writer, s *trace.Stream) error {
	in := row.NewInterner()
	return row.Copy(newLineSink(w, in), in, s)
}

// NewLineRecorder returns a recorder that writes lines as the run goes on: just what [WriteLines]
// writes of the whole, many lines at once; End writes the last. What it holds is the table of
// terms.
func NewLineRecorder(w io.Writer) trace.Recorder {
	in := row.NewInterner()
	return row.NewEvents(newLineSink(w, in), in)
}

// lineSink writes rows as JSON Lines.
type lineSink struct {
	recordText
	out    io.Writer
	header trace.Header
	rows   bool // there were some
	buf    []byte
}

func newLineSink(w io.Writer, in *row.Interner) *lineSink {
	return &lineSink{recordText: newRecordText(in), out: w, buf: make([]byte, 0, row.FlushSize+row.FlushSize/4)}
}

func (l *lineSink) Begin(h *trace.Header) error {
	l.header = *h
	return l.record(h)
}

// record writes a record that comes once.
func (l *lineSink) record(x any) error {
	text, err := Marshal(x)
	l.buf = append(append(l.buf, text...), '\n')
	return err
}

// End writes the end. A trace that holds nothing is written as by [Write], for
// its header alone would not say that it is complete.
func (l *lineSink) End(e *trace.End) error {
	if e == nil && !l.rows {
		return Write(l.out, (&trace.Trace{Header: l.header}).Stream())
	}
	if e != nil {
		if err := l.record(e); err != nil {
			return err
		}
	}
	return l.Flush()
}

func (l *lineSink) Flush() error {
	_, err := l.out.Write(l.buf)
	l.buf = l.buf[:0]
	return err
}

func (l *lineSink) Row(r *row.Row) error {
	if err := l.in.CheckTerms(r); err != nil {
		return err
	}
	l.rows = true
	for i := range r.Made {
		l.buf = append(l.resource(l.buf, r, i), '\n')
	}
	if !r.Initial {
		l.buf = append(l.step(l.buf, r), '\n')
	}
	l.in.Tidy(0)
	if len(l.buf) >= row.FlushSize {
		return l.Flush()
	}
	return nil
}

// quote returns a text as a string of JSON.
func quote(s string) string {
	text, _ := Marshal(s) // of a string this never fails
	return string(text)
}

// Marshal returns a value as JSON on a line, with `<`, `>` and `&` as they are.
func Marshal(x any) ([]byte, error) {
	var b bytes.Buffer
	err := newEncoder(&b).Encode(x)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
