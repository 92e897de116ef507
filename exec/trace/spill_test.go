package trace

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Many bytes wait in a file, which is gone when they are wanted, or when nobody wants them.
func TestSpill(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // of Windows
	files := func() int {
		list, err := os.ReadDir(dir)
		require.NoError(t, err)
		return len(list)
	}
	for _, size := range []int{0, 1, mostHeld - 1, mostHeld, 3*mostHeld + 5} {
		var s spill
		want := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		for rest := want; len(rest) > 0; rest = rest[min(len(rest), 1<<16):] {
			_, err := s.Write(rest[:min(len(rest), 1<<16)])
			require.NoError(t, err)
		}
		require.Equal(t, min(1, size/mostHeld), files())
		var got bytes.Buffer
		require.NoError(t, s.moveTo(&got))
		require.True(t, bytes.Equal(want, got.Bytes()))
		require.Zero(t, files())
		require.NoError(t, s.moveTo(&got))
		require.Equal(t, size, got.Len())
	}
	var s spill
	_, err := s.Write(make([]byte, 2*mostHeld))
	require.NoError(t, err)
	broken, out := io.Pipe()
	require.NoError(t, broken.Close())
	require.ErrorIs(t, s.moveTo(out), io.ErrClosedPipe)
	require.Zero(t, files())
}

// Where there is no room for a file, it is said.
func TestSpillNowhere(t *testing.T) {
	nowhere := t.TempDir() + "/nowhere"
	t.Setenv("TMPDIR", nowhere)
	t.Setenv("TMP", nowhere)
	var s spill
	_, err := s.Write(make([]byte, mostHeld))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.EqualError(t, err, "temporary folder "+nowhere+", where the steps of a .json file wait: no such file or directory")
}

// What is wrong with the file that the bytes move to is not blamed on the folder.
func TestSpillBlames(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	var s spill
	_, err := s.Write(make([]byte, mostHeld))
	require.NoError(t, err)
	out, err := os.Open(s.file.Name()) // not to be written to
	require.NoError(t, err)
	defer out.Close()
	path := new(fs.PathError)
	require.ErrorAs(t, s.moveTo(out), &path)
	require.Equal(t, "write", path.Op)
}
