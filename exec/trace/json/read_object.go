package json

import (
	"errors"
	"io"
	"iter"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// object is a run that is a single object, in which all resources stand before the steps, or behind
// them. Its text is kept, in a temporary file where it is long, and both lists are read side by side.
type object struct {
	name             string
	text             *spill
	rest             io.Reader // of the text; empty once it was passed over
	header           trace.Header
	end              *trace.End
	resources, steps section
}

// section is where a list begins.
type section struct {
	offset int64
	at     place
}

// field reads a field of a run, and passes over the lists.
func (o *object) field(d *decoder, t *trace.Trace, key string) error {
	switch key {
	case "resources":
		t.Resources = []trace.Resource{}
		return o.resources.pass(d)
	case "steps":
		t.Steps = []trace.Step{}
		return o.steps.pass(d)
	}
	return d.traceField(t, key)
}

// pass notes where a list begins, and passes over it.
func (s *section) pass(d *decoder) error {
	d.peek()
	*s = section{d.offset(), d.at}
	return d.skip()
}

// Trace implements [trace.Source].
func (o *object) Trace() (*trace.Trace, error) {
	defer o.text.close()
	return newDecoder(o.name, io.MultiReader(o.text.from(0), o.rest)).whole()
}

// inOrder reports whether the records stand in an order in which things can have happened, and
// nothing is wrong with them.
func (o *object) inOrder() bool {
	check := trace.NewChecker(&o.header, false)
	err := o.each(func(r trace.Record) error {
		check.Take(r)
		return check.Err(o.name)
	})
	check.Close()
	return err == nil && check.Err(o.name) == nil
}

// Each implements [trace.Source].
func (o *object) Each(record func(trace.Record) error) error {
	if !o.inOrder() {
		t, err := o.Trace()
		if err != nil {
			return err
		}
		return t.Stream().Each(record)
	}
	defer o.text.close()
	return o.each(record)
}

// each hands out the records: before each step the resources that it makes, where they stand in
// the order of the steps.
func (o *object) each(record func(trace.Record) error) error {
	next, stop := iter.Pull2(items(o, o.resources, (*decoder).resource))
	defer stop()
	r, err, some := next()
	made := func(by trace.StepID, all bool) error {
		for some && err == nil && (all || r.By == by) {
			if err := record(trace.Record{Resource: r}); err != nil {
				return err
			}
			r, err, some = next()
		}
		return err
	}
	if err := made(0, false); err != nil {
		return err
	}
	for s, err := range items(o, o.steps, (*decoder).step) {
		if err != nil {
			return err
		}
		if err := made(s.ID, false); err != nil {
			return err
		}
		if err := record(trace.Record{Step: s}); err != nil {
			return err
		}
	}
	if err := made(0, true); err != nil || o.end == nil {
		return err
	}
	return record(trace.Record{End: o.end})
}

// errStopped ends the reading of a list of which no more items are wanted.
var errStopped = errors.New("stopped")

// items hands out the items of a list, or the error that ends it.
func items[T any](o *object, s section, item func(*decoder, *T) error) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		d := newDecoderAt(o.name, o.text.from(s.offset), s.at)
		err := d.sequence('[', ']', "a list", func() error {
			x := new(T)
			if err := item(d, x); err != nil {
				return err
			}
			if !yield(x, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && err != errStopped {
			yield(nil, err)
		}
	}
}
