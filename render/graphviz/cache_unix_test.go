//go:build unix

package graphviz

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ceptre-graph/ceptre/render/usercache"
	"github.com/stretchr/testify/require"
)

// alone runs the rest of a test in a process of its own, in which limits may be set, and
// reports whether this is it. It is not root's, whom no permission holds.
func alone(t *testing.T) bool {
	t.Helper()
	const child, nobody = "GRAPHVIZ_TEST_CHILD", 65534
	if os.Getenv(child) == "" {
		c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		c.Env = append(os.Environ(), child+"=1")
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Contains(t, string(out), "--- PASS: "+t.Name())
		return false
	}
	if os.Getuid() == 0 {
		require.NoError(t, syscall.Setgid(nobody))
		require.NoError(t, syscall.Setuid(nobody))
	}
	return true
}

// A full disk takes no entry, and half of one is not left behind.
func TestFullDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	dir := t.TempDir()
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	full := before
	full.Cur = 100
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full))
	require.Equal(t, "1 2", answer(t, dir))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))
	left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	require.NoError(t, err)
	require.Empty(t, left)
	require.Equal(t, "1 2", answer(t, dir))
	require.True(t, usercache.IsWhole(entryIn(t, dir)), "there is room again")
}

// What may not be read or written is done without, and whole entries that may only be read
// are used.
func TestPermissions(t *testing.T) {
	if !alone(t) {
		return
	}
	dir := t.TempDir()
	require.Equal(t, "1 2", answer(t, dir))
	entry := entryIn(t, dir)
	version := filepath.Dir(entry)
	chmod := func(file string, mode os.FileMode) { require.NoError(t, os.Chmod(file, mode)) }

	chmod(entry, 0)
	require.Equal(t, "1 2", answer(t, dir), "the entry cannot be read")
	require.True(t, usercache.IsWhole(entry))
	chmod(entry+usercache.SumSuffix, 0)
	require.Equal(t, "1 2", answer(t, dir), "the checksum cannot be read")
	require.True(t, usercache.IsWhole(entry))

	for _, mode := range []os.FileMode{0o500, 0o300, 0} {
		for _, folder := range []string{version, dir} {
			chmod(folder, mode)
			require.Equal(t, "1 2", answer(t, dir), "%s has mode %o", folder, mode)
			chmod(folder, 0o700)
			require.True(t, usercache.IsWhole(entry))
		}
	}

	overwrite(t, entry, []byte("garbage"))
	chmod(version, 0o500)
	require.Equal(t, "1 2", answer(t, dir), "a damaged entry that cannot be replaced")
	chmod(version, 0o700)
	require.False(t, usercache.IsWhole(entry))

	require.NoError(t, os.Remove(entry))
	require.NoError(t, syscall.Mkfifo(entry, 0o600))
	require.Equal(t, "1 2", answer(t, dir), "a pipe, which nobody writes into")
	require.True(t, usercache.IsWhole(entry))
}
