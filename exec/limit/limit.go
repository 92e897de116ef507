// Package limit ends work that takes too much time or memory, for which [exec.Limits] has no measure.
package limit

import (
	"context"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
)

// Context returns a context that ends with an [exec.LimitError] when the work has used up its time or
// memory, and a function to call after the work. Zero stands for no limit.
func Context(ctx context.Context, most time.Duration, memory Size) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	free := []func(){func() { cancel(nil) }}
	if most > 0 {
		clock := time.AfterFunc(most, func() {
			cancel(&exec.LimitError{Limit: "time", Reason: fmt.Sprintf("it took longer than %v", most)})
		})
		free = append(free, func() { clock.Stop() })
	}
	if memory > 0 {
		free = append(free, memory.watch(func() {
			cancel(&exec.LimitError{Limit: "memory", Reason: fmt.Sprintf("it took more than %v of memory", memory)})
		}))
	}
	return ctx, func() {
		for _, f := range free {
			f()
		}
	}
}

// Collect makes the garbage collector keep the whole process within a size, as far as it can, until stop
// is called. Zero stands for no limit.
func Collect(memory Size) (stop func()) {
	if memory == 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(int64(memory))
	return func() { debug.SetMemoryLimit(before) }
}

// interval is the time between two measurements of memory: a run can fill some tens of megabytes
// meanwhile.
const interval = 10 * time.Millisecond

// watch calls over once if the process takes more memory than s, until stop is called. It then
// frees the memory that over released.
func (s Size) watch(over func()) (stop func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		if Taken() > uint64(s) {
			debug.FreeOSMemory() // of earlier work
		}
		for Taken() <= uint64(s) {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
		}
		over()
		<-done
		debug.FreeOSMemory()
	}()
	return func() {
		close(done)
		<-gone
	}
}

// Taken returns the memory of the process, as [debug.SetMemoryLimit] counts it.
func Taken() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
