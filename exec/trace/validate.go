package trace

import (
	"errors"
	"fmt"
	"slices"
)

// maxProblems is how many problems Validate tells of at once.
const maxProblems = 20

// Validate returns an error for a trace that is not the record of a run. It is the one place that
// defines such a record:
//
//   - ids are positive, and no two resources or steps have the same;
//   - a resource is made by the step it names in By, which lists it, or is initial and
//     names none; it stands after all resources made before it;
//   - a step consumes and reads resources that exist when it fires, neither consumed before
//     nor made later, and consumes no permanent ones;
//   - a step names no resource twice;
//   - where the header lists predicates, rules or stages, the records use no
//     others, and with the number of arguments listed. The stage token needs
//     no listing; it has one argument;
//   - absent facts are facts of predicates of any mode. Whether they did not hold is not checked:
//     they order no steps, so that in another order of concurrent steps, and where several steps
//     of a game make one turn, an earlier step may have made the fact;
//   - facts of a persistent predicate are permanent, those of a backward
//     one are no resources;
//   - the End, if there is one, lists exactly the resources alive then, in ascending
//     order. An End with an empty list says that no resource is left;
//   - names are not empty, names in a list differ (parameters may share `_`),
//     terms are well-formed, and words from a closed set are in it.
//
// The error joins all problems up to a bound; each names its record. Time is
// linear in the size of the trace.
func Validate(t *Trace) error { return errors.Join(check(t).found()...) }

// check checks a trace.
func check(t *Trace) *checker {
	c := &checker{lives: make(map[ResourceID]*life), whole: true}
	c.header(&t.Header)
	for i := range t.Resources {
		c.resource(&t.Resources[i])
	}
	for i := range t.Steps {
		c.step(&t.Steps[i])
	}
	c.makers(t)
	if t.End != nil {
		c.end(t.End)
	}
	return c
}

// checker is the state of a check. It holds the resources that exist; it keeps consumed ones only
// when it checks a whole trace.
type checker struct {
	signature signature
	whole     bool // whole: consumed resources are remembered, to report their consumers
	lives     map[ResourceID]*life
	resources idSet // resources holds all ids of resources seen
	steps     idSet // steps holds all ids of steps seen
	// listed counts the resources seen, fired the steps.
	listed, fired int
	late          bool // late: the missing record may only stand too late
	short         bool // short: a missing step may be in records to come
	spare         []*life
	room          arena[life]
	problems      []error
	unsaid        int // how many problems there are beside
}

// life is what became of a resource so far.
type life struct {
	by, consumer StepID // consumer is 0 while the resource is alive
	persistent   bool
	produced     bool   // its maker lists it
	left         bool   // the end lists it
	verb         string // verb of the latest step that names it: consumes, reads or produces
	step         int    // which one that was, from 1
}

func (c *checker) report(format string, args ...any) {
	if len(c.problems) == maxProblems {
		c.unsaid++
		return
	}
	c.problems = append(c.problems, fmt.Errorf(format, args...))
}

// found returns the problems.
func (c *checker) found() []error {
	if c.unsaid > 0 {
		return append(c.problems, fmt.Errorf("and %d more problems", c.unsaid))
	}
	return c.problems
}

// resource enters a resource.
func (c *checker) resource(r *Resource) {
	c.listed++
	if !enter(c, "resource", &c.resources, r.ID, c.listed) {
		return
	}
	if err := c.signature.resource(*r); err != nil {
		c.report("resource %v: %w", r.ID, err)
	}
	l := c.newLife()
	*l = life{by: r.By, persistent: r.Persistent}
	c.lives[r.ID] = l
}

func (c *checker) newLife() *life {
	if n := len(c.spare); n > 0 {
		l := c.spare[n-1]
		c.spare = c.spare[:n-1]
		return l
	}
	return &c.room.take(1)[0]
}

// enter adds the id of a record, the nth of its kind, or reports why it cannot.
func enter[ID ResourceID | StepID](c *checker, what string, to *idSet, id ID, n int) bool {
	switch {
	case id <= 0:
		c.report("%s %d of the list: has no id", what, n)
	case !to.add(int(id)):
		c.report("%s %v: id given twice", what, id)
	default:
		return true
	}
	return false
}

// step fires a step.
func (c *checker) step(s *Step) {
	c.fired++
	if enter(c, "step", &c.steps, s.ID, c.fired) {
		if err := c.signature.step(s); err != nil {
			c.report("step %v: %w", s.ID, err)
		}
	}
	for _, id := range s.Consumes {
		if l := c.take(s, "consumes", id); l != nil {
			if l.persistent {
				c.report("step %v: consumes %v, which is permanent", s.ID, id)
			}
			l.consumer = s.ID
		}
	}
	for _, id := range s.Reads {
		c.take(s, "reads", id)
	}
	for _, id := range s.Produces {
		c.produce(s, id)
	}
	if c.whole {
		return
	}
	for _, id := range s.Consumes {
		if l := c.lives[id]; l != nil && l.consumer != 0 {
			delete(c.lives, id)
			c.spare = append(c.spare, l)
		}
	}
}

