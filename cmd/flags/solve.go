package flags

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/solution"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Outcome says whether a run met the goal of its start, in a program that says with what its runs are to end.
type Outcome struct {
	*solution.Result
	Seed       uint64 // of the run: the first one if there is no solution
	Try, Tries int    // which of how many runs it was, counted from 1; both are 1 if the program asks for one
	prog       *lang.Program
	start      *lang.Start
}

// Data is the outcome as JSON.
type Data struct {
	Try   int `json:"try,omitempty"` // left out if the program asks for one run
	Tries int `json:"tries,omitempty"`
	solution.Data
}

// Data returns the outcome as JSON.
func (o *Outcome) Data() Data {
	d := Data{Data: o.Result.Data()}
	if o.Tries > 1 {
		d.Try, d.Tries = o.Try, o.Tries
	}
	return d
}

// String returns a line that says what came of the goal, with its place.
func (o *Outcome) String() string {
	return fmt.Sprintf("%s:%s: %s", o.prog.Source, o.start.Goal.Start, o.verdict())
}

func (o *Outcome) verdict() string {
	switch {
	case o.Cut && o.Left == nil && o.Unmet == nil:
		return fmt.Sprintf("No solution in %s with seeds from %d, before the limit was reached",
			english.Count(o.Tries, "run"), o.Seed)
	case o.Tries == 1:
		return o.Result.String()
	case o.Solved:
		return fmt.Sprintf("%s (run %d of %d; --seed %d repeats it)", o.Result, o.Try, o.Tries, o.Seed)
	}
	return fmt.Sprintf("No solution in %d runs with seeds from %d; in the first: %s", o.Tries, o.Seed,
		o.Result.Reason())
}

// Err returns an error if the outcome is not the expected one.
func (o *Outcome) Err() error {
	switch goal := o.start.Goal; {
	case goal.Expected && !o.Solved:
		return errors.New(o.String())
	case goal.Unexpected && o.Solved:
		return fmt.Errorf("%s; the program expects none", o)
	}
	return nil
}

// solver makes the runs of a program until one meets its goal.
type solver struct {
	*Runner
	prog  *lang.Program
	start *lang.Start
	out   *Outcome
	err   error // of the search for a solution
}

// newSolver returns a solver before the first run. Where the start has no goal, it does nothing.
func (r *Runner) newSolver(prog *lang.Program, start *lang.Start) *solver {
	r.Outcome = nil
	return &solver{Runner: r, prog: prog, start: start,
		out: &Outcome{Seed: r.Seed, Try: 1, Tries: 1, prog: prog, start: start}}
}

// repeat makes runs without a record with this and the next seeds, as often as the program asks for, until one meets
// the goal. It returns the options of that run, or of the first one if none does. Only chance starts over.
func (v *solver) repeat(ctx context.Context, o exec.Options) exec.Options {
	if _, chance := o.Chooser.(*exec.Chance); !chance || v.start.Goal == nil || v.start.Goal.Tries < 2 {
		return o
	}
	v.out.Tries = v.start.Goal.Tries
	if left := math.MaxUint64 - v.Seed; left < uint64(v.out.Tries-1) {
		v.out.Tries = int(left) + 1
	}
	series := exec.NewSeries(v.prog, v.start)
	for i := range v.out.Tries {
		try := o
		try.Seed, try.Loop = v.Seed+uint64(i), nil
		try.Chooser = v.unattended(v.prog, try.Seed)
		follower := solution.Follow(v.prog, v.start)
		var found *solution.Result
		try.Final = func(m *exec.Machine) { found, _ = follower.Check(ctx, m) }
		err := series.Record(ctx, try, follower)
		if _, limit := errors.AsType[*exec.LimitError](context.Cause(ctx)); limit {
			v.out.Tries, v.out.Result, v.Outcome = i, &solution.Result{Cut: true}, v.out
			break
		}
		if err != nil || ctx.Err() != nil {
			break // the run that is recorded says what it is
		}
		if found != nil && found.Solved {
			v.out.Try, v.out.Seed = i+1, try.Seed
			o.Seed, o.Chooser = try.Seed, v.unattended(v.prog, try.Seed)
			break
		}
	}
	return o
}

// follow has a run checked against the goal at its end, and returns the recorder of that run.
func (v *solver) follow(ctx context.Context, o *exec.Options, to trace.Recorder) trace.Recorder {
	if v.start.Goal == nil || v.Outcome != nil {
		return to
	}
	follower, final := solution.Follow(v.prog, v.start), o.Final
	o.Final = func(m *exec.Machine) {
		if final != nil {
			final(m)
		}
		if v.out.Result, v.err = follower.Check(ctx, m); v.err == nil {
			v.Outcome = v.out
		}
	}
	return trace.Recorders{follower, to}
}

// ended returns the error of the run, or of the search for a solution.
func (v *solver) ended(run error) error {
	switch {
	case run != nil:
		v.Outcome = nil
		return run
	case errors.Is(v.err, context.Canceled):
		return nil // which is said of the run, too
	}
	return v.err
}
