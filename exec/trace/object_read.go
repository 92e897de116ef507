package trace

import (
	"errors"
	"io"
	"iter"
)

// object is a run that is a single object, in which all resources stand before the steps, or behind
// them. Its text is kept, in a temporary file where it is long, and both lists are read side by side.
type object struct {
	name             string
	text             *spill
	rest             io.Reader // of the text; empty once it was passed over
	header           Header
	end              *End
	resources, steps section
}

// section is where a list begins.
type section struct {
	offset int64
	at     place
}

// field reads a field of a run, and passes over the lists.
func (o *object) field(d *decoder, t *Trace, key string) error {
	switch key {
	case "resources":
		t.Resources = []Resource{}
		return o.resources.pass(d)
	case "steps":
		t.Steps = []Step{}
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

// whole reads all of the run.
func (o *object) whole() (*Trace, error) {
	defer o.text.close()
	return newDecoder(o.name, io.MultiReader(o.text.from(0), o.rest)).whole()
}

// inOrder reports whether the records stand in an order in which things can have happened, and
// nothing is wrong with them.
func (o *object) inOrder() bool {
	check := newOrder()
	check.header(&o.header)
	err := o.each(func(r Record) error {
		check.take(r)
		return errors.Join(check.found()...)
	})
	check.close()
	return err == nil && len(check.found()) == 0
}

// each hands out the records: before each step the resources that it makes, where they stand in
// the order of the steps.
func (o *object) each(record func(Record) error) error {
	next, stop := iter.Pull2(items(o, o.resources, (*decoder).resource))
	defer stop()
	r, err, some := next()
	made := func(by StepID, all bool) error {
		for some && err == nil && (all || r.By == by) {
			if err := record(Record{Resource: r}); err != nil {
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
		if err := record(Record{Step: s}); err != nil {
			return err
		}
	}
	if err := made(0, true); err != nil || o.end == nil {
		return err
	}
	return record(Record{End: o.end})
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
