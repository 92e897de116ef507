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
	// Chooser decides; nil chooses at random by Seed.
	Chooser Chooser
	Seed    uint64
	// Limits bound the run. Steps of 0 takes the bound of the program's
	// #trace, or [DefaultSteps] where that is `_`.
	Limits Limits
	// Outside is what the program's sensors and actions are tied to.
	Outside Outside
	// Generator is named in the record; nil for none.
	Generator *trace.Generator
	// Loop takes down where the run came back to a state; nil where nobody asks.
	Loop *Loop
	// Final is called with the state in which the run ended; nil for nobody.
	Final func(*Machine)
}

// orDefaults returns the options with what goes without saying.
func (o Options) orDefaults(start *lang.Trace) Options {
	if o.Chooser == nil {
		o.Chooser = Random(o.Seed)
	}
	if o.Limits.Steps <= 0 {
		o.Limits.Steps = start.Bound
	}
	o.Limits = o.Limits.orDefaults()
	return o
}

// Run runs a program from one of its traces until nothing is enabled, a limit
// is reached, the chooser stops it, or ctx is done, and returns the record. A context
// that is ended by a [LimitError] is a limit, too. With an error the record holds what
// happened until then; for an [UntiedError], which is found before anything happens,
// there is none.
func Run(ctx context.Context, prog *lang.Program, start *lang.Trace, o Options) (*trace.Trace, error) {
	b := trace.NewBuilder()
	err := Record(ctx, prog, start, o, b)
	if _, untied := errors.AsType[*UntiedError](err); untied {
		return nil, err
	}
	return b.Trace(), err
}

// Record is [Run] for a run that need not be held in memory: what happens goes to a
// recorder, whose errors end the run.
func Record(ctx context.Context, prog *lang.Program, start *lang.Trace, o Options, to trace.Recorder) error {
	o = o.orDefaults(start)
	if err := o.Outside.Check(prog); err != nil {
		return err
	}
	m := newMachine(prog, start, o.Limits)
	m.Tie(o.Outside.Sensors)
	h := Header(prog, start, o)
	if err := to.Begin(&h, &m.record, m.event.Makes); err != nil {
		return err
	}
	m.event = event{} // it may be large
	chance, _ := o.Chooser.(*random)
	r := &runner{Machine: m, Options: o, to: to, chance: chance, by: trace.ByChance, enabled: Enabled{machine: m, done: ctx}, lookout: newLookout(m, o.Chooser, o.Loop)}
	why, err := r.run(ctx)
	m.journal = nil
	end := m.End(why, err)
	if limit := limitOf(ctx); why == trace.Interrupted && limit != nil {
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
	to      trace.Recorder
	chance  *random      // the chooser; nil for others
	by      trace.Chosen // who chose last
	enabled Enabled
	lookout *lookout // nil for none
}

// run fires transitions until the run ends, and says why.
func (r *runner) run(ctx context.Context) (trace.Why, error) {
	for step := 0; ; step++ {
		err := r.enabled.count()
		if err != nil || r.enabled.total == 0 {
			return halt(ctx, err)
		}
		if r.lookout != nil {
			r.lookout.see(step, r.enabled.total)
		}
		if step == r.Limits.Steps {
			return trace.LimitHit, nil
		}
		rule, err := r.next(ctx)
		switch {
		case ctx.Err() != nil:
			return trace.Interrupted, nil
		case err == nil:
			err = r.step(ctx, rule)
		case errors.Is(err, ErrStop):
			return trace.Stopped, nil
		}
		if err != nil {
			return halt(ctx, err)
		}
	}
}

// next has one of the transitions chosen, and returns its rule. Chance, which is asked
// the most, is not asked through an interface.
func (r *runner) next(ctx context.Context) (*rule, error) {
	if r.chance != nil {
		drawn, index := r.enabled.draw(r.chance.source)
		if drawn == nil && ctx.Err() == nil {
			drawn = r.choose(r.enabled.At(index))
		}
		return drawn, nil
	}
	c, err := r.Chooser.Choose(&r.enabled)
	if c.drawn == nil && err == nil && ctx.Err() == nil {
		c.drawn = r.choose(r.enabled.Transition(c))
	}
	r.by = c.By
	return c.drawn, err
}

// halt says why a run ended with an error, or because nothing was enabled.
func halt(ctx context.Context, err error) (trace.Why, error) {
	switch {
	case ctx.Err() != nil:
		return trace.Interrupted, nil
	case err != nil:
		return trace.Failed, err
	}
	return trace.Quiescent, nil
}

// step fires the choice of a rule, records it, and does what it tells the outside.
func (r *runner) step(ctx context.Context, rule *rule) error {
	e, err := r.fire(rule)
	if err != nil {
		return err
	}
	e.Choices, e.Chosen = r.enabled.total, r.by
	if err := r.to.Step(e); err != nil || len(e.Acts) == 0 {
		return err
	}
	if err := r.Outside.Act(ctx, r.acts(rule)); err != nil {
		return &RunError{Rule: rule.Rule, Err: err}
	}
	return nil
}

// acts returns the actions of the rule that has fired.
func (r *runner) acts(fired *rule) []lang.Fact {
	return Transition{Rule: fired.Rule, Args: r.values(fired, r.choice)}.Acts()
}
