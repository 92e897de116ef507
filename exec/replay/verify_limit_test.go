package replay

import (
	"context"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// tired ends a context for a limit of time after so many choices.
type tired struct {
	exec.Chooser
	choices int
	end     context.CancelCauseFunc
}

func (c *tired) Choose(e *exec.Enabled) (exec.Choice, error) {
	if c.choices--; c.choices == 0 {
		c.end(&exec.LimitError{Limit: "time", Reason: "it took longer than 1s"})
	}
	return c.Chooser.Choose(e)
}

// A run may be cut off before its limit of steps by another one, if it has one.
func TestVerifyOtherLimits(t *testing.T) {
	p := replaytest.LoadTown(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	tr, err := exec.Run(ctx, p, p.Traces[0],
		exec.Options{Chooser: &tired{exec.First(), 5, cancel}, Limits: exec.Limits{Time: time.Second}})
	require.NoError(t, err)
	require.Equal(t, trace.LimitHit, tr.End.Why)
	require.Len(t, tr.Steps, 4)
	require.NoError(t, verify(p, tr))
	require.NoError(t, verifyExactly(p, tr))

	end := *tr.End
	tr.End = &trace.End{Why: end.Why, Alive: end.Alive, Sensed: end.Sensed}
	require.ErrorContains(t, verify(p, tr), "says that the run reached its limit of 25 steps, but has 4")
	tr.End, tr.Run.Limits.Time = &end, 0
	require.Error(t, verify(p, tr))
	tr.Run.Limits.Memory = 1
	require.NoError(t, verify(p, tr))
}
