package cli

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/durable"
)

// grace is how long a command that is asked to stop may take, unless it takes its time.
const grace = 250 * time.Millisecond

// stopping is the value in the context of a command that tells how it stops.
type stopping struct{ takesTime atomic.Bool }

type stoppingKey struct{}

// TakeTime says that a command has something to give where it is asked to stop, such as the run so
// far, however long that takes. Others are ended where they do not stop by themselves.
func TakeTime(ctx context.Context) {
	if s, ok := ctx.Value(stoppingKey{}).(*stopping); ok {
		s.takesTime.Store(true)
	}
}

// endSoon ends the process some time after the context is done, if the command still works then
// and does not take its time. Its drafts are removed: files are written whole or not at all.
func endSoon(ctx context.Context) context.Context {
	s := new(stopping)
	context.AfterFunc(ctx, func() {
		time.Sleep(grace)
		if !s.takesTime.Load() {
			fmt.Fprintln(os.Stderr, ErrInterrupted)
			durable.DiscardAll()
			os.Exit(Interrupted)
		}
	})
	return context.WithValue(ctx, stoppingKey{}, s)
}
