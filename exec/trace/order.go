package trace

import "errors"

// ErrOrder is joined to the errors of a [Stream] of JSON Lines with records that may be those of a
// run but are out of order. [Stream.Trace] and [Read] accept such files.
var ErrOrder = errors.New("the records may not be in order: a resource is to stand before the steps that name it")

// order checks records as they come: the rules are those of checker, and whatever
// a step makes has to stand right before it.
type order struct {
	*checker
	due []due // what was made for the next step
}

// due is a resource that says which step makes it.
type due struct {
	id ResourceID
	by StepID
}

func newOrder() *order { return &order{checker: newChecker()} }

// take checks the next record.
func (o *order) take(r Record) {
	switch {
	case r.Resource != nil:
		o.place(r.Resource)
		o.resource(r.Resource)
	case r.Step != nil:
		o.step(r.Step)
		o.settle(r.Step.ID)
	default:
		o.close()
		o.signature.termsChecked = false // the end has terms of its own
		o.end(r.End)
	}
}

// place checks that a resource stands where it was made.
func (o *order) place(r *Resource) {
	switch {
	case len(o.due) > 0 && o.due[0].by != r.By:
		o.report("resource %v: stands after %v, which step %v is to make", r.ID, o.due[0].id, o.due[0].by)
	case r.By == 0 && o.fired > 0:
		o.late = true
		o.report("resource %v: is of the initial state, and stands after a step", r.ID)
	case r.By != 0 && o.steps.has(int(r.By)):
		o.late = true
		o.report("resource %v: stands after step %v, which made it", r.ID, r.By)
	}
	if r.By != 0 {
		o.due = append(o.due, due{r.ID, r.By})
	}
}

// settle checks what was made for the step that has just fired.
func (o *order) settle(step StepID) {
	for _, d := range o.due {
		switch l := o.lives[d.id]; {
		case d.by != step:
			o.report("resource %v: made by step %v, which does not come next", d.id, d.by)
		case l != nil && !l.produced:
			o.report("resource %v: made by step %v, which does not list it", d.id, d.by)
		}
	}
	o.due = o.due[:0]
}

// close checks what was made for a step that never comes.
func (o *order) close() {
	for _, d := range o.due {
		o.makerless(d.id, d.by)
	}
	o.due = nil
}
