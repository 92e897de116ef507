package limit

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where there is one thread, work that asks a context leaves room for the goroutine that ends it.
func TestYielding(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithCancel(context.Background())
	busy := Yielding(ctx)
	require.NoError(t, busy.Err())
	go cancel()
	var err error
	for i := 0; i < 100 && err == nil; i++ {
		err = busy.Err()
	}
	require.ErrorIs(t, err, context.Canceled)
	<-busy.Done()
	within, cancel := context.WithCancel(busy)
	defer cancel()
	<-within.Done()
}
