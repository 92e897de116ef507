package preview

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func port(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// A port that is taken is an error, or passed over.
func TestListen(t *testing.T) {
	taken, err := Listen(0)
	require.NoError(t, err)
	defer taken.Close()
	require.True(t, taken.Addr().(*net.TCPAddr).IP.IsLoopback())
	_, err = Listen(port(taken))
	require.EqualError(t, err, fmt.Sprintf("port %d: address already in use", port(taken)))
	require.True(t, errors.Is(err, syscall.EADDRINUSE))

	next, err := ListenNear(port(taken))
	require.NoError(t, err)
	defer next.Close()
	require.Greater(t, port(next), port(taken))
	require.Less(t, port(next), port(taken)+nearby)
}

// The end of the context ends everything at once, also for pages that wait for news.
func TestServe(t *testing.T) {
	l, err := Listen(0)
	require.NoError(t, err)
	s := New()
	s.Show(play)
	var said bytes.Buffer
	s.Log = &said
	s.Mount("/broken/", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("broken handler") }))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	address := "http://" + l.Addr().String()
	require.NotEmpty(t, hearing(t, address)())
	_, err = http.Get(address + "/broken/")
	require.Error(t, err)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Contains(t, said.String(), "broken handler")
	_, err = http.Get(address)
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
}
