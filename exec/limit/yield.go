package limit

import (
	"context"
	"runtime"
)

// Yielding returns a context that ends with another, and lets other goroutines run whenever it is asked
// whether it has ended. In a browser there is one thread, which nothing interrupts: timers and
// measurements end the contexts of busy work only when the work makes room for them.
func Yielding(ctx context.Context) context.Context { return yielding{ctx} }

type yielding struct{ context.Context }

// Err returns the error of the context, once others had a chance to end it.
func (y yielding) Err() error {
	runtime.Gosched()
	return y.Context.Err()
}
