package json

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Many bytes wait in a file that has no name from the start: a process that is killed leaves nothing.
func TestSpill(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // of Windows
	unnamed := func() {
		list, err := os.ReadDir(dir)
		require.NoError(t, err)
		if runtime.GOOS != "windows" { // there, the name stays until the file is closed
			require.Empty(t, list)
		}
	}
	for _, size := range []int{0, 1, mostHeld - 1, mostHeld, 3*mostHeld + 5} {
		var s spill
		want := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		for rest := want; len(rest) > 0; rest = rest[min(len(rest), 1<<16):] {
			_, err := s.Write(rest[:min(len(rest), 1<<16)])
			require.NoError(t, err)
		}
		require.Equal(t, size >= mostHeld, s.file != nil)
		unnamed()
		var got bytes.Buffer
		require.NoError(t, s.moveTo(&got))
		require.True(t, bytes.Equal(want, got.Bytes()))
		unnamed()
		require.NoError(t, s.moveTo(&got))
		require.Equal(t, size, got.Len())
	}
	var s spill
	_, err := s.Write(make([]byte, 2*mostHeld))
	require.NoError(t, err)
	broken, out := io.Pipe()
	require.NoError(t, broken.Close())
	require.ErrorIs(t, s.moveTo(out), io.ErrClosedPipe)
	unnamed()
}

// Where there is no room for a file, it is said.
func TestSpillNowhere(t *testing.T) {
	nowhere := t.TempDir() + "/nowhere"
	t.Setenv("TMPDIR", nowhere)
	t.Setenv("TMP", nowhere)
	var s spill
	_, err := s.Write(make([]byte, mostHeld))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.EqualError(t, err, "temporary folder "+nowhere+", where a long .json file waits: no such file or directory")
}

// TestSpillBlames: faults of the temporary file are not reported as faults of the folder.
func TestSpillBlames(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	var s spill
	_, err := s.Write(make([]byte, mostHeld))
	require.NoError(t, err)
	out, err := os.Open(os.DevNull) // not to be written to
	require.NoError(t, err)
	defer out.Close()
	path := new(fs.PathError)
	require.ErrorAs(t, s.moveTo(out), &path)
	require.Equal(t, "write", path.Op)
}

// failsOnce is a writer that takes nothing the first time and everything later, as a disk on which room is made.
type failsOnce struct{ failed bool }

func (f *failsOnce) Write(p []byte) (int, error) {
	if !f.failed {
		f.failed = true
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// Bytes that are lost on the way are not made good by later ones.
func TestSpillTellsTheFirstError(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	var s spill
	_, err := s.Write(make([]byte, mostHeld))
	require.NoError(t, err)
	_, err = s.Write([]byte("rest"))
	require.NoError(t, err)
	require.ErrorIs(t, s.moveTo(new(failsOnce)), io.ErrShortWrite)
}
