package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Stream reads a run record by record, in any form that [Read] takes, plain or compressed. It
// holds only the resources alive, recurring texts, and a block of the compact form. A long single
// object, in which the steps come last, is kept in a temporary file meanwhile; if its records are
// out of order, all of it is held in memory.
type Stream struct {
	// Header is what the file says before its records.
	Header *Header
	// Unended, if not nil, gets the `name:line:column` where JSON Lines stop that do not say how
	// the run ended, once all of them are read. They may be all that another engine writes, so
	// that is no error; but as likely a run was killed, or the file cut off between two lines.
	Unended func(place string)
	name    string
	whole   *Trace  // what was read at once; nil where it is read record by record
	object  *object // a single object that is long; nil of other forms
	each    func(func(Record) error) error
	text    *decoder // of JSON Lines, which stand in any order; nil of other forms
	check   *order   // nil where all was checked before
	size    *counter // of the file; nil where there is none
	said    *int64   // how many bytes the arguments so far have; nil of other forms than the compact one
}

// NewStream reads the header of a run. The name is that of the file, for errors, which
// are those of [Read].
func NewStream(name string, r io.Reader) (*Stream, error) {
	size := &counter{in: r}
	in, err := inflate(bufio.NewReader(size))
	if err != nil {
		return nil, fmt.Errorf("%s:1:1: %w", name, err)
	}
	var s *Stream
	if isCompact(in) {
		s, err = openCompact(name, in)
	} else {
		s, err = openText(name, in)
	}
	if err != nil {
		return nil, err
	}
	s.size = size
	return s, nil
}

func openCompact(name string, in *bufio.Reader) (*Stream, error) {
	c := newCompactReader(name, in)
	h, err := c.header()
	if err != nil {
		return nil, err
	}
	s := &Stream{Header: h, name: name, each: c.each, check: newOrder(), said: &c.block.said}
	s.check.signature.termsChecked = true
	s.check.header(h)
	return s, s.problems()
}

// openText begins to read JSON. What follows the header of JSON Lines is not kept.
func openText(name string, in io.Reader) (*Stream, error) {
	o := &object{name: name, text: new(spill), rest: in}
	d := newDecoder(name, io.TeeReader(in, o.text))
	t, lines, err := d.first(func(t *Trace, key string) error { return o.field(d, t, key) })
	switch {
	case err == nil && lines:
		d.in = in
		o.text.close()
		s := &Stream{Header: &t.Header, name: name, each: d.each, text: d, check: newOrder()}
		s.check.header(s.Header)
		return s, s.problems()
	case err != nil || o.text.file == nil: // it is wrong, or short
		t, err := o.whole()
		if err != nil {
			return nil, err
		}
		s := t.Stream()
		s.name = name
		return s, nil
	}
	o.header, o.end = t.Header, t.End
	return &Stream{Header: &o.header, name: name, object: o}, nil
}

// Stream returns a stream of a trace that [Validate] accepts.
func (t *Trace) Stream() *Stream { return &Stream{Header: &t.Header, whole: t, each: t.each} }

// Each hands out the records, once, in the order in which things happened: a resource
// before the step that makes it. What a record holds is good until the step after
// it was handed out, too, or, for a step, until the call returns.
//
// It checks as it goes. The records so far are the beginning of what [Validate]
// accepts, and where there is no error, they were all of it. JSON Lines must be in
// order, though resources may come early; [Read] is not so particular.
func (s *Stream) Each(record func(Record) error) error {
	if s.object != nil {
		if s.object.inOrder() {
			defer s.object.text.close()
			return s.object.each(record)
		}
		t, err := s.object.whole()
		if err != nil {
			return err
		}
		return t.each(record)
	}
	if s.check == nil {
		return s.each(record)
	}
	err := s.each(func(r Record) error {
		s.check.take(r)
		if err := s.problems(); err != nil {
			return err
		}
		return record(r)
	})
	if err != nil {
		return err
	}
	s.check.close()
	return s.finish(s.problems())
}

// finish returns the error of a stream that was read to its end, or says what it lacks there.
func (s *Stream) finish(err error) error {
	if err == nil && s.Unended != nil && s.text != nil {
		if stops := s.text.stop(); stops != "" {
			s.Unended(stops)
		}
	}
	return err
}

func (s *Stream) problems() error {
	problems := s.check.found()
	if s.text == nil {
		return named(s.name, problems)
	}
	if s.check.late {
		problems = append(problems, ErrOrder)
	}
	return s.text.blame(s.check.checker, named(s.name, problems))
}

