package trace

import (
	"errors"
	"fmt"
	"slices"
)

// maxProblems is how many problems Validate tells of at once.
const maxProblems = 20

// Validate returns an error for a trace that is not the record of a run. It is
// the one place that knows what such a record is:
//
//   - ids are positive, and no two resources or steps have the same;
//   - a resource is made by the step it names in By, which lists it, or by none
//     in the initial state, and stands after all that were made before it;
//   - a step consumes and reads what is there when it fires: nothing that is
//     yet to be made or already consumed, and consumes nothing permanent;
//   - a step names no resource twice;
//   - where the header lists predicates, rules or stages, the records use no
//     others, and with the number of arguments listed. The stage token needs
//     no listing; it has one argument;
//   - facts of a persistent predicate are permanent, those of a backward
//     one are no resources;
//   - the End, if there is one, lists just what is alive then, in ascending
//     order. An End that lists nothing says that nothing is left;
//   - names are not empty, names in a list differ (parameters may share `_`),
//     terms are well-formed, and words from a closed set are in it.
//
// The error joins all problems up to a bound; each names its record. Time is
// linear in the size of the trace.
func Validate(t *Trace) error { return errors.Join(check(t)...) }

// check returns the problems of a trace.
func check(t *Trace) []error {
	c := &checker{
		trace:     t,
		resources: make(map[ResourceID]int, len(t.Resources)),
		steps:     make(map[StepID]int, len(t.Steps)),
		uses:      make([]use, len(t.Resources)),
	}
	c.header()
	c.index()
	for i := range t.Steps {
		c.step(i)
	}
	c.makers()
	if t.End != nil {
		c.end(t.End)
	}
	if c.unsaid > 0 {
		c.problems = append(c.problems, fmt.Errorf("and %d more problems", c.unsaid))
	}
	return c.problems
}

// checker is the state of a check. A record that repeats an id has no index.
type checker struct {
	trace     *Trace
	signature signature
	resources map[ResourceID]int
	steps     map[StepID]int
	uses      []use // by index of the resource
	problems  []error
	unsaid    int // how many problems there are beside
}

// use is what the steps so far did to a resource.
type use struct {
	consumer StepID // 0 while the resource is alive
	listed   bool   // its maker lists it
	verb     string // what the step at index step did to it, the last to name it
	step     int
}

func (c *checker) report(format string, args ...any) {
	if len(c.problems) == maxProblems {
		c.unsaid++
		return
	}
	c.problems = append(c.problems, fmt.Errorf(format, args...))
}

// index looks at each record by itself and enters it under its id.
func (c *checker) index() {
	for i, r := range c.trace.Resources {
		if !enter(c, "resource", c.resources, r.ID, i) {
			continue
		}
		if err := c.signature.resource(r); err != nil {
			c.report("resource %v: %w", r.ID, err)
		}
	}
	for i, s := range c.trace.Steps {
		if !enter(c, "step", c.steps, s.ID, i) {
			continue
		}
		if err := c.signature.step(s); err != nil {
			c.report("step %v: %w", s.ID, err)
		}
	}
}

// enter enters the record at index i under its id, or reports why it cannot.
func enter[ID ResourceID | StepID](c *checker, what string, index map[ID]int, id ID, i int) bool {
	_, repeated := index[id]
	switch {
	case id <= 0:
		c.report("%s %d of the list: has no id", what, i+1)
	case repeated:
		c.report("%s %v: id given twice", what, id)
	default:
		index[id] = i
		return true
	}
	return false
}

// indexed reports whether the resource at index i has an id of its own.
func (c *checker) indexed(i int) bool {
	first, ok := c.resources[c.trace.Resources[i].ID]
	return ok && first == i
}

