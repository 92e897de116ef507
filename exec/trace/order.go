package trace

import (
	"errors"
	"fmt"
)

// Checker checks the records of a run as they come, one after another. The rules are those of
// [Validate], and whatever a step makes has to stand right before it.
type Checker struct {
	checker
	due []due // facts that were made for the next step
}

// due is a resource that says which step makes it.
type due struct {
	id ResourceID
	by StepID
}

// NewChecker returns a checker of the records behind a header. The terms of all records but the
// end are taken as they are where trusted says that their reader has checked them.
func NewChecker(h *Header, trusted bool) *Checker {
	c := &Checker{checker: checker{lives: make(map[ResourceID]*life)}}
	c.signature.termsChecked = trusted
	c.header(h)
	return c
}

// Take checks the next record.
func (c *Checker) Take(r Record) {
	switch {
	case r.Resource != nil:
		c.place(r.Resource)
		c.resource(r.Resource)
	case r.Step != nil:
		c.step(r.Step)
		c.settle(r.Step.ID)
	default:
		c.Close()
		c.signature.termsChecked = false // the end has terms of its own
		c.end(r.End)
	}
}

// place checks that a resource stands where it was made.
func (c *Checker) place(r *Resource) {
	switch {
	case len(c.due) > 0 && c.due[0].by != r.By:
		c.report("resource %v: stands after %v, which step %v is to make", r.ID, c.due[0].id, c.due[0].by)
	case r.By == 0 && c.fired > 0:
		c.late = true
		c.report("resource %v: is of the initial state, and stands after a step", r.ID)
	case r.By != 0 && c.steps.has(int(r.By)):
		c.late = true
		c.report("resource %v: stands after step %v, which made it", r.ID, r.By)
	}
	if r.By != 0 {
		c.due = append(c.due, due{r.ID, r.By})
	}
}

// settle checks what was made for the step that has just fired.
func (c *Checker) settle(step StepID) {
	for _, d := range c.due {
		switch l := c.lives[d.id]; {
		case d.by != step:
			c.report("resource %v: made by step %v, which does not come next", d.id, d.by)
		case l != nil && !l.produced:
			c.report("resource %v: made by step %v, which does not list it", d.id, d.by)
		}
	}
	c.due = c.due[:0]
}

// Close checks what was made for a step that never comes.
func (c *Checker) Close() {
	for _, d := range c.due {
		c.makerless(d.id, d.by)
	}
	c.due = nil
}

// Err returns the problems so far, and more of them, each behind the name of the file; nil where
// there are none.
func (c *Checker) Err(file string, more ...error) error {
	return inFile(file, append(c.found(), more...))
}

// Late reports whether some records may only stand too late.
func (c *Checker) Late() bool { return c.late }

// Short reports whether steps are missing that may have been in records to come.
func (c *Checker) Short() bool { return c.short }

// inFile joins problems of a file.
func inFile(name string, problems []error) error {
	for i, problem := range problems {
		problems[i] = fmt.Errorf("%s: %w", name, problem)
	}
	return errors.Join(problems...)
}
