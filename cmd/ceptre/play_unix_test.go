//go:build unix

package main

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// A new size of the terminal is that of the screen.
func TestPlayResized(t *testing.T) {
	s := onScreen(t, "xterm", dreams)
	s.sees(1, "State · 2 facts")
	resize(t, s.keys, 12, 40)
	deadline := time.Now().Add(10 * time.Second)
	for !strings.Contains(s.screen.text(), "(Tab: state)") && time.Now().Before(deadline) {
		require.NoError(t, syscall.Kill(syscall.Getpid(), syscall.SIGWINCH)) // as the system tells who is in the foreground
		time.Sleep(20 * time.Millisecond)
	}
	s.press(1, "(Tab: state)", "q")
	require.Equal(t, cli.OK, s.ends())
}
