//go:build unix

package cli

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is no regular file is written to and stays what it is. A pipe stands for
// devices here: a test that fails must not cost the machine its /dev/null.
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
