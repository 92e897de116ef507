package trace

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
)

// Read reads a trace in any form: the single object, JSON Lines or the compact one, plain or
// compressed with gzip; it detects the form from the content. [Validate] accepts every trace that
// Read returns. Resources and steps of the single object may stand in any order that the causal
// order allows; the result keeps the order of the file if a run can have happened in that order,
// and else an order as close to it as possible.
//
// The name is that of the file, for errors. Malformed text, unknown fields and
// values of a wrong type are errors at `name:line:column`, in the compact form at
// `name: byte N`, counted from 0, both without compression; records at odds with each
// other are errors that name the record.
func Read(name string, r io.Reader) (*Trace, error) {
	t, _, err := ReadUnended(name, r)
	return t, err
}

// ReadUnended is [Read], and returns what [Stream.Unended] gets; "" where that gets nothing.
func ReadUnended(name string, r io.Reader) (t *Trace, stops string, err error) {
	size := &counter{in: r}
	in, err := inflate(bufio.NewReader(size))
	if err != nil {
		return nil, "", fmt.Errorf("%s:1:1: %w", name, err)
	}
	if isCompact(in) {
		t, err = readCompact(name, in, size)
		return t, "", err
	}
	d := newDecoder(name, in)
	t, err = d.whole()
	return t, d.stop(), err
}

// whole reads a text, and checks it.
func (d *decoder) whole() (*Trace, error) {
	t, err := d.trace()
	if err == nil {
		err = d.check(t)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// stop returns where JSON Lines stop that have no end, as `name:line:column`; "" of others.
func (d *decoder) stop() string {
	if d.stops.line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", d.file, d.stops.line, d.stops.col)
}

// check returns the problems of a trace that was read. Records that do not stand in the order in
// which things happened are put into it.
func (d *decoder) check(t *Trace) error {
	c := check(t)
	problems := c.found()
	if len(problems) > 0 {
		if ordered, ok := arrange(t); ok {
			*t = *ordered
			c = check(t)
			problems = c.found()
		}
	}
	return d.blame(c, named(d.file, problems))
}

// blame adds to problems of records that lines that are missing may be the reason.
func (d *decoder) blame(c *checker, problems error) error {
	if c.short && d.stops.line > 0 {
		return errors.Join(problems, d.errorf(d.stops, "%w", ErrUnended))
	}
	return problems
}

func readCompact(name string, in *bufio.Reader, size *counter) (*Trace, error) {
	s, err := openCompact(name, in)
	if err != nil {
		return nil, err
	}
	s.size = size
	return s.Trace()
}

// trace reads the whole text.
func (d *decoder) trace() (*Trace, error) {
	t, lines, err := d.first(d.traceField)
	if err == nil && lines {
		err = d.lines(t.add)
	}
	return t, err
}

// first reads the first object: the trace, or the header of JSON Lines. That is one
// that has neither records nor an end, while something follows it. Its fields are read by field.
func (d *decoder) first(field func(t *Trace, key string) error) (t *Trace, lines bool, err error) {
	t = new(Trace)
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

// ErrUnended is what may be wrong with JSON Lines that do not say how the run ended. Other
// forms show in other ways that they are whole.
var ErrUnended = errors.New("the lines stop before they say how the run ended: the file may be cut off")

// lines hands out the records after the header of JSON Lines as they stand.
func (d *decoder) lines(record func(Record) error) error {
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
func (d *decoder) each(record func(Record) error) error {
	var early []*Resource
	release := func(by StepID, all bool) (err error) {
		for len(early) > 0 && (all || early[0].By == by) && err == nil {
			err = record(Record{Resource: early[0]})
			early = early[1:]
		}
		return err
	}
	err := d.lines(func(rec Record) (err error) {
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

// add adds a record to a trace.
func (t *Trace) add(rec Record) error {
	switch {
	case rec.Resource != nil:
		t.Resources = append(t.Resources, *rec.Resource)
	case rec.Step != nil:
		t.Steps = append(t.Steps, *rec.Step)
	default:
		t.End = rec.End
	}
	return nil
}

// line reads a record.
func (d *decoder) line() (Record, error) {
	at := d.at
	var rec record
	if err := d.object(func(key string) error { return d.recordField(&rec, key) }); err != nil {
		return Record{}, err
	}
	switch rec.kind {
	case "resource":
		if rec.sensed != nil {
			return Record{}, d.errorf(at, `unknown field "sensed" in resource`)
		}
		rec.resource.Args = rec.args
		return Record{Resource: &rec.resource}, nil
	case "step":
		rec.step.Args, rec.step.Sensed = rec.args, rec.sensed
		return Record{Step: &rec.step}, nil
	case "end":
		if rec.args != nil {
			return Record{}, d.errorf(at, `unknown field "args" in end`)
		}
		rec.end.Sensed = rec.sensed
		return Record{End: &rec.end}, nil
	}
	return Record{}, d.errorf(at, "want a resource, a step or the end")
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
		return d.terms(&rec.args)
	case "sensed":
		return list(d, &rec.sensed, d.fact)
	case "pred", "persistent", "by":
		if rec.is("resource") {
			return d.resourceField(&rec.resource, key)
		}
	case "rule", "variant", "stage", "consumes", "reads", "produces", "proves", "acts", "choices", "chosen":
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
