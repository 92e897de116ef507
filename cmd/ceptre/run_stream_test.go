package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// Whoever interrupts a run whose trace is written meanwhile gets what there is so far, too.
func TestInterruptedStream(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "p.cep")
	require.NoError(t, os.WriteFile(program, []byte("tok : pred. go : tok -o tok. #trace _ main { tok }."), 0o644))
	for _, name := range []string{"trace.jsonl", "trace.ctrace", "trace.jsonl.gz"} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		out := filepath.Join(dir, name)
		var stdout, stderr bytes.Buffer
		status := cli.Run(ctx, root, cli.Streams{In: &bytes.Buffer{}, Out: &stdout, Err: &stderr}, []string{"run", program, "--steps", "1000000000", "--quiet", "-o", out})
		require.Equal(t, cli.Interrupted, status)
		require.Empty(t, stdout.String())
		require.Equal(t, "interrupted\n", stderr.String())
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		got, err := trace.Read(out, bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, trace.Interrupted, got.End.Why)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 4)
}

// The context of a run ends when its time is used up, or its memory, and says which it was;
// and whatever ends the context around it.
func TestWithin(t *testing.T) {
	limit := func(b bounds) string {
		ctx, free := b.within(context.Background())
		defer free()
		<-ctx.Done()
		var reached *exec.LimitError
		require.ErrorAs(t, context.Cause(ctx), &reached)
		return reached.Limit + ": " + reached.Reason
	}
	require.Equal(t, "time: it took longer than 1ms", limit(bounds{time: time.Millisecond}))
	require.Equal(t, "memory: it took more than 1kB of memory", limit(bounds{memory: 1000}))
	require.Equal(t, "memory: it took more than 1kB of memory", limit(bounds{memory: 1000, time: time.Hour}))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ctx, free := (&bounds{time: time.Hour, memory: 1 << 50}).within(ctx)
	defer free()
	require.ErrorIs(t, context.Cause(ctx), context.Canceled)
}
