//go:build unix

package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/themes"
)

// A link may lead to a pipe though no name does.
func TestWriteFileToPipeByLink(t *testing.T) {
	out, in, err := os.Pipe()
	require.NoError(t, err)
	defer out.Close()
	name := fmt.Sprintf("/proc/self/fd/%d", in.Fd())
	if _, err := os.Lstat(name); err != nil {
		t.Skip("no links to what is open here: ", err)
	}
	require.NoError(t, Streams{}.WriteFile(name, text("two")))
	require.NoError(t, in.Close())
	read, err := io.ReadAll(out)
	require.NoError(t, err)
	require.Equal(t, "two", string(read))
}

// A target that is not a regular file is written to and keeps its kind. The test uses a pipe
// instead of a device: a failure must not cost the machine its /dev/null.
func TestWriteFileToPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	read := make(chan string)
	go func() {
		f, err := os.Open(pipe)
		if err != nil {
			read <- err.Error()
			return
		}
		data, _ := io.ReadAll(f)
		read <- string(data)
	}()
	require.NoError(t, Streams{}.WriteFile(pipe, text("two")))
	require.Equal(t, "two", <-read)
	info, err := os.Stat(pipe)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeNamedPipe)
}

// A file without an end is refused before it fills the memory.
func TestFilesWithoutAnEnd(t *testing.T) {
	_, _, err := Streams{}.ReadFile("/dev/zero")
	require.EqualError(t, err, "/dev/zero: this has more than 64 MB, the limit for texts")
	_, _, err = Streams{Err: io.Discard}.ReadTrace("/dev/zero")
	require.EqualError(t, err, "/dev/zero:1:1: this is no text, and no trace that we know")
	_, err = themes.Find("/dev/zero")
	require.EqualError(t, err, "theme: /dev/zero: has more than 64 MB")
}

// An input is recognised by its identity under a new name. A file written in its place after it is
// gone is not taken for the input.
func TestInputsThatAreGone(t *testing.T) {
	dir := t.TempDir()
	one, other := filepath.Join(dir, "one"), filepath.Join(dir, "other")
	require.NoError(t, os.WriteFile(one, []byte("text"), 0o644))
	s := Streams{inputs: new(inputs)}
	_, _, err := s.ReadFile(one)
	require.NoError(t, err)
	require.NoError(t, os.Rename(one, other))
	require.EqualError(t, s.MayWrite(other), other+": this is the input "+one+", and is not overwritten")
	later := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(other, later, later))
	require.NoError(t, s.MayWrite(other))
	require.NoError(t, os.Rename(other, one))
	require.EqualError(t, s.MayWrite(one), one+": this is the input, and is not overwritten")
}
