package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// town is a run that takes seconds to draw in full.
const town = `
person : type. ann : person. ben : person. cid : person.
coin person : pred. here person : pred.
stage day = { give : coin A * $here B -o coin B. }
#trace 20000 day { coin ann, coin ben, coin cid, here ann, here ben, here cid }.
`

// Ctrl-C stops whatever is going on, at once, and leaves no file.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "town.json")
	require.NoError(t, os.WriteFile(file, record(t, town), 0o644))
	for name, args := range map[string][]string{
		"svg":       {"--max-nodes", "0"},
		"steps":     {"--max-nodes", "0", "--view", "steps"},
		"storyline": {"--max-nodes", "0", "--view", "storyline"},
		"text":      {"--max-nodes", "0", "--format", "text"},
		"png":       {"--max-nodes", "0", "--format", "png"},
		"atlas":     {"--tiles", "10"},
		"watch":     {"--max-nodes", "0", "--watch"},
	} {
		for _, wait := range []time.Duration{0, 50 * time.Millisecond, 150 * time.Millisecond} {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(wait, cancel)
			var stdout, stderr bytes.Buffer
			status := cli.Run(ctx, graph, cli.Streams{In: &bytes.Buffer{}, Out: &stdout, Err: &stderr}, append(args, file))
			cancel()
			require.Equal(t, cli.Interrupted, status, "%s after %v", name, wait)
			require.Empty(t, stdout.String(), name)
			require.Equal(t, "interrupted\n", stderr.String(), name)
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Len(t, entries, 1, name)
		}
	}
}

// An interrupt takes effect before the end of standard input.
func TestInterruptedWhileReading(t *testing.T) {
	in, _ := io.Pipe() // nothing comes
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	var stdout, stderr bytes.Buffer
	require.Equal(t, cli.Interrupted, cli.Run(ctx, graph, cli.Streams{In: in, Out: &stdout, Err: &stderr}, []string{"-"}))
	require.Empty(t, stdout.String())
	require.Equal(t, "interrupted\n", stderr.String())
}
