package replay

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// VerifyOptions say how much of a trace is checked.
type VerifyOptions struct {
	// Exact asks that the steps fired in just this order, and that nothing is left out. Then what
	// depends on the order, and not only on causes, has to be right, too: how many transitions were
	// enabled (where that is given), all that sensors answered, and which of several steps that
	// assert one permanent fact is the one that made it. Only the record of the end shows that
	// nothing is left out there, so there has to be one. All transitions of each state are listed,
	// which takes as long as the run did.
	Exact bool
	// Violated is called with the first step after which the state violates a statement of the program, nil for
	// the start, and how. That is no fault: the steps are possible, although a run ends there. It may be nil.
	Violated func(*trace.Step, *statement.Violation)
}

// Verify reports whether a trace that [trace.Validate] accepts is a possible run of the program
// from the trace's own initial state: the program has what the header lists ([Belongs]); each step
// is enabled when it fires, uses and makes what the rule says, and links wait for quiescence; and
// if the trace says in which stage a step fired, what it proved, and why the run ended, this agrees
// with program and trace. The choosers and the seed are not checked. The error is a [*Fault], the
// first contradiction, or that of ctx or of a search without end.
//
// Steps count in their order; any order that respects the causal one is as good,
// unless the options ask for more. So of several steps that assert one permanent
// fact, not only the first may be the one that the trace says made it.
//
// It takes time linear in the steps and their resources, however many transitions are enabled,
// except where no other transition may come first: where links fire, in ordered stages, and at the
// end.
func Verify(ctx context.Context, prog *lang.Program, t *trace.Trace, o VerifyOptions) error {
	_, err := VerifyStream(ctx, prog, t.Stream(), o)
	return err
}

// VerifyStream is [Verify] of a run that is read record by record, of which it holds no more
// than the state. It returns how many steps it has seen. The error may be one of the stream,
// too.
func VerifyStream(ctx context.Context, prog *lang.Program, s *trace.Stream, o VerifyOptions) (steps int, err error) {
	if err := Belongs(prog, s.Header); err != nil {
		return 0, err
	}
	v := &verifier{Replay: newReplay(prog, nil), header: s.Header, done: ctx, exact: o.Exact, violated: o.Violated,
		pending: make(map[string]trace.StepID)}
	if err = s.Each(v.record); err == nil {
		err = v.close()
	}
	return v.steps, err
}

// verifier compares a trace with a replay of it.
type verifier struct {
	*Replay
	header   *trace.Header
	done     context.Context
	exact    bool
	violated func(*trace.Step, *statement.Violation) // nil if it was called, or is not wanted
	initial  []trace.Resource                        // until the replay has a machine
	steps    int
	end      *trace.End // end is nil if the trace has none
	// pending maps permanent facts that hold to the step that makes them here, if their maker in
	// the trace is still to come.
	pending map[string]trace.StepID
}

// record takes the next record of the run.
func (v *verifier) record(r trace.Record) error {
	switch {
	case r.Resource != nil:
		x := *r.Resource
		x.Args = slices.Clone(x.Args)
		v.resources[x.ID] = &x
		if x.By == 0 {
			v.initial = append(v.initial, x)
		}
		return nil
	case r.End != nil:
		end := *r.End
		v.end = &end
		return nil
	}
	if err := v.begin(); err != nil {
		return err
	}
	v.steps++
	if err := v.step(r.Step); err != nil {
		return At(copied(r.Step), err)
	}
	if err := v.check(r.Step); err != nil {
		return err
	}
	for _, id := range r.Step.Consumes {
		delete(v.traces, v.machines[id])
		delete(v.machines, id)
		delete(v.resources, id)
	}
	return nil
}

// copied returns a copy of a step that stays valid after the call. Terms are valid anyway.
func copied(s *trace.Step) *trace.Step {
	c := *s
	c.Args, c.Consumes, c.Reads, c.Produces = slices.Clone(s.Args), slices.Clone(s.Consumes), slices.Clone(s.Reads),
		slices.Clone(s.Produces)
	return &c
}

