package exec

import (
	"cmp"
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Options say how to run. The zero value runs with seed 0 and the program's own
// bound.
type Options struct {
	// Chooser decides; nil chooses at random by Seed, as the program says, see [Chance.For].
	Chooser Chooser
	Seed    uint64
	// Limits bound the run. Steps of 0 takes the bound of the program's
	// #trace, or [DefaultSteps] where that is `_`.
	Limits Limits
	// Host holds the program's sensors and actions.
	Host Host
	// Program is the description of the program for the record: nil for that of [Describe], which
	// takes about as long as a short run.
	Program *trace.Program
	// Generator is named in the record; nil for none.
	Generator *trace.Generator
	// Loop receives the loop in which the run came back to a state. It may be nil.
	Loop *Loop
	// Unchecked says that the run goes on where a state violates a statement.
	Unchecked bool
	// Final is called with the state in which the run ended. It may be nil.
	Final func(*Machine)
}

// orDefaults returns the options with defaults in the place of zero values.
func (o Options) orDefaults(prog *lang.Program, start *lang.Start) Options {
	if o.Chooser == nil {
		o.Chooser = Random(o.Seed).For(prog)
	}
	if o.Limits.Steps <= 0 {
		o.Limits.Steps = start.Bound
	}
	o.Limits = o.Limits.OrDefaults()
	return o
}

// Run runs a program from one of its traces until nothing is enabled, a limit is reached, the
// chooser stops it, a state violates a statement, or ctx is done, and returns the record. A context that is ended by a
// [LimitError] is a limit, too. With an error the record holds all that happened until then; for an
// [UntiedError], which is found before the first step, there is none. The error of a violation is a
// [statement.Violation].
func Run(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (*trace.Trace, error) {
	b := trace.NewBuilder()
	err := Record(ctx, prog, start, o, b)
	if _, untied := errors.AsType[*UntiedError](err); untied {
		return nil, err
	}
	return b.Trace(), err
}

// Record is [Run] for a run that need not be held in memory: the events go to a recorder, whose
// errors end the run.
func Record(ctx context.Context, prog *lang.Program, start *lang.Start, o Options, to trace.Recorder) error {
	return NewSeries(prog, start).Record(ctx, o, to)
}

// Record makes a run of the series, as the function of that name does.
func (s *Series) Record(ctx context.Context, o Options, to trace.Recorder) error {
	o = o.orDefaults(s.prog, s.start)
	if err := o.Host.Check(s.prog); err != nil {
		return err
	}
	m := s.begin(o.Limits)
	m.Tie(o.Host.Sensors)
	h := Header(s.prog, s.start, o)
	if err := to.Begin(&h, &m.record, m.event.Makes); err != nil {
		return err
	}
	m.event = event{} // it may be large
	chance, _ := o.Chooser.(*Chance)
	r := &runner{Machine: m, Options: o, to: to, chance: chance, by: trace.ByChance,
		enabled: Enabled{machine: m, done: ctx}, cycleDetector: newCycleDetector(m, o.Chooser, o.Loop)}
	why, err := r.run(ctx)
	m.journal = nil
	end := m.End(why, err)
	if limit, ok := errors.AsType[*LimitError](context.Cause(ctx)); ok && why == trace.Interrupted {
		end.Why, end.Message = trace.LimitHit, limit.Error()
	}
	if o.Final != nil {
		o.Final(m)
	}
	return cmp.Or(err, to.End(end))
}

// runner is a run.
type runner struct {
	*Machine
	Options
	to            trace.Recorder
	chance        *Chance      // the chooser; nil for others
	by            trace.Chosen // the last chooser
	enabled       Enabled
	cycleDetector *cycleDetector // nil for none
}

// run fires transitions until the run ends, and returns the reason.
func (r *runner) run(ctx context.Context) (trace.Why, error) {
	heed := 0
	for step := 0; ; step++ {
		if r.monitor != nil && !r.Unchecked {
			if err := r.Violated(ctx); err != nil {
				return halt(ctx, err)
			}
		}
		err := r.enabled.count()
		if err != nil || r.enabled.total == 0 {
			return halt(ctx, err)
		}
		if step == heed {
			if r.cycleDetector != nil {
				r.cycleDetector.see(step, r.enabled.total)
			}
			if step == r.Limits.Steps {
				return trace.LimitHit, nil
			}
			if ctx.Err() != nil {
				return halt(ctx, nil)
			}
			if r.collect() {
				r.to.Forget()
			}
			heed = r.heed(step)
		}
		if err := r.step(ctx); err != nil {
			return halt(ctx, err)
		}
	}
}

// heedless is the number of steps between two checks of the context, if nothing else checks it.
const heedless = 64

// heed returns the step of the next check, after one at a step.
func (r *runner) heed(step int) int {
	if r.cycleDetector != nil {
		return step + 1
	}
	return min(step+heedless, r.Limits.Steps)
}

// errStopped is the error of a run that the chooser stopped.
var errStopped = errors.New("the chooser stopped the run")

// halt returns the reason for the end of a run with an error, or without enabled transitions.
func halt(ctx context.Context, err error) (trace.Why, error) {
	switch {
	case ctx.Err() != nil:
		return trace.Interrupted, nil
	case err == errStopped:
		return trace.Stopped, nil
	case err != nil:
		return trace.Failed, err
	}
	return trace.Quiescent, nil
}

// step chooses one of the transitions, fires it, records it, and carries out its actions. Chance,
// which chooses most often, is not called through an interface.
func (r *runner) step(ctx context.Context) (err error) {
	var rule *rule
	if r.chance != nil {
		rule = r.chance.draw(&r.enabled)
	}
	if rule == nil {
		if rule, err = r.next(ctx); err != nil {
			return err
		}
	}
	e, err := r.fire(rule)
	if err != nil {
		return err
	}
	e.Choices, e.Chosen = r.enabled.total, r.by
	if err := r.to.Step(e); err != nil || len(e.Acts) == 0 {
		return err
	}
	return r.act(ctx, rule)
}

// next returns the rule of a transition that has to be looked up, or that another chooser than
// chance chooses.
func (r *runner) next(ctx context.Context) (*rule, error) {
	c := Choice{By: trace.ByChance, Index: r.enabled.index}
	if r.chance == nil {
		var err error
		if c, err = r.Chooser.Choose(&r.enabled); errors.Is(err, ErrStop) {
			return nil, errStopped
		} else if err != nil {
			return nil, err
		}
	}
	r.by = c.By
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.drawn == nil {
		c.drawn = r.choose(r.enabled.Transition(c))
	}
	return c.drawn, nil
}

// act carries out the actions of the rule that has fired.
func (r *runner) act(ctx context.Context, fired *rule) error {
	told := Transition{Rule: fired.Rule, Args: r.values(fired, r.choice)}.Acts()
	if err := r.Host.Act(ctx, told); err != nil {
		return &RunError{Rule: fired.Rule, Err: err}
	}
	return nil
}

// Series is one run of a program after another, from the same trace. Each is the run that it would
// be by itself, but compiled rules and plans serve all of them: in short runs these are most of the
// work. A series is not safe for concurrent use, and the machine given to [Options.Final] is valid
// until the next run.
type Series struct {
	prog    *lang.Program
	start   *lang.Start
	machine *Machine // of the last run; nil before the first
}

// NewSeries returns a series before its first run.
func NewSeries(prog *lang.Program, start *lang.Start) *Series {
	return &Series{prog: prog, start: start}
}

// begin returns a machine in the first state.
func (s *Series) begin(limits Limits) *Machine {
	limits.Steps, limits.Time, limits.Memory = 0, 0, 0 // which machines do not use
	m := s.machine
	if m == nil || m.limits != limits.OrDefaults() || !m.restart(s.start) {
		m = newMachine(s.prog, s.start, limits)
		s.machine = m
	}
	return m
}
