package inquiry

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// ends holds what a trace says of its end against the state.
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
		return &Fault{Kind: BadEnd, Enabled: &first, Err: fmt.Errorf("the trace says that nothing is enabled at its end, but %s is", first)}
	case !quiescent && enabled.Len() == 0:
		return fault(BadEnd, "the trace says that its run was ended (%s), but nothing is enabled at its end", end.Why)
	case v.exact:
		return same(OtherSensed, "ends where sensors answer", facts(v.Machine.Sensed()), end.Sensed)
	}
	return nil
}

// stopped holds the reason for the end against the rest of the trace.
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
