package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A streamed file is written whole or not at all.
func TestStreamFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	long := strings.Repeat("0123456789", 100_000)
	write := func(failed error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, long)
			return errors.Join(err, failed)
		}
	}
	require.NoError(t, Streams{}.StreamFile(file, write(nil)))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, long, string(data))

	require.NoError(t, os.WriteFile(file, []byte("old"), 0o644))
	broken := errors.New("in.json: no run")
	require.EqualError(t, Streams{}.StreamFile(file, write(broken)), "in.json: no run")
	data, err = os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "old", string(data))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)

	nowhere := filepath.Join(dir, "nowhere", "a")
	require.EqualError(t, Streams{}.StreamFile(nowhere, write(nil)), nowhere+": there is no folder "+filepath.Dir(nowhere))
}

// After an error, standard output has the part written so far.
func TestStreamFileToOutput(t *testing.T) {
	var out bytes.Buffer
	broken := errors.New("no run")
	err := Streams{Out: &out}.StreamFile(Stdio, func(w io.Writer) error {
		_, err := io.WriteString(w, "first")
		return errors.Join(err, broken)
	})
	require.ErrorIs(t, err, broken)
	require.Equal(t, "first", out.String())
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	_, err := Streams{}.Open(context.Background(), dir)
	require.EqualError(t, err, dir+": is a directory")
	_, err = Streams{}.Open(context.Background(), filepath.Join(dir, "a"))
	require.EqualError(t, err, filepath.Join(dir, "a")+": no such file or directory")

	ctx, stop := context.WithCancel(context.Background())
	in, err := Streams{In: strings.NewReader("abcdef")}.Open(ctx, Stdio)
	require.NoError(t, err)
	require.Equal(t, "<stdin>", in.Name)
	_, err = in.Read(make([]byte, 4))
	require.NoError(t, err)
	require.Equal(t, int64(4), in.Size)
	stop()
	_, err = in.Read(make([]byte, 4))
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, in.Close())
}
