package coverage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// magic is the beginning of each canonical form, with the version of its format.
const magic = "ceptre coverage 1\n"

// Total holds the counts of some of the runs of a subject, from all starts. Its size depends on the program and its
// prose alone. It names the rules and stages that it counts; the report also needs the program, for its text. A total
// with nothing but a subject has no runs, and takes the names of the first total that is merged into it.
type Total struct {
	total.Subject
	names  []string // names of the starts, then of the stages
	counts []Counts // by start
	prose  *Prose   // nil without prose
}

// NewTotal returns the total of some batches of runs of a subject, with the prose that was told of them; nil for none.
// The total keeps the prose and the counts of the batches.
func NewTotal(of total.Subject, from []*Batch, told *Prose) *Total {
	t := &Total{Subject: of, names: names(from), prose: told}
	for _, b := range from {
		t.counts = append(t.counts, b.counts)
	}
	return t
}

func names(from []*Batch) (all []string) {
	for _, b := range from {
		all = append(all, b.Name)
	}
	for _, s := range from[0].of.stages {
		all = append(all, s.Name)
	}
	return all
}

// Merge adds the runs of another total. The two totals have no run in common. The error, [total.ErrOther], is for
// another subject, and says what differs.
func (t *Total) Merge(o *Total) error {
	if err := t.SameAs(&o.Subject); err != nil {
		return err
	}
	if len(t.names) == 0 {
		t.names, t.counts, t.prose = o.names, make([]Counts, len(o.counts)), o.prose.withoutCounts()
	}
	if len(o.names) == 0 {
		return nil
	}
	if !slices.Equal(t.names, o.names) || !bytes.Equal(t.prose.appendText(nil), o.prose.appendText(nil)) {
		return fmt.Errorf("%w: they have other stages, starts or prose", total.ErrOther)
	}
	for i := range t.counts {
		t.counts[i].Merge(&o.counts[i])
	}
	t.prose.merge(o.prose)
	return nil
}

// AppendBinary implements [encoding.BinaryAppender]. Totals of the same runs have the same form, which is the only
// one.
func (t *Total) AppendBinary(b []byte) ([]byte, error) {
	b = total.AppendHeader(b, magic, &t.Subject)
	b = binary.AppendUvarint(b, uint64(len(t.names)))
	for _, name := range t.names {
		b = mergeable.AppendText(b, name)
	}
	b = binary.AppendUvarint(b, uint64(len(t.counts)))
	for i := range t.counts {
		b = t.counts[i].Append(b)
	}
	return t.prose.appendCounts(t.prose.appendText(b)), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler].
func (t *Total) MarshalBinary() ([]byte, error) { return t.AppendBinary(nil) }

// Decode reads a total. The error for other bytes wraps [mergeable.ErrDamaged].
func Decode(data []byte) (*Total, error) {
	r, of := total.ReadHeader(data, magic)
	t := &Total{Subject: of}
	for range r.Len(1, mostNames) {
		t.names = append(t.names, r.Text())
	}
	for range r.Len(1, len(t.names)) {
		var c Counts
		if c.Read(r); r.Err() != nil {
			return nil, r.Err()
		}
		t.counts = append(t.counts, c)
	}
	t.prose = readProse(r)
	return t, r.Close()
}

// errForeign is the error for a total of another program.
var errForeign = errors.New("these are runs of another program")

// Fill adds the counts of a total to batches without runs, one for each start of the program, as given to [NewTotal].
// It returns the prose with its counts; nil without prose.
func (t *Total) Fill(from []*Batch) (*Prose, error) {
	if len(t.names) == 0 {
		return nil, nil
	}
	if !slices.Equal(t.names, names(from)) || len(t.counts) != len(from) {
		return nil, errForeign
	}
	for i, b := range from {
		c := &t.counts[i]
		if len(c.rules) > len(b.of.rules) || len(c.stages) > len(b.of.stages) || !t.prose.fits(len(b.of.rules)) {
			return nil, errForeign
		}
		b.counts.Merge(c)
	}
	return t.prose, nil
}
