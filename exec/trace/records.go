package trace

import "fmt"

// Record is one record of a run: a resource, a step or the end. One of them is
// not nil. A resource that a step makes comes right before it.
type Record struct {
	Resource *Resource
	Step     *Step
	End      *End
}

// records hands the records of a trace to a sink.
type records struct {
	to      sink
	in      *interner
	row     row
	waiting []Resource // for the step that makes them
	terms   arena[Sym]
	ended   bool
}

func (r *records) record(rec Record) error {
	switch {
	case rec.Step != nil:
		return r.step(rec.Step)
	case rec.End != nil:
		r.ended = true
		return r.to.end(rec.End)
	case rec.Resource.By != 0:
		r.waiting = append(r.waiting, *rec.Resource)
		return nil
	}
	return r.resource(rec.Resource)
}

// resource hands on a resource by itself.
func (r *records) resource(x *Resource) error {
	r.row = row{initial: true, id: x.By, made: append(r.row.made[:0], x.ID), facts: r.row.facts[:0]}
	if err := r.fact(x.Fact(), x.Persistent); err != nil {
		return fmt.Errorf("resource %v: %w", x.ID, err)
	}
	return r.to.row(&r.row)
}

// finish ends the run where no record did.
func (r *records) finish() error {
	if r.ended {
		return nil
	}
	return r.to.end(nil)
}

func (r *records) step(s *Step) error {
	r.row = row{
		id: s.ID, rule: r.in.name(s.Rule), variant: s.Variant, stage: r.in.name(s.Stage), consumes: s.Consumes, reads: s.Reads, produces: s.Produces,
		made: r.row.made[:0], facts: r.row.facts[:0], choices: s.Choices, chosen: s.Chosen,
		proves: len(s.Proves), sensed: len(s.Sensed), acts: len(s.Acts),
	}
	if err := r.pieces(s); err != nil {
		return fmt.Errorf("step %v: %w", s.ID, err)
	}
	r.waiting = r.waiting[:0]
	return r.to.row(&r.row)
}

// pieces fills in what a step is made of.
func (r *records) pieces(s *Step) (err error) {
	if r.row.args, err = r.args(s.Args); err != nil {
		return err
	}
	for i := range r.waiting {
		x := &r.waiting[i]
		if x.By != s.ID {
			return fmt.Errorf("stands after %v, which step %v made", x.ID, x.By)
		}
		r.row.made = append(r.row.made, x.ID)
		if err := r.fact(x.Fact(), x.Persistent); err != nil {
			return err
		}
	}
	for _, list := range [][]Fact{s.Proves, s.Sensed, s.Acts} {
		for _, f := range list {
			if err := r.fact(f, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *records) fact(f Fact, persistent bool) error {
	args, err := r.args(f.Args)
	r.row.facts = append(r.row.facts, atom{r.in.name(f.Pred), persistent, args})
	return err
}

func (r *records) args(terms []Term) (_ []Sym, err error) {
	args := r.terms.take(len(terms))
	for i, t := range terms {
		if args[i], err = r.in.term(t); err != nil {
			return nil, err
		}
	}
	return args, nil
}
