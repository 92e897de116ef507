package limit

import (
	"context"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/stretchr/testify/require"
)

// A context ends when time or memory is used up, and says which it was; and when the context around it ends.
func TestContext(t *testing.T) {
	reason := func(most time.Duration, memory Size) string {
		ctx, free := Context(context.Background(), most, memory)
		defer free()
		<-ctx.Done()
		var reached *exec.LimitError
		require.ErrorAs(t, context.Cause(ctx), &reached)
		return reached.Limit + ": " + reached.Reason
	}
	require.Equal(t, "time: it took longer than 1ms", reason(time.Millisecond, 0))
	require.Equal(t, "memory: it took more than 1kB of memory", reason(0, 1000))
	require.Equal(t, "memory: it took more than 1kB of memory", reason(time.Hour, 1000))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ctx, free := Context(ctx, time.Hour, 1<<50)
	defer free()
	require.ErrorIs(t, context.Cause(ctx), context.Canceled)
}
