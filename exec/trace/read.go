package trace

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
)

// Read reads a trace in either form, the single object or JSON Lines, plain or
// compressed with gzip; it tells them apart by what they hold. What it returns,
// [Validate] accepts.
//
// The name is that of the file, for errors. Malformed text, unknown fields and
// values of a wrong type are errors at `name:line:column`, of the text without
// compression; records at odds with each other are errors that name the record.
func Read(name string, r io.Reader) (*Trace, error) {
	in, err := inflate(bufio.NewReader(r))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t, err := newDecoder(name, in).trace()
	if err != nil {
		return nil, err
	}
	problems := check(t)
	for i, problem := range problems {
		problems[i] = fmt.Errorf("%s: %w", name, problem)
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return t, nil
}

// trace reads the whole text. A first object that has neither records nor an
// end, while something follows it, is the header of JSON Lines.
func (d *decoder) trace() (*Trace, error) {
	t := new(Trace)
	d.peek()
	at := d.at
	if err := d.object(func(key string) error { return d.traceField(t, key) }); err != nil {
		return nil, err
	}
	lines := t.Resources == nil && t.Steps == nil && t.End == nil && !d.atEnd()
	switch {
	case t.Format == "":
		return nil, d.errorf(at, `trace without "format"`)
	case lines:
		return t, d.lines(t)
	case t.Resources == nil:
		return nil, d.errorf(at, `trace without "resources"`)
	case t.Steps == nil:
		return nil, d.errorf(at, `trace without "steps"`)
	case !d.atEnd():
		return nil, d.unexpected("nothing after the trace")
	}
	return t, nil
}

func (d *decoder) traceField(t *Trace, key string) error {
	switch key {
	case "resources":
		return list(d, &t.Resources, d.resource)
	case "steps":
		return list(d, &t.Steps, d.step)
	case "end":
		t.End = new(End)
		return d.end(t.End)
	}
	return d.headerField(&t.Header, key)
}

// lines reads the records after the header of JSON Lines.
func (d *decoder) lines(t *Trace) error {
	for !d.atEnd() {
		if t.End != nil {
			return d.unexpected("nothing after the end")
		}
		if err := d.line(t); err != nil {
			return err
		}
	}
	return nil
}

// line reads a record and puts it where it belongs.
func (d *decoder) line(t *Trace) error {
	at := d.at
	var rec record
	if err := d.object(func(key string) error { return d.recordField(&rec, key) }); err != nil {
		return err
	}
	switch rec.kind {
	case "resource":
		if rec.sensed != nil {
			return d.errorf(at, `unknown field "sensed" in resource`)
		}
		rec.resource.Args = rec.args
		t.Resources = append(t.Resources, rec.resource)
	case "step":
		rec.step.Args, rec.step.Sensed = rec.args, rec.sensed
		t.Steps = append(t.Steps, rec.step)
	case "end":
		if rec.args != nil {
			return d.errorf(at, `unknown field "args" in end`)
		}
		rec.end.Sensed = rec.sensed
		t.End = &rec.end
	default:
		return d.errorf(at, "want a resource, a step or the end")
	}
	return nil
}

// record is a line of JSON Lines. The letter of its id says what kind of record
// it is, or else a field that only one kind has: fields come in any order.
type record struct {
	kind     string // "" as long as it is not known
	args     []Term // of the resource or step
	sensed   []Fact // of the step or end
	resource Resource
	step     Step
	end      End
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
		return list(d, &rec.args, d.term)
	case "sensed":
		return list(d, &rec.sensed, d.fact)
	case "pred", "persistent", "by":
		if rec.is("resource") {
			return d.resourceField(&rec.resource, key)
		}
	case "rule", "stage", "consumes", "reads", "produces", "proves", "acts", "choices", "chosen":
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
