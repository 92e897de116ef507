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

// The examples are what their blessed runs were, and the manual shows what the command
// prints of them, and of one that is not.
func TestBlessedExamples(t *testing.T) {
	page, err := os.ReadFile("manual/testing.md")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")))
	t.Chdir(dir)

	status, said := tests("examples")
	require.Equal(t, cli.OK, status, said)
	require.Contains(t, string(page), "\n"+said)

	const program = "examples/verona.cep"
	text, err := os.ReadFile(program)
	require.NoError(t, err)
	text = bytes.Replace(text, []byte("do/slay : blade C *"), []byte("do/slay : blade C * $restless C *"), 1)
	require.NoError(t, os.WriteFile(program, text, 0o666))
	status, said = tests(program)
	require.Equal(t, cli.Failed, status)
	require.Contains(t, string(page), "\n"+strings.TrimSpace(said)+"\n```\n")
}

// tests runs the verb.
func tests(args ...string) (status int, said string) {
	var out bytes.Buffer
	status = cli.Run(context.Background(), root, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out},
		append([]string{"test"}, args...))
	return status, out.String()
}
