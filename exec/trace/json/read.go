// Package json reads and writes traces as JSON: as a single object, and as JSON Lines. The single object
// is
//
//	{"format": "ceptre-trace/1",
//	 "generator": {…}, "program": {…}, "run": {…},
//	 "resources": [{"id": "x1", "pred": "at", "args": ["romeo", "square"]}, …],
//	 "steps": [{"id": "t1", "rule": "go", "args": ["romeo"], "consumes": ["x1"], "produces": ["x2"]}, …],
//	 "end": {"why": "quiescent", "alive": ["x2"]}}
//
// In lines, the header is an object by itself; each record is one more, a step behind the resources
// that it makes; the end is the last. The letters of their ids tell resources and steps apart. A
// constant stands as a string, a number as a number, and a compound term as a list that begins with
// the constructor: ["s", "z"]. The file schema.json describes both forms. What a field may hold
// beyond its type is what [trace.Validate] checks.
package json

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// ErrUnended is what may be wrong with JSON Lines that do not say how the run ended. Other
// forms show in other ways that they are whole.
var ErrUnended = errors.New("the lines end before the end of the run: the file may be cut off")

// ErrOrder is joined to the errors of a stream of JSON Lines with records that may be those of a
// run but are out of order. [Read] accepts such files, and so does the Trace of the stream.
var ErrOrder = errors.New("the records may be out of order: a resource must come before the steps that name it")

// Read reads a trace, an object or lines. [trace.Validate] accepts every trace that Read returns.
// Resources and steps may stand in any order that the causal order allows; the result keeps the
// order of the file if a run can have happened in that order, and else an order as close to it as
// possible. Where lines stop that do not say how the run ended, the function unended, if not nil, gets
// the `name:line:column`: they may be all that another engine writes, so that is no error.
//
// The name is that of the file, for errors. Malformed text, unknown fields and values of a wrong
// type are errors at `name:line:column`; records at odds with each other are errors that name the
// record.
func Read(name string, in io.Reader, unended func(place string)) (*trace.Trace, error) {
	d := newDecoder(name, in)
	t, err := d.whole()
	return t, d.finish(err, unended)
}

// NewStream reads the header of a run. An object that is long, in which the steps come last, is
// kept in a temporary file meanwhile; if its records are out of order, all of it is held in
// memory. Lines must be in order for the Each of the stream, though resources may come early; [Read]
// is not so particular. The size is how many bytes of the file are read so far. The function unended
// is that of [Read].
func NewStream(name string, in io.Reader, size func() int64, unended func(place string)) (*trace.Stream, error) {
	o := &object{name: name, text: new(spill), rest: in}
	d := newDecoder(name, io.TeeReader(in, o.text))
	t, inLines, err := d.first(func(t *trace.Trace, key string) error { return o.field(d, t, key) })
	switch {
	case err == nil && inLines:
		d.in = in
		o.text.close()
		l := &lines{text: d, header: &t.Header, check: trace.NewChecker(&t.Header, false), size: size, unended: unended}
		return &trace.Stream{Header: l.header, Source: l}, l.problems()
	case err != nil || o.text.file == nil: // it is wrong, or short
		t, err := o.Trace()
		if err != nil {
			return nil, err
		}
		return t.Stream(), nil
	}
	o.header, o.end = t.Header, t.End
	return &trace.Stream{Header: &o.header, Source: o}, nil
}

// ParseHeader reads a header by itself. The name is for errors.
func ParseHeader(name string, text []byte) (*trace.Header, error) {
	h := new(trace.Header)
	d := newDecoder(name, bytes.NewReader(text))
	if err := d.object(func(key string) error { return d.headerField(h, key) }); err != nil {
		return nil, err
	}
	switch {
	case !d.atEnd():
		return nil, d.unexpected("nothing after the header")
	case h.Format == "":
		return nil, d.errorf(place{1, 1}, `header without "format"`)
	}
	return h, nil
}

// ParseEnd reads the end of a run by itself, and reports whether it is all of the text.
func ParseEnd(name string, text []byte) (e *trace.End, all bool, err error) {
	e = new(trace.End)
	d := newDecoder(name, bytes.NewReader(text))
	if err := d.end(e); err != nil {
		return nil, false, err
	}
	return e, d.atEnd(), nil
}

// ParseTerm reads a term.
func ParseTerm(name string, text []byte) (t trace.Term, err error) {
	err = newDecoder(name, bytes.NewReader(text)).term(&t)
	return t, err
}

// whole reads a text, and checks it.
func (d *decoder) whole() (*trace.Trace, error) {
	t, err := d.trace()
	if err == nil {
		err = d.check(t)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// finish returns the error of reading a text to its end. Where there is none, it tells where lines
// stop that have no end.
func (d *decoder) finish(err error, unended func(place string)) error {
	if err == nil && unended != nil && d.stops.line > 0 {
		unended(fmt.Sprintf("%s:%d:%d", d.file, d.stops.line, d.stops.col))
	}
	return err
}

// check returns the problems of a trace that was read. Records that do not stand in the order in
// which things happened are put into it.
func (d *decoder) check(t *trace.Trace) error {
	short, problems := trace.Arrange(d.file, t)
	return d.blame(short, problems)
}

// blame adds to problems of records that lines that are missing may be the reason.
func (d *decoder) blame(short bool, problems error) error {
	if short && d.stops.line > 0 {
		return errors.Join(problems, d.errorf(d.stops, "%w", ErrUnended))
	}
	return problems
}

// trace reads the whole text.
func (d *decoder) trace() (*trace.Trace, error) {
	t, lines, err := d.first(d.traceField)
	if err == nil && lines {
		err = d.lines(func(r trace.Record) error {
			switch {
			case r.Resource != nil:
				t.Resources = append(t.Resources, *r.Resource)
			case r.Step != nil:
				t.Steps = append(t.Steps, *r.Step)
			default:
				t.End = r.End
			}
			return nil
		})
	}
	return t, err
}

// first reads the first object: the trace, or the header of JSON Lines. That is one
// that has neither records nor an end, while something follows it. Its fields are read by field.
func (d *decoder) first(field func(t *trace.Trace, key string) error) (t *trace.Trace, lines bool, err error) {
	t = new(trace.Trace)
	d.peek()
	at := d.at
	if err := d.object(func(key string) error { return field(t, key) }); err != nil {
		return nil, false, err
	}
	lines = t.Resources == nil && t.Steps == nil && t.End == nil && !d.atEnd()
	switch {
	case t.Format == "":
		err = d.errorf(at, `trace without "format"`)
	case lines:
	case t.Resources == nil:
		err = d.errorf(at, `trace without "resources"`)
	case t.Steps == nil:
		err = d.errorf(at, `trace without "steps"`)
	case !d.atEnd():
		err = d.unexpected("nothing after the trace")
	}
	return t, lines, err
}

func (d *decoder) traceField(t *trace.Trace, key string) error {
	switch key {
	case "resources":
		return list(d, &t.Resources, d.resource)
	case "steps":
		return list(d, &t.Steps, d.step)
	case "end":
		t.End = new(trace.End)
		return d.end(t.End)
	}
	return d.headerField(&t.Header, key)
}