// begin starts the replay once the initial state is known.
func (v *verifier) begin() error {
	if v.Machine != nil {
		return nil
	}
	if err := v.start(v.initial); err != nil {
		return err
	}
	v.initial = nil
	first := v.Machine.Stage().Name
	if run := v.header.Run; run != nil && run.Stage != "" && run.Stage != first {
		return fault(BadStart, "its header: the run starts in stage %s there, and the stage token is of stage %s",
			run.Stage, first)
	}
	return v.check(nil)
}

// check calls violated if the state after a step violates a statement.
func (v *verifier) check(after *trace.Step) error {
	if v.violated == nil {
		return nil
	}
	found, err := v.Machine.Violation(v.done)
	if found == nil || err != nil {
		return err
	}
	if after != nil {
		after = copied(after)
	}
	v.violated(after, found)
	v.violated = nil
	return nil
}

// close compares the end of the stream with the state.
func (v *verifier) close() error {
	if err := v.begin(); err != nil {
		return err
	}
	if left := slices.Sorted(maps.Keys(v.pending)); len(left) > 0 { // permanent facts without a maker
		return fault(OtherResult, "step %s makes %s, which the trace leaves out", v.pending[left[0]], left[0])
	}
	return v.ends()
}

// ends compares the recorded end with the state.
func (v *verifier) ends() error {
	switch {
	case v.end == nil && v.exact:
		return fault(BadEnd, "the trace does not say how its run ended, so that its last steps may be left out")
	case v.end == nil:
		return nil
	}
	if err := v.stopped(); err != nil {
		return err
	}
	if v.end.Why == trace.Interrupted || v.end.Why == trace.Failed || v.end.Message != "" {
		return v.Sense(v.end.Sensed) // it was cut off: not all sensors may have been asked
	}
	enabled, err := v.enabled(v.end.Sensed)
	if err != nil {
		return err
	}
	return v.over(v.end, enabled)
}

// over compares the enabled transitions at the end with the recorded reason.
func (v *verifier) over(end *trace.End, enabled *exec.Enabled) error {
	switch quiescent := end.Why == trace.Quiescent; {
	case quiescent && enabled.Len() > 0:
		first := enabled.At(0)
		return &Fault{Kind: BadEnd, Enabled: &first,
			Err: fmt.Errorf("the trace says that nothing is enabled at its end, but %s is", first)}
	case !quiescent && enabled.Len() == 0:
		return fault(BadEnd, "the trace says that its run was ended (%s), but nothing is enabled at its end", end.Why)
	case v.exact:
		return same(OtherSensed, "ends where sensors answer", facts(v.Machine.Sensed()), end.Sensed)
	}
	return nil
}

// stopped compares the reason for the end with the rest of the trace.
func (v *verifier) stopped() error {
	limit, others := 0, false
	if run := v.header.Run; run != nil && run.Limits != nil {
		limit, others = run.Limits.Steps, max(run.Limits.Time, run.Limits.Memory) > 0
	}
	n, end := v.steps, v.end
	switch {
	case limit > 0 && n > limit:
		return fault(BadEnd, "the trace has %d steps, and says that the run was limited to %d", n, limit)
	case limit > 0 && end.Why == trace.LimitHit && n < limit && end.Message == "":
		return fault(BadEnd, "the trace says that the run reached its limit of %d steps, but has %d", limit, n)
	case limit > 0 && end.Why == trace.Stopped && n == limit:
		return fault(BadEnd, "the trace says that the run was stopped, but its limit of %d steps had ended it", limit)
	case end.Why != trace.Failed && !(end.Why == trace.LimitHit && others) && end.Message != "":
		return fault(BadEnd, "the trace says what went wrong at its end, but not that something did")
	}
	return nil
}