// take returns a resource that a step can use; it reports why it cannot use another,
// and returns nil.
func (c *checker) take(s *Step, verb string, id ResourceID) *life {
	l := c.touch(s, verb, id)
	switch {
	case l == nil:
		return nil
	case l.consumer != 0:
		c.report("step %v: %s %v, which step %v has consumed", s.ID, verb, id, l.consumer)
		return nil
	case l.by > 0 && (l.by == s.ID || !c.steps.has(int(l.by))):
		c.report("step %v: %s %v, which step %v is yet to make", s.ID, verb, id, l.by)
		return nil
	}
	return l
}

func (c *checker) produce(s *Step, id ResourceID) {
	l := c.touch(s, "produces", id)
	switch {
	case l == nil:
	case l.by == s.ID:
		l.produced = true
	case l.by == 0:
		c.report("step %v: produces %v, which is of the initial state", s.ID, id)
	default:
		c.report("step %v: produces %v, which says that step %v made it", s.ID, id, l.by)
	}
}

// touch returns a resource that a step names for the first time.
func (c *checker) touch(s *Step, verb string, id ResourceID) *life {
	l := c.lives[id]
	switch {
	case l == nil:
		c.report("step %v: %s %v, %s", s.ID, verb, id, c.absent(id))
		return nil
	case l.step != c.fired:
		l.verb, l.step = verb, c.fired
		return l
	case l.verb == verb:
		c.report("step %v: %s %v twice", s.ID, verb, id)
	default:
		c.report("step %v: %s and %s %v", s.ID, l.verb, verb, id)
	}
	l.verb = verb
	return nil
}

// absent says why a resource is not there when a step fires: where records come one after
// another, it may still come.
func (c *checker) absent(id ResourceID) string {
	if c.whole || c.resources.has(int(id)) {
		return c.missing(id)
	}
	c.late = true
	return "which is not there by then"
}

// missing says why a resource is not there.
func (c *checker) missing(id ResourceID) string {
	if c.resources.has(int(id)) {
		return "which was consumed before"
	}
	return "which does not exist"
}

// makers checks the maker of each resource of a whole trace once all steps have
// fired.
func (c *checker) makers(t *Trace) {
	steps := make(map[StepID]int, len(t.Steps))
	for i := len(t.Steps) - 1; i >= 0; i-- {
		steps[t.Steps[i].ID] = i
	}
	var seen idSet
	latest, made := -1, ResourceID(0) // the latest maker so far, and what it made
	for _, r := range t.Resources {
		if r.ID <= 0 || !seen.add(int(r.ID)) {
			continue
		}
		maker, known := steps[r.By]
		switch {
		case r.By == 0:
			maker = -1
		case !known:
			c.makerless(r.ID, r.By)
			continue
		case !c.lives[r.ID].produced:
			c.report("resource %v: made by step %v, which does not list it", r.ID, r.By)
		}
		if maker < latest {
			c.report("resource %v: stands after %v, which was made later", r.ID, made)
			continue
		}
		latest, made = maker, r.ID
	}
}

// makerless reports a resource with a maker that never fired.
func (c *checker) makerless(id ResourceID, by StepID) {
	c.short = true
	c.report("resource %v: made by step %v, which does not exist", id, by)
}

func (c *checker) end(end *End) {
	if !slices.Contains([]Why{Quiescent, LimitHit, Stopped, Interrupted, Failed}, end.Why) {
		c.report("end: unknown reason %q", end.Why)
	}
	if err := c.signature.facts("sensed", end.Sensed); err != nil {
		c.report("end: %w", err)
	}
	last := ResourceID(0)
	for _, id := range end.Alive {
		l := c.lives[id]
		switch {
		case l == nil:
			c.report("end: lists %v, %s", id, c.missing(id))
			continue
		case l.consumer != 0:
			c.report("end: lists %v, which step %v has consumed", id, l.consumer)
		case id <= last:
			c.report("end: lists %v after %v", id, last)
		}
		l.left = true
		last = max(last, id)
	}
	var unlisted []ResourceID
	for id, l := range c.lives {
		if l.consumer == 0 && !l.left {
			unlisted = append(unlisted, id)
		}
	}
	slices.Sort(unlisted)
	for _, id := range unlisted {
		c.report("end: does not list %v, which is alive", id)
	}
}
