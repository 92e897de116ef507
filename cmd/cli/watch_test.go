package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// watched watches a file in a folder of its own, and returns what it held each time that
// Watch called: "" where it was not there.
func watched(t *testing.T) (file string, seen <-chan string, end func() error) {
	file = filepath.Join(t.TempDir(), "trace.json")
	calls, done := make(chan string, 100), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		done <- Watch(ctx, file, func() {
			data, _ := os.ReadFile(file)
			calls <- string(data)
		})
	}()
	t.Cleanup(cancel)
	return file, calls, func() error {
		cancel()
		return <-done
	}
}

// next returns what the next call saw.
func next(t *testing.T, seen <-chan string) string {
	t.Helper()
	select {
	case text := <-seen:
		return text
	case <-time.After(10 * time.Second):
		require.Fail(t, "no call")
		return ""
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// However a file is changed, the function is called once it is whole.
func TestWatch(t *testing.T) {
	file, seen, end := watched(t)
	require.Empty(t, next(t, seen), "at once, and with no file yet")

	put(t, file, "new")
	require.Equal(t, "new", next(t, seen))

	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	for _, piece := range []string{" in", " several", " pieces"} {
		_, err := f.WriteString(piece)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	require.Equal(t, "new in several pieces", next(t, seen))

	put(t, file+".tmp", "replaced") // other files do not count
	require.NoError(t, os.Rename(file+".tmp", file))
	require.Equal(t, "replaced", next(t, seen))

	require.NoError(t, os.Remove(file)) // nor does that a file is gone
	put(t, file, "back")
	require.Equal(t, "back", next(t, seen))

	put(t, file, "away soon")
	require.NoError(t, os.Rename(file, file+".old"))
	select {
	case text := <-seen:
		require.Fail(t, "called for a file that is not there", text)
	case <-time.After(3 * settled):
	}
	require.ErrorIs(t, end(), context.Canceled)
	require.Empty(t, seen)
}

func TestWatchNeedsAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "none", "trace.json")
	err := Watch(t.Context(), file, func() { t.Error("called") })
	require.EqualError(t, err, filepath.Dir(file)+": no such file or directory")
}
