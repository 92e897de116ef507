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

// An interrupted search prints its results so far, and writes the files that it can write at once.
func TestExploreInterrupted(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "p.cep")
	require.NoError(t, os.WriteFile(program,
		[]byte("nat : type. #builtin NAT nat. n nat : pred. go : n N -o n (N + 1). #trace _ main { n 0 }."), 0o644))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dot, svg, run := filepath.Join(dir, "p.dot"), filepath.Join(dir, "p.svg"), filepath.Join(dir, "p.json")
	for _, c := range []struct {
		args  []string
		says  string
		wrote string
	}{
		{nil, "interrupted\n", ""},
		{[]string{"-o", dot}, dot + "\ninterrupted\n", dot},
		{[]string{"-o", svg}, "interrupted: " + svg + " is not drawn\n", ""},
		{[]string{"--until", "n 5", "-o", run}, program + ": no state found so far has a fact n 5; " + run +
			" is not written\ninterrupted\n", ""},
	} {
		var stdout, stderr bytes.Buffer
		streams := cli.Streams{In: &bytes.Buffer{}, Out: &stdout, Err: &stderr}
		require.Equal(t, cli.Interrupted, cli.Run(ctx, root, streams, append([]string{"explore", program}, c.args...)))
		require.Equal(t, "1 state, 0 transitions; the farthest is 0 steps from the start\nInterrupted with 1 state not "+
			"looked at: there may be more\n", stdout.String())
		require.Equal(t, c.says, stderr.String())
		for _, file := range []string{dot, svg, run} {
			if file == c.wrote {
				require.FileExists(t, file)
				require.NoError(t, os.Remove(file))
			}
			require.NoFileExists(t, file)
		}
	}
}
