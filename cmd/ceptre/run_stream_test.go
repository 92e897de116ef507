package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/stretchr/testify/require"
)

// An interrupted run leaves a trace of the steps up to the interrupt.
func TestInterruptedStream(t *testing.T) {
	dir := t.TempDir()
	program := endless(t, dir)
	t.Setenv("TMPDIR", t.TempDir())
	for _, name := range []string{"trace.json", "trace.jsonl", "trace.ctrace", "trace.jsonl.gz"} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		out := filepath.Join(dir, name)
		var stdout, stderr bytes.Buffer
		status := cli.Run(ctx, root, cli.Streams{In: &bytes.Buffer{}, Out: &stdout, Err: &stderr},
			[]string{"run", program, "--steps", "1000000000", "--quiet", "-o", out})
		require.Equal(t, cli.Interrupted, status)
		require.Empty(t, stdout.String())
		require.Equal(t, "interrupted\n", stderr.String())
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		got, err := tracefile.Read(out, bytes.NewReader(data), nil)
		require.NoError(t, err)
		require.Equal(t, trace.Interrupted, got.End.Why)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 5)
	entries, err = os.ReadDir(os.TempDir())
	require.NoError(t, err)
	require.Empty(t, entries, "what waited in a file is gone")
}

// endless writes a program with an endless run, and returns its name.
func endless(t *testing.T, dir string) string {
	program := filepath.Join(dir, "p.cep")
	require.NoError(t, os.WriteFile(program, []byte("tok : pred. go : tok -o tok. #trace _ main { tok }."), 0o644))
	return program
}

// stopper ends something when it is written to for the first time.
type stopper struct {
	bytes.Buffer
	stop func()
}

func (s *stopper) Write(p []byte) (int, error) {
	s.stop()
	return s.Buffer.Write(p)
}

// Steps are printed while the run goes on.
func TestRunPrintsAsItGoes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &stopper{stop: cancel}
	var stderr bytes.Buffer
	program := endless(t, t.TempDir())
	status := cli.Run(ctx, root, cli.Streams{In: &bytes.Buffer{}, Out: out, Err: &stderr},
		[]string{"run", program, "--steps", "1000000000"})
	require.Equal(t, cli.Interrupted, status)
	require.Equal(t, "interrupted\n", stderr.String())
	require.Contains(t, out.String(), "\nt1           go  -tok  +tok\nt2           go  -tok  +tok\n")
	require.True(t, strings.HasSuffix(out.String(), "\n\nFinal state (interrupted)\n  tok\n"))
}

// After standard output is closed, a run with an output file goes on, and a run without one ends.
func TestRunUnread(t *testing.T) {
	dir := t.TempDir()
	program, file := endless(t, dir), filepath.Join(dir, "trace.ctrace")
	run := func(args ...string) (int, string) {
		reader, writer, err := os.Pipe()
		require.NoError(t, err)
		require.NoError(t, reader.Close())
		defer writer.Close()
		var stderr bytes.Buffer
		status := cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: writer, Err: &stderr},
			append([]string{"run", program}, args...))
		return status, stderr.String()
	}
	status, said := run("--steps", "100000", "-o", file)
	require.Equal(t, cli.Closed, status)
	require.NotContains(t, said, "pipe")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	got, err := tracefile.Read(file, bytes.NewReader(data), nil)
	require.NoError(t, err)
	require.Len(t, got.Steps, 100_000)

	status, said = run("--steps", "1000000000000")
	require.Equal(t, cli.Failed, status)
	require.Contains(t, said, "broken pipe")
}
