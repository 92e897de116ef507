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

// alone runs the rest of a test in a process of its own, in which limits may be set, and reports
// whether this is it. The process does not run as root, which would ignore permissions.
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
	want := drawIn(t, dir)
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))
	left, err := filepath.Glob(filepath.Join(dir, libraryFolder, "*", "*"))
	require.NoError(t, err)
	require.Empty(t, left)
	require.Equal(t, want, drawIn(t, dir))
	require.True(t, usercache.IsWhole(entryIn(t, dir)), "there is room again")
}

// An entry without permission to read or write is deleted, or the cache is not used.
func TestPermissions(t *testing.T) {
	if !alone(t) {
		return
	}
	dir, entry := filled(t)
	version := filepath.Dir(entry)
	chmod := func(file string, mode os.FileMode) { require.NoError(t, os.Chmod(file, mode)) }

	for _, file := range []string{entry, entry + usercache.SumSuffix} {
		chmod(file, 0)
		require.NoError(t, clean(dir))
		require.NoFileExists(t, file, "it cannot be read")
		overwrite(t, entry, []byte(content))
		seal(dir)
	}
	chmod(version, 0o500)
	require.NoError(t, clean(dir), "whole entries are used that can only be read")
	for _, mode := range []os.FileMode{0o300, 0} {
		for _, folder := range []string{version, dir} {
			chmod(folder, mode)
			require.Error(t, clean(dir), "%s has mode %o", folder, mode)
			chmod(folder, 0o700)
			require.True(t, usercache.IsWhole(entry))
		}
	}
	overwrite(t, entry, []byte("garbage"))
	chmod(version, 0o500)
	require.Error(t, clean(dir), "a damaged entry that cannot be replaced")
	chmod(version, 0o700)

	require.NoError(t, os.Remove(entry))
	require.NoError(t, syscall.Mkfifo(entry, 0o600))
	require.NoError(t, clean(dir))
	require.NoFileExists(t, entry, "a pipe, into which nothing is written")
}

// Graphviz draws the same where its cache can only be read, or not even that.
func TestReadOnly(t *testing.T) {
	if !alone(t) {
		return
	}
	dir := t.TempDir()
	want := drawIn(t, dir)
	version := filepath.Dir(entryIn(t, dir))
	for _, folder := range []string{version, filepath.Dir(version), dir} {
		for _, mode := range []os.FileMode{0o500, 0} {
			require.NoError(t, os.Chmod(folder, mode))
			require.Equal(t, want, drawIn(t, dir), "%s has mode %o", folder, mode)
			require.NoError(t, os.Chmod(folder, 0o700))
		}
	}
	require.NoError(t, os.RemoveAll(filepath.Dir(version)))
	require.NoError(t, os.Chmod(dir, 0o500))
	require.Equal(t, want, drawIn(t, dir), "no folder can be made")
	require.NoError(t, os.Chmod(dir, 0o700))
}
