// Package row is what all writers of traces have in common. A run comes to them as the events of
// a recorder or as the records of a stream, and goes into lines, an object, the compact form or
// text. All of these meet in a [Row]: a step with the resources that it makes, or a resource of
// the initial state, in numbers. An [Interner] gives names and terms their numbers.
package row

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Row is a record in numbers. Its slices are good until the next one.
type Row struct {
	Initial  bool // a resource of the initial state and no step
	ID       trace.StepID
	Rule     Name
	Variant  int // as Variant of [trace.Step]
	Args     []trace.Sym
	Stage    Name // NoName where there is none
	Consumes []trace.ResourceID
	Reads    []trace.ResourceID
	Produces []trace.ResourceID
	// Made are the ids of the first of the facts; those that were proved, absent, sensed
	// and done follow, as many as the lengths say.
	Made                         []trace.ResourceID
	Facts                        []Fact
	Proves, Absent, Sensed, Acts int
	Choices                      int
	Chosen                       trace.Chosen
}

// Refuse returns an error about the row with the step or the resource that it is; nil for none.
func (r *Row) Refuse(err error) error {
	switch {
	case err == nil:
		return nil
	case r.Initial:
		return fmt.Errorf("resource %v: %w", r.Made[0], err)
	}
	return fmt.Errorf("step %v: %w", r.ID, err)
}

// Fact is a fact in numbers.
type Fact struct {
	Pred       Name
	Persistent bool
	Args       []trace.Sym
}

// Sink takes the rows of a run, in order.
type Sink interface {
	Begin(h *trace.Header) error
	Row(r *Row) error
	// Flush writes the rows so far.
	Flush() error
	// End takes nil if it is unknown how the run ended.
	End(e *trace.End) error
}

// FlushSize is how many bytes a sink of text writes at once.
const FlushSize = 1 << 16

// Copy hands a run that is read record by record to a sink.
func Copy(to Sink, in *Interner, s *trace.Stream) error {
	r := NewRecords(to, in)
	if err := to.Begin(s.Header); err != nil {
		return err
	}
	if err := s.Each(r.Record); err != nil {
		_ = to.Flush() // what there is may be of use; what went wrong is said
		return err
	}
	if r.ended {
		return nil
	}
	return to.End(nil)
}