// step fires the step at index i.
func (c *checker) step(i int) {
	s := &c.trace.Steps[i]
	for _, id := range s.Consumes {
		r, ok := c.take(i, "consumes", id)
		if !ok {
			continue
		}
		if c.trace.Resources[r].Persistent {
			c.report("step %v: consumes %v, which is permanent", s.ID, id)
		}
		c.uses[r].consumer = s.ID
	}
	for _, id := range s.Reads {
		c.take(i, "reads", id)
	}
	for _, id := range s.Produces {
		c.produce(i, id)
	}
}

// take returns the index of a resource that the step at index i can use, and
// reports why it cannot use another.
func (c *checker) take(i int, verb string, id ResourceID) (r int, ok bool) {
	r, ok = c.touch(i, verb, id)
	if !ok {
		return 0, false
	}
	step, consumer := c.trace.Steps[i].ID, c.uses[r].consumer
	by := c.trace.Resources[r].By
	switch maker, known := c.steps[by]; {
	case consumer != 0:
		c.report("step %v: %s %v, which step %v has consumed", step, verb, id, consumer)
		return 0, false
	case known && maker >= i:
		c.report("step %v: %s %v, which step %v is yet to make", step, verb, id, by)
		return 0, false
	}
	return r, true
}

func (c *checker) produce(i int, id ResourceID) {
	r, ok := c.touch(i, "produces", id)
	if !ok {
		return
	}
	step := c.trace.Steps[i].ID
	switch by := c.trace.Resources[r].By; by {
	case step:
		c.uses[r].listed = true
	case 0:
		c.report("step %v: produces %v, which is of the initial state", step, id)
	default:
		c.report("step %v: produces %v, which says that step %v made it", step, id, by)
	}
}

// touch returns the index of a resource that the step at index i names for the
// first time.
func (c *checker) touch(i int, verb string, id ResourceID) (r int, ok bool) {
	step := c.trace.Steps[i].ID
	r, ok = c.resources[id]
	if !ok {
		c.report("step %v: %s %v, which does not exist", step, verb, id)
		return 0, false
	}
	u := &c.uses[r]
	first := u.verb == "" || u.step != i
	switch {
	case !first && u.verb == verb:
		c.report("step %v: %s %v twice", step, verb, id)
	case !first:
		c.report("step %v: %s and %s %v", step, u.verb, verb, id)
	}
	u.verb, u.step = verb, i
	return r, first
}

// makers checks the maker of each resource once all steps have fired.
func (c *checker) makers() {
	latest, made := -1, ResourceID(0) // the latest maker so far, and what it made
	for i, r := range c.trace.Resources {
		if !c.indexed(i) {
			continue
		}
		maker, known := c.steps[r.By]
		switch {
		case r.By == 0:
			maker = -1
		case !known:
			c.report("resource %v: made by step %v, which does not exist", r.ID, r.By)
			continue
		case !c.uses[i].listed:
			c.report("resource %v: made by step %v, which does not list it", r.ID, r.By)
		}
		if maker < latest {
			c.report("resource %v: stands after %v, which was made later", r.ID, made)
			continue
		}
		latest, made = maker, r.ID
	}
}

func (c *checker) end(end *End) {
	if !slices.Contains([]Why{Quiescent, LimitHit, Stopped, Interrupted, Failed}, end.Why) {
		c.report("end: unknown reason %q", end.Why)
	}
	if err := c.signature.facts("sensed", end.Sensed); err != nil {
		c.report("end: %w", err)
	}
	listed := make([]bool, len(c.trace.Resources))
	last := ResourceID(0)
	for _, id := range end.Alive {
		r, ok := c.resources[id]
		switch {
		case !ok:
			c.report("end: lists %v, which does not exist", id)
			continue
		case c.uses[r].consumer != 0:
			c.report("end: lists %v, which step %v has consumed", id, c.uses[r].consumer)
		case id <= last:
			c.report("end: lists %v after %v", id, last)
		}
		listed[r] = true
		last = max(last, id)
	}
	for i, r := range c.trace.Resources {
		if c.indexed(i) && c.uses[i].consumer == 0 && !listed[i] {
			c.report("end: does not list %v, which is alive", r.ID)
		}
	}
}
