package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// Whoever interrupts a search gets what it has found.
func TestExploreInterrupted(t *testing.T) {
	program := filepath.Join(t.TempDir(), "p.cep")
	require.NoError(t, os.WriteFile(program, []byte("nat : type. #builtin NAT nat. n nat : pred. go : n N -o n (N + 1). #trace _ main { n 0 }."), 0o644))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	streams := cli.Streams{In: &bytes.Buffer{}, Out: &stdout, Err: &stderr}
	require.Equal(t, cli.Interrupted, cli.Run(ctx, root, streams, []string{"explore", program}))
	require.Equal(t, "1 state, 0 transitions; the farthest is 0 steps from the start\nInterrupted with 1 state not looked at: there may be more\n", stdout.String())
	require.Equal(t, "interrupted\n", stderr.String())
}
