package exec

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Machine is a program in a state. It is not safe for concurrent use.
type Machine struct {
	limits  Limits
	plans   map[*lang.Rule]plan
	stage   *lang.Stage // nil after a link that ends the run
	token   trace.ResourceID
	context *Context
	answers *answers
	senses  senses
	lastID  trace.ResourceID
}

// NewMachine returns a program in the state from which a trace starts, and the
// resources of that state: the facts in the order of the context, then the
// stage token.
func NewMachine(prog *lang.Program, start *lang.Trace, limits Limits) (*Machine, []trace.Resource) {
	m := &Machine{
		limits:  limits.orDefaults(),
		plans:   make(map[*lang.Rule]plan),
		context: newContext(),
		answers: newAnswers(),
	}
	for _, r := range prog.Rules() {
		m.plans[r] = newPlan(r)
	}
	var initial []trace.Resource
	for _, f := range start.Context.Facts {
		if r := m.make(f.Fact, f.Permanent); r != nil {
			initial = append(initial, record(r))
		}
	}
	return m, append(initial, m.enter(start.Stage))
}

// Tie ties the predicates that sensors answer to sensors, which are then asked
// anew in the current state. Without it, and for
// names that it does not know, sensors have nothing to say.
func (m *Machine) Tie(sensors map[string]Sensor) { m.senses = senses{sensors: sensors} }

// Sensed returns what sensors have answered in the current state.
func (m *Machine) Sensed() []lang.Fact { return m.senses.all }

// Stage returns the current stage, or nil after a link that ends the run.
func (m *Machine) Stage() *lang.Stage { return m.stage }

// Context returns the facts of the state. They change as transitions fire.
func (m *Machine) Context() *Context { return m.context }

// Enabled counts the transitions that can fire: those of the stage's rules or,
// where there are none, those of its links. In an ordered stage only those of
// the first rule that has any. The error says which rule could not be matched,
// or is that of the context, where it ended.
func (m *Machine) Enabled(ctx context.Context) (*Enabled, error) {
	e := &Enabled{done: ctx, machine: m}
	if m.stage == nil {
		return e, nil
	}
	for _, r := range m.stage.Rules {
		if err := e.add(r, nil); err != nil {
			return nil, err
		}
		if m.stage.Ordered && e.total > 0 {
			return e, nil
		}
	}
	if e.total > 0 {
		return e, nil
	}
	for _, l := range m.stage.Links {
		if err := e.add(&l.Rule, l); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Firing is what a transition did to the state.
type Firing struct {
	Transition
	Stage    *lang.Stage // in which it fired
	Consumes []trace.ResourceID
	Reads    []trace.ResourceID
	Makes    []trace.Resource
	// Sensed is what sensors answered in the state in which it fired, and Acts
	// what the outside is to do.
	Sensed, Acts []lang.Fact
}

// Fire fires a transition that is among those of [Machine.Enabled] since
// the last firing. The error says that a fact grew beyond the limit; the machine is then
// of no more use.
func (m *Machine) Fire(t Transition) (Firing, error) {
	f := Firing{Transition: t, Stage: m.stage, Sensed: m.senses.all, Acts: t.Acts()}
	m.take(&f)
	if err := m.small(t.Rule, append(f.Proves, f.Acts...)); err != nil {
		return f, err
	}
	for _, result := range t.Results() {
		if err := m.small(t.Rule, []lang.Fact{result.Fact}); err != nil {
			return f, err
		}
		if r := m.make(result.Fact, result.Permanent); r != nil {
			f.Makes = append(f.Makes, record(r))
		}
	}
	if t.Link != nil && t.Link.To != nil {
		f.Makes = append(f.Makes, m.enter(t.Link.To))
	}
	m.senses.forget()
	return f, nil
}

// small refuses facts that are larger than the limit.
func (m *Machine) small(rule *lang.Rule, facts []lang.Fact) error {
	for _, f := range facts {
		size := 1
		for _, v := range f.Args {
			size += v.Size()
		}
		if size > m.limits.FactSize {
			return &RunError{Rule: rule, Err: fmt.Errorf("a fact of `%s` grows beyond %d symbols", f.Pred.Name, m.limits.FactSize)}
		}
	}
	return nil
}

// take uses and reads what a transition needs, the stage token included.
func (m *Machine) take(f *Firing) {
	consumes, reads := f.Takes()
	for _, r := range consumes {
		m.context.remove(r)
		f.Consumes = append(f.Consumes, r.ID)
	}
	for _, r := range reads {
		f.Reads = append(f.Reads, r.ID)
	}
	if f.Link == nil {
		f.Reads = append(f.Reads, m.token)
		return
	}
	f.Consumes = append(f.Consumes, m.token)
	m.stage, m.token = nil, 0
}

// make enters a fact into the state; nil where it holds permanently already and
// would be permanent again.
func (m *Machine) make(f lang.Fact, permanent bool) *Resource {
	if permanent && m.context.has(f) {
		return nil
	}
	m.lastID++
	r := &Resource{ID: m.lastID, Fact: f, Permanent: permanent}
	m.context.add(r)
	return r
}

// enter makes the token of a stage.
func (m *Machine) enter(s *lang.Stage) trace.Resource {
	m.lastID++
	m.stage, m.token = s, m.lastID
	return trace.Resource{ID: m.lastID, Pred: trace.StagePred, Args: []trace.Term{trace.Const(s.Name)}}
}