// named joins problems of a file.
func named(name string, problems []error) error {
	for i, problem := range problems {
		problems[i] = fmt.Errorf("%s: %w", name, problem)
	}
	return errors.Join(problems...)
}

// WriteObject writes the run as [Write] does. JSON Lines need not be in order for that, but are
// held in memory.
func (s *Stream) WriteObject(w io.Writer) error {
	if s.whole == nil && s.text == nil {
		in := newInterner()
		return s.copy(newObjectSink(w, in), in)
	}
	t, err := s.Trace()
	if err != nil {
		return err
	}
	return Write(w, t)
}

// WriteLines writes the run as [WriteLines] does.
func (s *Stream) WriteLines(w io.Writer) error {
	in := newInterner()
	return s.copy(newLineSink(w, in), in)
}

// WriteCompact writes the run as [WriteCompact] does.
func (s *Stream) WriteCompact(w io.Writer) error {
	in := newInterner()
	return s.copy(newCompactSink(w, in), in)
}

func (s *Stream) copy(to sink, in *interner) error {
	if err := to.begin(s.Header); err != nil {
		return err
	}
	r := &records{to: to, in: in}
	if err := s.Each(r.record); err != nil {
		_ = to.flush() // what there is may be of use; what went wrong is said
		return err
	}
	return r.finish()
}

const (
	// maxParts is how many parts a run may have for each byte of its file: resources,
	// steps, facts and terms, of some 100 bytes each. Steps have about one for each
	// byte in the compact form.
	maxParts = 20
	// freeParts is how many parts any run may have, however small its file.
	freeParts = 10_000_000
	// maxSaid is how many bytes the arguments of a run in the compact form may have for each
	// byte of its file, as text, and freeSaid how many those of any such run.
	maxSaid  = 1000
	freeSaid = 1 << 30
)

// Trace returns all of the run; JSON Lines need not be in order for that. What would fill the
// memory though its file is small, is an error; record by record it can still be read.
func (s *Stream) Trace() (*Trace, error) {
	switch {
	case s.whole != nil:
		return s.whole, nil
	case s.object != nil:
		return s.object.whole()
	case s.text == nil:
		return s.gather(s.Each)
	}
	t, err := s.gather(s.text.lines)
	if err == nil {
		err = s.finish(s.text.check(t))
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (s *Stream) gather(each func(func(Record) error) error) (*Trace, error) {
	var g gatherer
	err := each(func(r Record) error {
		g.record(r)
		return s.bounded(&g)
	})
	if err != nil {
		return nil, err
	}
	return &Trace{Header: *s.Header, Resources: g.resources.all(), Steps: g.steps.all(), End: g.end}, nil
}

// bounded refuses a run that is much larger than its file.
func (s *Stream) bounded(g *gatherer) error {
	switch {
	case s.size != nil && g.parts > freeParts+maxParts*s.size.n:
		return fmt.Errorf("%s: more than %d parts for each byte of the file", s.name, maxParts)
	case s.size != nil && s.said != nil && *s.said > freeSaid+maxSaid*s.size.n:
		return fmt.Errorf("%s: terms of more than %d bytes for each byte of the file", s.name, maxSaid)
	}
	return nil
}

// gatherer makes a trace of records.
type gatherer struct {
	resources pile[Resource]
	steps     pile[Step]
	end       *End
	ids       arena[ResourceID]
	terms     termLists
	facts     arena[Fact]
	parts     int64 // how many there are
}

func (g *gatherer) record(rec Record) {
	switch {
	case rec.Resource != nil:
		r := *rec.Resource
		r.Args = g.args(r.Args)
		g.resources.add(r)
		g.parts++
	case rec.Step != nil:
		s := *rec.Step
		s.Args = g.args(s.Args)
		s.Consumes, s.Reads, s.Produces = g.ids.copy(s.Consumes), g.ids.copy(s.Reads), g.ids.copy(s.Produces)
		s.Proves, s.Sensed, s.Acts = g.list(s.Proves), g.list(s.Sensed), g.list(s.Acts)
		g.steps.add(s)
		g.parts++
	default:
		g.end = rec.End.clone()
	}
}

func (g *gatherer) args(terms []Term) []Term {
	g.parts += int64(len(terms))
	return g.terms.copy(terms)
}

func (g *gatherer) list(facts []Fact) []Fact {
	g.parts += int64(len(facts))
	facts = g.facts.copy(facts)
	for i := range facts {
		facts[i].Args = g.args(facts[i].Args)
	}
	return facts
}
