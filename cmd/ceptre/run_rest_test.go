package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// lateWriter notes whether a file was there when it was told of a rest.
type lateWriter struct {
	bytes.Buffer
	file  string
	there bool
}

func (w *lateWriter) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "came to rest") {
		_, err := os.Stat(w.file)
		w.there = err == nil
	}
	return w.Buffer.Write(p)
}

// Why no link applied can take long to find out: the trace is written before.
func TestRunWritesBeforeItExplains(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "rest.cep")
	require.NoError(t, os.WriteFile(program, []byte("p : pred. q : pred. r : pred. stage s = { go : p -o q. }\non : qui "+
		"* stage s * r -o ().\n#trace _ s { p }."), 0o666))
	out := &lateWriter{file: filepath.Join(dir, "trace.json")}
	var errs bytes.Buffer
	status := cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: out, Err: &errs},
		[]string{"run", program, "-o", out.file})
	require.Equal(t, cli.OK, status, errs.String())
	require.Contains(t, out.String(), "stage s came to rest, and its link on did not apply: there is no r")
	require.True(t, out.there)
}
