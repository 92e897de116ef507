package chromium

import (
	"context"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
)

// Serve has a server answer at a free port of this machine until the test ends, and returns its address. The server
// gets a context that ends then, and returns soon after.
func Serve(t testing.TB, serve func(context.Context, net.Listener) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = serve(ctx, l) // the context has ended
	}()
	t.Cleanup(func() { cancel(); <-done })
	return "http://" + l.Addr().String() + "/"
}
