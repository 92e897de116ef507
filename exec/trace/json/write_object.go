package json

import (
	"bufio"
	"cmp"
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// Write writes a run as a single JSON object, with a line for each resource, each step and each part
// of the program. Equal traces give equal bytes. What [trace.Validate] accepts reads back as it was, if
// its texts are UTF-8 and no longer than maxToken; of the rest some cannot be written. A run in JSON
// Lines need not be in order, but is held in memory.
func Write(w io.Writer, s *trace.Stream) error {
	in := row.NewInterner()
	o := newObjectSink(w, in)
	if _, inLines := s.Source.(*lines); !inLines && s.Held() == nil {
		return row.Copy(o, in, s)
	}
	t, err := s.Trace()
	if err == nil {
		err = o.whole(t, in)
	}
	return err
}

// whole writes a trace that is in memory.
func (o *objectSink) whole(t *trace.Trace, in *row.Interner) error {
	if err := o.Begin(&t.Header); err != nil {
		return err
	}
	r := row.NewRecords(o, in)
	for i := range t.Resources {
		if err := r.Resource(&t.Resources[i]); err != nil {
			return err
		}
	}
	if err := o.turn(); err != nil {
		return err
	}
	for i := range t.Steps {
		if err := r.Step(&t.Steps[i]); err != nil {
			return err
		}
	}
	return o.End(t.End)
}

// NewRecorder returns a recorder that writes the object as the run goes on: just what [Write]
// writes of the whole. Resources go to w, many at once; the steps, which come after all
// resources, wait in a temporary file where they are many, and End writes them.
func NewRecorder(w io.Writer) trace.Recorder {
	in := row.NewInterner()
	return row.NewEvents(newObjectSink(w, in), in)
}

// objectSink writes rows as a single object.
type objectSink struct {
	recordText
	*layout
	steps spill // those that came while there may be more resources
	some  bool  // there are some
	last  bool  // there are no more resources
	buf   []byte
}

func newObjectSink(w io.Writer, in *row.Interner) *objectSink {
	l := &layout{out: bufio.NewWriter(w)}
	l.enc = newEncoder(&l.buf)
	return &objectSink{recordText: newRecordText(in), layout: l}
}

func (o *objectSink) Begin(h *trace.Header) error {
	o.open("{")
	o.header(h)
	o.key("resources")
	o.open("[")
	return o.err
}

func (o *objectSink) Row(r *row.Row) error {
	if err := o.in.CheckTerms(r); err != nil {
		return err
	}
	defer o.in.Tidy(0)
	for i := range r.Made {
		o.buf = o.resource(o.buf[:0], r, i)
		o.item()
	}
	switch {
	case r.Initial:
	case o.last:
		o.buf = o.step(o.buf[:0], r)
		o.item()
	default: // the step waits until the resources are written
		o.buf = o.buf[:0]
		if o.some {
			o.buf = append(o.buf, ',')
		}
		o.some = true
		o.buf = o.step(append(o.buf, "\n  "...), r)
		_, err := o.steps.Write(o.buf)
		return cmp.Or(err, o.err)
	}
	return o.err
}

// item writes an item of the list that is open.
func (o *objectSink) item() {
	o.next()
	if _, err := o.out.Write(o.buf); err != nil {
		o.err = cmp.Or(o.err, err)
	}
}

// turn goes on from resources to steps.
func (o *objectSink) turn() error {
	o.close("]")
	o.key("steps")
	o.open("[")
	o.last = true
	if !o.some {
		return nil
	}
	o.fresh = false
	return o.steps.moveTo(o.out)
}

// Flush leaves out the steps that wait, which are no object without what comes after them.
func (o *objectSink) Flush() error { return cmp.Or(o.err, o.steps.moveTo(io.Discard), o.out.Flush()) }

func (o *objectSink) End(e *trace.End) error {
	var err error
	if !o.last {
		err = o.turn()
	}
	o.close("]")
	if e != nil {
		o.field("end", e)
	}
	o.close("}")
	return cmp.Or(err, o.layout.end())
}
