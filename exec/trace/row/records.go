package row

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Records hands the records of a trace to a sink.
type Records struct {
	to      Sink
	in      *Interner
	row     Row
	pieces  []trace.Sym      // of which the lists of the row are made
	waiting []trace.Resource // for the step that makes them
	ended   bool
}

// NewRecords returns what hands records to a sink, which shares the interner.
func NewRecords(to Sink, in *Interner) *Records { return &Records{to: to, in: in} }

// Record hands on a record. Resources that a step makes wait for it.
func (r *Records) Record(rec trace.Record) error {
	switch {
	case rec.Step != nil:
		return r.Step(rec.Step)
	case rec.End != nil:
		r.ended = true
		return r.to.End(rec.End)
	case rec.Resource.By != 0:
		r.waiting = append(r.waiting, *rec.Resource)
		return nil
	}
	return r.Resource(rec.Resource)
}

// Resource hands on a resource by itself.
func (r *Records) Resource(x *trace.Resource) error {
	r.pieces = r.pieces[:0]
	r.row = Row{Initial: true, ID: x.By, Made: append(r.row.Made[:0], x.ID), Facts: r.row.Facts[:0]}
	if err := r.fact(x.Fact(), x.Persistent); err != nil {
		return fmt.Errorf("resource %v: %w", x.ID, err)
	}
	return r.to.Row(&r.row)
}

// Step hands on a step with the resources that wait for it.
func (r *Records) Step(s *trace.Step) error {
	r.pieces = r.pieces[:0]
	r.row = Row{
		ID: s.ID, Rule: r.in.Name(s.Rule), Variant: s.Variant, Stage: r.in.Name(s.Stage),
		Consumes: s.Consumes, Reads: s.Reads, Produces: s.Produces,
		Made: r.row.Made[:0], Facts: r.row.Facts[:0], Choices: s.Choices, Chosen: s.Chosen,
		Proves: len(s.Proves), Absent: len(s.Absent), Sensed: len(s.Sensed), Acts: len(s.Acts),
	}
	if err := r.parts(s); err != nil {
		return fmt.Errorf("step %v: %w", s.ID, err)
	}
	r.waiting = r.waiting[:0]
	return r.to.Row(&r.row)
}

// parts fills in the terms and facts of a step.
func (r *Records) parts(s *trace.Step) (err error) {
	if r.row.Args, err = r.args(s.Args); err != nil {
		return err
	}
	for i := range r.waiting {
		x := &r.waiting[i]
		if x.By != s.ID {
			return fmt.Errorf("stands after %v, which step %v made", x.ID, x.By)
		}
		r.row.Made = append(r.row.Made, x.ID)
		if err := r.fact(x.Fact(), x.Persistent); err != nil {
			return err
		}
	}
	for _, list := range [][]trace.Fact{s.Proves, s.Absent, s.Sensed, s.Acts} {
		for _, f := range list {
			if err := r.fact(f, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Records) fact(f trace.Fact, persistent bool) error {
	args, err := r.args(f.Args)
	r.row.Facts = append(r.row.Facts, Fact{r.in.Name(f.Pred), persistent, args})
	return err
}

func (r *Records) args(terms []trace.Term) ([]trace.Sym, error) {
	from := len(r.pieces)
	for _, t := range terms {
		x, err := r.in.Term(t)
		if err != nil {
			return nil, err
		}
		r.pieces = append(r.pieces, x)
	}
	return r.pieces[from:len(r.pieces):len(r.pieces)], nil
}
