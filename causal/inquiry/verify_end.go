package inquiry

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// end holds what a trace says of its end against the state.
func (v *verifier) end(t *trace.Trace) error {
	if t.End == nil {
		return nil
	}
	if err := v.stopped(t); err != nil {
		return err
	}
	if t.End.Why == trace.Interrupted || t.End.Why == trace.Failed || t.End.Message != "" {
		return v.Sense(t.End.Sensed) // it was cut off: not all sensors may have been asked
	}
	enabled, err := v.enabled(t.End.Sensed)
	if err != nil {
		return err
	}
	return v.over(t.End, enabled)
}

// over holds what is enabled at the end against the reason for it.
func (v *verifier) over(end *trace.End, enabled *exec.Enabled) error {
	switch quiescent := end.Why == trace.Quiescent; {
	case quiescent && enabled.Len() > 0:
		first := enabled.At(0)
		return &Fault{Kind: BadEnd, Enabled: &first, Err: fmt.Errorf("the trace says that nothing is enabled at its end, but %s is", first)}
	case !quiescent && enabled.Len() == 0:
		return fault(BadEnd, "the trace says that its run was ended (%s), but nothing is enabled at its end", end.Why)
	case v.exact:
		return same(OtherSensed, "ends where sensors answer", facts(v.Machine.Sensed()), end.Sensed)
	}
	return nil
}

// stopped holds the reason for the end against the rest of the trace.
func (v *verifier) stopped(t *trace.Trace) error {
	limit, others := 0, false
	if t.Run != nil && t.Run.Limits != nil {
		limit, others = t.Run.Limits.Steps, max(t.Run.Limits.Time, t.Run.Limits.Memory) > 0
	}
	n := len(t.Steps)
	switch {
	case limit > 0 && n > limit:
		return fault(BadEnd, "the trace has %d steps, and says that the run was limited to %d", n, limit)
	case limit > 0 && t.End.Why == trace.LimitHit && n < limit && t.End.Message == "":
		return fault(BadEnd, "the trace says that the run reached its limit of %d steps, but has %d", limit, n)
	case limit > 0 && t.End.Why == trace.Stopped && n == limit:
		return fault(BadEnd, "the trace says that the run was stopped, but its limit of %d steps had ended it", limit)
	case t.End.Why != trace.Failed && !(t.End.Why == trace.LimitHit && others) && t.End.Message != "":
		return fault(BadEnd, "the trace says what went wrong at its end, but not that something did")
	}
	return nil
}
