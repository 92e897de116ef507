package json

import (
	"cmp"
	"errors"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// lines is a run in JSON Lines.
type lines struct {
	text    *decoder
	header  *trace.Header
	check   *trace.Checker
	size    func() int64
	unended func(place string)
}

// Each implements [trace.Source].
func (l *lines) Each(record func(trace.Record) error) error {
	err := l.text.each(func(r trace.Record) error {
		l.check.Take(r)
		if err := l.problems(); err != nil {
			return err
		}
		return record(r)
	})
	if err != nil {
		return err
	}
	l.check.Close()
	return l.text.finish(l.problems(), l.unended)
}

// Trace implements [trace.Source].
func (l *lines) Trace() (*trace.Trace, error) {
	t, err := trace.Gather(l.text.file, l.size, l.header, l.text.lines)
	if err == nil {
		err = l.text.finish(l.text.check(t), l.unended)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// problems returns what is wrong with the records so far.
func (l *lines) problems() error {
	var order []error
	if l.check.Late() {
		order = []error{ErrOrder}
	}
	return l.text.blame(l.check.Short(), l.check.Err(l.text.file, order...))
}

// lines hands out the records after the header of JSON Lines as they stand.
func (d *decoder) lines(record func(trace.Record) error) error {
	ended := false
	for !d.atEnd() {
		if ended {
			return d.unexpected("nothing after the end")
		}
		rec, err := d.line()
		if err != nil {
			return err
		}
		if err := record(rec); err != nil {
			return err
		}
		ended = rec.End != nil
	}
	if !ended {
		d.stops = d.at
	}
	return nil
}

// each hands out the records of JSON Lines, those of resources that stand early no
// sooner than they were made.
func (d *decoder) each(record func(trace.Record) error) error {
	var early []*trace.Resource
	release := func(by trace.StepID, all bool) (err error) {
		for len(early) > 0 && (all || early[0].By == by) && err == nil {
			err = record(trace.Record{Resource: early[0]})
			early = early[1:]
		}
		return err
	}
	err := d.lines(func(rec trace.Record) (err error) {
		switch {
		case rec.Resource != nil && (rec.Resource.By != 0 || len(early) > 0):
			early = append(early, rec.Resource)
			return nil
		case rec.Step != nil:
			err = release(rec.Step.ID, false)
		case rec.End != nil:
			err = release(0, true)
		}
		if err != nil {
			return err
		}
		return record(rec)
	})
	if err != nil {
		return err
	}
	return release(0, true)
}

// line reads a record.
func (d *decoder) line() (trace.Record, error) {
	at := d.at
	var rec record
	if err := d.object(func(key string) error { return d.recordField(&rec, key) }); err != nil {
		return trace.Record{}, err
	}
	switch rec.kind {
	case "resource":
		if rec.sensed != nil {
			return trace.Record{}, d.errorf(at, `unknown field "sensed" in resource`)
		}
		rec.resource.Args = rec.args
		return trace.Record{Resource: &rec.resource}, nil
	case "step":
		rec.step.Args, rec.step.Sensed = rec.args, rec.sensed
		return trace.Record{Step: &rec.step}, nil
	case "end":
		if rec.args != nil {
			return trace.Record{}, d.errorf(at, `unknown field "args" in end`)
		}
		rec.end.Sensed = rec.sensed
		return trace.Record{End: &rec.end}, nil
	}
	return trace.Record{}, d.errorf(at, "want a resource, a step or the end")
}

// record is a line of JSON Lines. The letter of its id says what kind of record
// it is, or else a field that only one kind has: fields come in any order.
type record struct {
	kind     string       // "" as long as it is not known
	args     []trace.Term // of the resource or step
	sensed   []trace.Fact // of the step or end
	resource trace.Resource
	step     trace.Step
	end      trace.End
}

// is settles the kind, if need be, and reports whether it is that one.
func (rec *record) is(kind string) bool {
	if rec.kind == "" {
		rec.kind = kind
	}
	return rec.kind == kind
}

func (d *decoder) recordField(rec *record, key string) error {
	switch key {
	case "id":
		return d.id(rec)
	case "args":
		return d.terms(&rec.args)
	case "sensed":
		return list(d, &rec.sensed, d.fact)
	case "pred", "persistent", "by":
		if rec.is("resource") {
			return d.resourceField(&rec.resource, key)
		}
	case "rule", "variant", "stage", "consumes", "reads", "produces", "proves", "absent", "acts", "choices", "chosen":
		if rec.is("step") {
			return d.stepField(&rec.step, key)
		}
	case "why", "alive", "message":
		if rec.is("end") {
			return d.endField(&rec.end, key)
		}
	}
	return d.unknown(cmp.Or(rec.kind, "record"))
}

// UnmarshalText takes the id of the record.
func (rec *record) UnmarshalText(text []byte) error {
	if rec.kind == "" && len(text) > 0 && text[0] == 't' {
		rec.kind = "step"
	}
	switch {
	case rec.kind == "step":
		return rec.step.ID.UnmarshalText(text)
	case rec.is("resource"):
		return rec.resource.ID.UnmarshalText(text)
	}
	return errors.New("an end has no id")
}
