package trace

import (
	"cmp"
	"io"
)

// ObjectRecorder is a [Recorder] that writes the single object as the run goes on: just what
// [Write] writes of the whole. The steps, which come after all resources, wait in a
// temporary file where they are many.
type ObjectRecorder struct{ *events }

// NewObjectRecorder returns a recorder that writes resources to w, many at once; End writes
// the steps.
func NewObjectRecorder(w io.Writer) *ObjectRecorder {
	in := newInterner()
	return &ObjectRecorder{newEvents(newObjectSink(w, in), in)}
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

func newObjectSink(w io.Writer, in *interner) *objectSink {
	o := &objectSink{recordText: newRecordText(in), layout: newLayout(w)}
	in.forgets(o.terms.forget)
	return o
}

func (o *objectSink) begin(h *Header) error {
	o.open("{")
	o.header(h)
	o.key("resources")
	o.open("[")
	return o.err
}

func (o *objectSink) row(r *row) error {
	defer o.terms.in.tidy(0)
	for i := range r.made {
		o.buf = o.resource(o.buf[:0], r, i)
		o.item()
	}
	switch {
	case r.initial:
	case o.last:
		o.buf = o.step(o.buf[:0], r)
		o.item()
	default:
		return o.wait(r)
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

// wait keeps a step for later, as an item.
func (o *objectSink) wait(r *row) error {
	o.buf = o.buf[:0]
	if o.some {
		o.buf = append(o.buf, ',')
	}
	o.some = true
	o.buf = o.step(append(o.buf, "\n  "...), r)
	_, err := o.steps.Write(o.buf)
	return cmp.Or(err, o.err)
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

// flush leaves out the steps that wait, which are no object without what comes after them.
func (o *objectSink) flush() error { return cmp.Or(o.err, o.steps.moveTo(io.Discard), o.out.Flush()) }

func (o *objectSink) end(e *End) error {
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
