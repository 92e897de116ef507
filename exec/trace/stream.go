package trace

import (
	"fmt"
	"hash/maphash"
	"io"
)

// Record is one record of a run: a resource, a step or the end. One of them is
// not nil. A resource that a step makes comes right before it.
type Record struct {
	Resource *Resource
	Step     *Step
	End      *End
}

// Stream is a run that is read record by record. The packages of the forms read files so, and
// a trace is read so where it is to be written.
type Stream struct {
	// Header is what comes before the records.
	Header *Header
	Source
}

// Source has the records of a run.
type Source interface {
	// Each hands out the records, once, in the order in which things happened: a resource
	// before the step that makes it. What a record holds is good until the step after
	// it was handed out, too, or, for a step, until the call returns.
	//
	// It checks as it goes. The records so far are the beginning of what [Validate]
	// accepts, and where there is no error, they were all of it.
	Each(record func(Record) error) error
	// Trace returns all of the run.
	Trace() (*Trace, error)
}

// Stream returns a stream of a trace that [Validate] accepts.
func (t *Trace) Stream() *Stream { return &Stream{&t.Header, (*held)(t)} }

// Held returns the trace if all of it is in memory already, and else nil.
func (s *Stream) Held() *Trace {
	h, _ := s.Source.(*held)
	return (*Trace)(h)
}

// held is a [Source] of a trace in memory.
type held Trace

// Trace implements [Source].
func (t *held) Trace() (*Trace, error) { return (*Trace)(t), nil }

// Each implements [Source].
func (t *held) Each(record func(Record) error) error {
	rest := t.Resources
	made := func(by StepID) error {
		for len(rest) > 0 && rest[0].By == by {
			if err := record(Record{Resource: &rest[0]}); err != nil {
				return err
			}
			rest = rest[1:]
		}
		return nil
	}
	err := made(0)
	for i := 0; i < len(t.Steps) && err == nil; i++ {
		if err = made(t.Steps[i].ID); err == nil {
			err = record(Record{Step: &t.Steps[i]})
		}
	}
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return fmt.Errorf("resource %v does not stand where it was made", rest[0].ID)
	case t.End != nil:
		return record(Record{End: t.End})
	}
	return nil
}

const (
	// maxParts is how many parts a run may have for each byte of its file: resources,
	// steps, facts and terms, of some 100 bytes each. Steps have about one for each
	// byte in the compact form.
	maxParts = 20
	// freeParts is how many parts any run may have, however small its file.
	freeParts = 10_000_000
)

// Gather makes a trace of records that are handed out. It fails for a run that would fill the
// memory though its file is small: size returns how many bytes of the file are read.
func Gather(file string, size func() int64, h *Header, each func(func(Record) error) error) (*Trace, error) {
	var g gatherer
	err := each(func(r Record) error {
		g.record(r)
		if g.parts > freeParts && g.parts > freeParts+maxParts*size() {
			return fmt.Errorf("%s: more than %d parts for each byte of the file", file, maxParts)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Trace{Header: *h, Resources: g.resources.all(), Steps: g.steps.all(), End: g.end}, nil
}

// gatherer makes a trace of records.
type gatherer struct {
	resources pile[Resource]
	steps     pile[Step]
	end       *End
	ids       arena[ResourceID]
	terms     TermLists
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
		s.Proves, s.Absent = g.list(s.Proves), g.list(s.Absent)
		s.Sensed, s.Acts = g.list(s.Sensed), g.list(s.Acts)
		g.steps.add(s)
		g.parts++
	default:
		g.end = rec.End.clone()
	}
}

func (g *gatherer) args(terms []Term) []Term {
	g.parts += int64(len(terms))
	return g.terms.Copy(terms)
}

func (g *gatherer) list(facts []Fact) []Fact {
	g.parts += int64(len(facts))
	facts = g.facts.copy(facts)
	for i := range facts {
		facts[i].Args = g.args(facts[i].Args)
	}
	return facts
}

// CutError says where a file ends that should go on. It is an [io.ErrUnexpectedEOF].
type CutError string

// Error returns the text.
func (e CutError) Error() string { return string(e) }

// Unwrap returns [io.ErrUnexpectedEOF].
func (e CutError) Unwrap() error { return io.ErrUnexpectedEOF }

// TermLists makes lists of terms that stay. A run names the same few things over and over, so
// equal lists share their terms where one was made not long before. The lists are not to be changed.
type TermLists struct {
	room  arena[Term]
	known [][]Term // by a hash of the list: the last of that
	seed  maphash.Seed
}

// knownLists is how many lists are remembered.
const knownLists = 1 << 10

// Copy returns a list that stays, nil for an empty one.
func (l *TermLists) Copy(terms []Term) []Term {
	if len(terms) == 0 {
		return nil
	}
	if l.known == nil {
		l.known, l.seed = make([][]Term, knownLists), maphash.MakeSeed()
	}
	slot := &l.known[l.hash(terms)%knownLists]
	if !equalAtoms(*slot, terms) {
		*slot = l.room.copy(terms)
	}
	return *slot
}

func (l *TermLists) hash(terms []Term) (sum uint64) {
	for _, t := range terms {
		sum = sum*31 + maphash.String(l.seed, t.Head)
	}
	return sum
}

// equalAtoms reports whether two lists are the same, and without compound terms. To compare those
// would take as long at each level as they are deep.
func equalAtoms(a, b []Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Head != b[i].Head || a[i].Number != b[i].Number || len(a[i].Args)+len(b[i].Args) > 0 {
			return false
		}
	}
	return true
}
