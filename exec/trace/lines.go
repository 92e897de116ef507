package trace

import (
	"bytes"
	"io"
)

// lineSink writes rows as JSON Lines.
type lineSink struct {
	recordText
	out    io.Writer
	header Header
	rows   bool // there were some
	buf    []byte
}

// flushSize is how many bytes are written at once.
const flushSize = 1 << 16

func newLineSink(w io.Writer, in *interner) *lineSink {
	l := &lineSink{recordText: newRecordText(in), out: w, buf: make([]byte, 0, flushSize+flushSize/4)}
	in.forgets(l.terms.forget)
	return l
}

func (l *lineSink) begin(h *Header) error {
	l.header = *h
	return l.record(h)
}

// record writes a record that comes once.
func (l *lineSink) record(x any) error {
	text, err := marshal(x)
	l.buf = append(append(l.buf, text...), '\n')
	return err
}

// end writes the end. A trace that holds nothing is written as by [Write], for
// its header alone would not say that it is complete.
func (l *lineSink) end(e *End) error {
	if e == nil && !l.rows {
		return Write(l.out, &Trace{Header: l.header})
	}
	if e != nil {
		if err := l.record(e); err != nil {
			return err
		}
	}
	return l.flush()
}

func (l *lineSink) flush() error {
	_, err := l.out.Write(l.buf)
	l.buf = l.buf[:0]
	return err
}

func (l *lineSink) row(r *row) error {
	l.rows = true
	for i := range r.made {
		l.buf = append(l.resource(l.buf, r, i), '\n')
	}
	if !r.initial {
		l.buf = append(l.step(l.buf, r), '\n')
	}
	l.terms.in.tidy(0)
	if len(l.buf) >= flushSize {
		return l.flush()
	}
	return nil
}

// quote returns a text as a string of JSON.
func quote(s string) string {
	text, _ := marshal(s) // of a string this never fails
	return string(text)
}

// marshal returns a value as JSON on a line, with `<`, `>` and `&` as they are.
func marshal(x any) ([]byte, error) {
	var b bytes.Buffer
	err := newEncoder(&b).Encode(x)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
