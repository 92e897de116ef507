package exec

import (
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
}

// Run runs a program from one of its traces until nothing is enabled, a limit
// is reached, the chooser stops it, or ctx is done, and returns the record. With
// an error the record holds what happened until then; for an [UntiedError], which
// is found before anything happens, there is none.
func Run(ctx context.Context, prog *lang.Program, start *lang.Trace, o Options) (*trace.Trace, error) {
	if o.Chooser == nil {
		o.Chooser = Random(o.Seed)
	}
	if o.Limits.Steps <= 0 {
		o.Limits.Steps = start.Bound
	}
	o.Limits = o.Limits.orDefaults()
	if err := o.Outside.check(prog); err != nil {
		return nil, err
	}
	m, initial := NewMachine(prog, start, o.Limits)
	rec := newRecorder(header(prog, start, o), initial)
	m.Tie(o.Outside.Sensors)
	why, err := loop(ctx, m, rec, o)
	return rec.end(why, m.Sensed(), err), err
}

// loop fires transitions until the run ends, and says why.
func loop(ctx context.Context, m *Machine, rec *recorder, o Options) (trace.Why, error) {
	for step := 0; ; step++ {
		enabled, err := m.Enabled(ctx)
		switch {
		case ctx.Err() != nil:
			return trace.Interrupted, nil
		case err != nil:
			return trace.Failed, err
		case enabled.Len() == 0:
			return trace.Quiescent, nil
		case step == o.Limits.Steps:
			return trace.LimitHit, nil
		}
		choice, err := o.Chooser.Choose(enabled)
		switch {
		case ctx.Err() != nil:
			return trace.Interrupted, nil
		case errors.Is(err, ErrStop):
			return trace.Stopped, nil
		case err != nil:
			return trace.Failed, err
		}
		firing, err := m.Fire(enabled.At(choice.Index))
		if err != nil {
			return trace.Failed, err
		}
		rec.step(firing, enabled.Len(), choice.By)
		err = o.Outside.act(ctx, firing)
		switch {
		case ctx.Err() != nil:
			return trace.Interrupted, nil
		case err != nil:
			return trace.Failed, &RunError{Rule: firing.Rule, Err: err}
		}
	}
}
