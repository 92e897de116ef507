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

// An interrupted run writes its record so far. The interrupted publisher writes nothing, and leaves
// the old files.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	program, out := filepath.Join(dir, "p.cep"), filepath.Join(dir, "trace.json")
	require.NoError(t, os.WriteFile(program, []byte("tok : pred. go : tok -o tok. #trace _ main { tok }."), 0o644))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	run := func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		status := cli.Run(ctx, root, cli.Streams{In: &bytes.Buffer{}, Out: &stdout, Err: &stderr}, args)
		return status, stdout.String(), stderr.String()
	}

	status, stdout, stderr := run("run", program, "-o", out)
	require.Equal(t, cli.Interrupted, status)
	require.Contains(t, stdout, "Final state (interrupted)")
	require.Equal(t, "interrupted\n", stderr)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(data), `"interrupted"`)

	status, stdout, stderr = run("publish", program, "-o", filepath.Join(dir, "public"))
	require.Equal(t, cli.Interrupted, status)
	require.Empty(t, stdout)
	require.Equal(t, "interrupted\n", stderr)
	require.NoDirExists(t, filepath.Join(dir, "public"))
}
